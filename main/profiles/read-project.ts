import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import {
  NO_PROJECT,
  PROJECT_FILE,
  type ProjectSettings,
  parseProjectFile,
} from '../../app/session/project/project-file.ts';
import { fileFailure } from '../system/file-failure.ts';
import { homeFolder } from '../system/home-folder.ts';
import { readTrusted } from '../system/trusted-file.ts';

/** As many rules, calls and groups as the file may have stay below this. */
const MAX_BYTES = 1_000_000;

/** What was read, and from where; without a file the path is empty. */
export type ReadProject = {
  readonly path: string;
  readonly settings: ProjectSettings;
  /** Which file was found and not read, why, and how to use it, in sentences; empty if there is none. */
  readonly passedOver: string;
};

/** Why a file cannot be used: whole sentences, and whether it could not even be opened. */
export type ProjectFault = { readonly problems: readonly string[]; readonly isUnreadable: boolean };

/**
 * The project file that is named, else the nearest of `folder` and the folders above it, up to the one that holds
 * the repository or the user's home folder. No file is no fault, unless one was named. One that is named is the user's
 * choice; another one counts only if nobody but the user and root could have put it there.
 */
export async function readProject(
  named: string | undefined,
  folder: string,
  { user = process.getuid?.(), home = homeFolder() }: { user?: number; home?: string } = {},
): Promise<Result<ReadProject, ProjectFault>> {
  const path = named === undefined ? await nearestFile(folder, home) : resolve(folder, named);
  if (path === undefined) return ok({ path: '', settings: NO_PROJECT, passedOver: '' });
  let text: string;
  try {
    const trust = { user: named === undefined ? user : undefined, mostBytes: MAX_BYTES };
    const read = await readTrusted(path, trust);
    if (!read.ok) return ok({ path: '', settings: NO_PROJECT, passedOver: passedOver(path, read.error) });
    text = String(read.value);
  } catch (error) {
    return err({ problems: [`${path} cannot be opened: ${fileFailure(error)}.`], isUnreadable: true });
  }
  const parsed = parseProjectFile(text);
  if (parsed.ok) return ok({ path, settings: parsed.value, passedOver: '' });
  return err({ problems: parsed.error.map((problem) => `${path}: ${problem}`), isUnreadable: false });
}

function passedOver(path: string, why: string): string {
  return `${path} is passed over: ${why}. To use it all the same, name it: --config ${path}.`;
}

async function nearestFile(folder: string, home: string): Promise<string | undefined> {
  // The folder may be on either path if the home folder is a link.
  const tops = [resolve(home), await realpath(home).catch(() => home)];
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, PROJECT_FILE);
    if (existsSync(file)) return file;
    if (existsSync(join(at, '.git')) || tops.includes(at) || dirname(at) === at) return undefined;
  }
}
