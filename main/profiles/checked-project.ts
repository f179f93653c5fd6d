import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { SessionProject } from '../../app/contract/session-info.ts';
import { hostRuleById } from '../../app/explain/host-advice.ts';
import { ruleById } from '../../app/findings/all-rules.ts';
import type { HostTable } from '../../app/hosts/lens/host-table.ts';
import { readHost } from '../../app/hosts/lens/lens.ts';
import {
  NO_PROJECT,
  PROJECT_FILE,
  type ProjectSettings,
  parseProjectFile,
} from '../../app/session/project/project-file.ts';
import { fileFailure } from '../system/file-failure.ts';
import { homeFolder } from '../system/home-folder.ts';
import { readTrusted } from '../system/trusted-file.ts';

export function isRule(id: string): boolean {
  return ruleById(id) !== undefined || hostRuleById(id) !== undefined;
}

/** A mistake in the typed options or in a file. */
export function wrongUse(problem: string): ProjectFault {
  return { problems: [problem], isUnreadable: false };
}

/** The given project file, or the nearest one in or above `folder`; its rules must exist. */
export async function checkedProject(
  named: string | undefined,
  folder: string,
): Promise<Result<ReadProject, ProjectFault>> {
  const project = await readProject(named, folder);
  if (!project.ok) return project;
  const { path, settings } = project.value;
  const unknown = Object.keys(settings.rules).find((id) => !isRule(id));
  return unknown === undefined ? project : err(wrongUse(`${path}: there is no rule "${unknown}".`));
}

/** The project file of a folder, and the part of it that a screen shows. */
export type FolderProject = {
  readonly settings: ProjectSettings;
  readonly shown: SessionProject | undefined;
};

export const NO_FOLDER_PROJECT: FolderProject = { settings: NO_PROJECT, shown: undefined };

/** The nearest project file in or above `folder`. Fails with sentences if it is untrusted or has mistakes. */
export async function folderProject(
  folder: string,
  hosts: HostTable,
): Promise<Result<FolderProject, readonly string[]>> {
  const project = await checkedProject(undefined, folder);
  if (!project.ok) return err(project.error.problems);
  const { path, settings, passedOver } = project.value;
  if (passedOver !== '') return err([passedOver]);
  if (path === '') return ok(NO_FOLDER_PROJECT);
  const host = settings.host === undefined ? ok(undefined) : readHost(hosts, settings.host);
  if (!host.ok) return err([`${path}, host: ${host.error}`]);
  const { rules, expected } = settings;
  return ok({ settings, shown: { path, rules, expected: expected.length, host: host.value } });
}

/** Larger than the most rules, calls and groups that the file may have. */
const MAX_BYTES = 1_000_000;

type ReadProject = {
  readonly path: string;
  readonly settings: ProjectSettings;
  /** Which file was found but not read, why, and how to use it, in sentences; empty if none. */
  readonly passedOver: string;
};

/** Why a file cannot be used: whole sentences, and whether it could not be opened. */
export type ProjectFault = { readonly problems: readonly string[]; readonly isUnreadable: boolean };

/**
 * The given project file, else the nearest one in or above `folder`, up to the root of the repository or the user's
 * home folder. A missing file is an error only if it was given. A given file is the user's choice; one that was found
 * is used only if no one but the user and root could have put it there.
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
  return `${path} is passed over: ${why}. To use it anyway, name it: --config ${path}.`;
}

async function nearestFile(folder: string, home: string): Promise<string | undefined> {
  // If the home folder is a link, the folder may be on either path.
  const tops = [resolve(home), await realpath(home).catch(() => home)];
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, PROJECT_FILE);
    if (existsSync(file)) return file;
    if (existsSync(join(at, '.git')) || tops.includes(at) || dirname(at) === at) return undefined;
  }
}
