import { err, type Result } from '../../app/base/result.ts';
import { ruleById } from '../../app/findings/all-rules.ts';
import { HOST_RULES } from '../../app/report/explain/host-advice.ts';
import { type ProjectFault, type ReadProject, readProject } from '../project/read-project.ts';

export function isRule(id: string): boolean {
  return ruleById(id) !== undefined || Object.hasOwn(HOST_RULES, id);
}

/** A mistake in what was typed or in what a file says. */
export function wrongUse(problem: string): ProjectFault {
  return { problems: [problem], isUnreadable: false };
}

/** The project file that is named, or the nearest of this folder and those above; its rules must exist. */
export async function checkedProject(named: string | undefined): Promise<Result<ReadProject, ProjectFault>> {
  const project = await readProject(named, process.cwd());
  if (!project.ok) return project;
  const { path, settings } = project.value;
  const unknown = Object.keys(settings.rules).find((id) => !isRule(id));
  return unknown === undefined ? project : err(wrongUse(`${path}: there is no rule "${unknown}".`));
}
