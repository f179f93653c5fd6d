import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import {
  NO_PROJECT,
  PROJECT_FILE,
  type ProjectSettings,
  parseProjectFile,
} from '../../app/project/project-file.ts';
import { fileFailure } from '../system/file-failure.ts';
import { readRegular } from '../system/regular-file.ts';

/** What was read, and from where; without a file the path is empty. */
export type ReadProject = { readonly path: string; readonly settings: ProjectSettings };

/** Why a file cannot be used: whole sentences, and whether it could not even be opened. */
export type ProjectFault = { readonly problems: readonly string[]; readonly isUnreadable: boolean };

/**
 * The project file that is named, else the nearest of `folder` and the folders above it, up to the one that holds
 * the repository. No file is no fault, unless one was named.
 */
export async function readProject(
  named: string | undefined,
  folder: string,
): Promise<Result<ReadProject, ProjectFault>> {
  const path = named === undefined ? nearestFile(folder) : resolve(folder, named);
  if (path === undefined) return ok({ path: '', settings: NO_PROJECT });
  let text: string;
  try {
    text = String(await readRegular(path));
  } catch (error) {
    return err({ problems: [`${path} cannot be opened: ${fileFailure(error)}.`], isUnreadable: true });
  }
  const parsed = parseProjectFile(text);
  if (parsed.ok) return ok({ path, settings: parsed.value });
  return err({ problems: parsed.error.map((problem) => `${path}: ${problem}`), isUnreadable: false });
}

function nearestFile(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, PROJECT_FILE);
    if (existsSync(file)) return file;
    if (existsSync(join(at, '.git')) || dirname(at) === at) return undefined;
  }
}
