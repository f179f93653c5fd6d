import { err, ok, type Result } from '../../app/base/result.ts';
import type { SessionProject } from '../../app/contract/session-info.ts';
import { HOST_RULES } from '../../app/explain/host-advice.ts';
import { ruleById } from '../../app/findings/all-rules.ts';
import type { HostTable } from '../../app/hosts/lens/host-table.ts';
import { readHost } from '../../app/hosts/lens/lens.ts';
import { NO_PROJECT, type ProjectSettings } from '../../app/session/project/project-file.ts';
import { type ProjectFault, type ReadProject, readProject } from './read-project.ts';

export function isRule(id: string): boolean {
  return ruleById(id) !== undefined || Object.hasOwn(HOST_RULES, id);
}

/** A mistake in what was typed or in what a file says. */
export function wrongUse(problem: string): ProjectFault {
  return { problems: [problem], isUnreadable: false };
}

/** The project file that is named, or the nearest of `folder` and those above; its rules must exist. */
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

/** What the project file of a folder says, and what of it a screen shows. */
export type FolderProject = {
  readonly settings: ProjectSettings;
  readonly shown: SessionProject | undefined;
};

export const NO_FOLDER_PROJECT: FolderProject = { settings: NO_PROJECT, shown: undefined };

/** The nearest project file of `folder` and those above. Fails with sentences if it is passed over or has mistakes. */
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
