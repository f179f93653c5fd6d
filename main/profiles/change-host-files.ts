import { visibleLine } from '../../app/base/hidden-characters.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import { allHosts } from '../../app/hosts/all-hosts.ts';
import type { Host, HostFile } from '../../app/hosts/host.ts';
import { placesOf } from '../../app/hosts/host-places.ts';
import { changeFile } from '../system/changed-file.ts';
import { HOST_BACKUP } from './copy-to-host.ts';
import { readHostFile } from './discover-hosts.ts';
import { yamlTool } from './yaml-tool.ts';

/** The hosts whose files are changed in place. */
const HOSTS: readonly Host[] = allHosts(yamlTool).filter(({ id }) => placesOf(id).tapInstall);

/** The host of this id, or all of them for undefined. Fails with a sentence that names those that there are. */
export function hostsNamed(id: string | undefined): Result<readonly Host[]> {
  const chosen = HOSTS.filter((host) => id === undefined || host.id === id);
  if (chosen.length > 0) return ok(chosen);
  return err(`There is no host "${id}". Use one of: ${HOSTS.map((host) => host.id).join(', ')}.`);
}

export type PlacedFile = { readonly host: Host; readonly file: HostFile };

/** The text of a file as it was read, and as it is to be: the same if nothing changes. */
export type TextChange = { readonly text: string; readonly after: string };

export type ChangedFile<Plan> = PlacedFile & {
  /** Left out if the file could not be read or planned. */
  readonly plan?: Plan;
  /** Why the file is unchanged, as what follows its path in a sentence; empty if it is not. */
  readonly problem: string;
  /** Where the earlier text is kept; empty if nothing was written. */
  readonly backup: string;
};

/** Gives the change of one file, whose text is undefined if it is not there; undefined for nothing to say of it. */
type PlanOf<Plan extends TextChange> = (at: PlacedFile, text: string | undefined) => Result<Plan> | undefined;

/** Plans a change of each file and, unless it is a dry run, writes it, with the earlier text kept beside it. */
export async function changeHostFiles<Plan extends TextChange>(
  files: readonly PlacedFile[],
  planOf: PlanOf<Plan>,
  isDryRun: boolean,
): Promise<readonly ChangedFile<Plan>[]> {
  const outcomes: ChangedFile<Plan>[] = [];
  for (const at of files) {
    const content = await readHostFile(at.file);
    if (content.kind === 'unreadable') {
      outcomes.push({ ...at, problem: `cannot be read: ${content.reason}.`, backup: '' });
      continue;
    }
    const plan = planOf(at, content.kind === 'text' ? content.text : undefined);
    if (plan === undefined) continue;
    if (!plan.ok) outcomes.push({ ...at, problem: `is left alone. ${plan.error}`, backup: '' });
    else {
      const isDone = isDryRun || plan.value.after === plan.value.text;
      const written = isDone ? ok('') : await writeChange(at.file.path, plan.value);
      const problem = written.ok ? '' : `is unchanged: ${written.error}.`;
      outcomes.push({ ...at, plan: plan.value, problem, backup: written.ok ? written.value : '' });
    }
  }
  return outcomes;
}

/** Gives where the earlier text is kept, or why the file is unchanged: also if another program has written it since. */
async function writeChange(path: string, { text, after }: TextChange): Promise<Result<string>> {
  const edit = (now: string): string => (now === text ? after : now);
  const changed = await changeFile(path, edit, { backup: HOST_BACKUP });
  if (!changed.ok) return err(`it ${changed.error}`);
  if (changed.value.before !== text) return err('another program has just written it; try again');
  return ok(changed.value.backup);
}

type Printing<Plan> = {
  /** The lines below the name of the file; none for a file that is not worth naming. */
  readonly linesOf: (plan: Plan) => readonly string[];
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
};

/** Prints what was changed, or would be. Gives whether a file is unchanged that should not be. */
export function printChanges<Plan>(
  outcomes: readonly ChangedFile<Plan>[],
  { linesOf, write, writeError }: Printing<Plan>,
): boolean {
  for (const { host, file, plan, problem, backup } of outcomes) {
    const lines = plan === undefined ? [] : linesOf(plan);
    if (lines.length > 0) write(`${[`${host.name}: ${file.path}`, ...lines].map(visibleLine).join('\n')}\n`);
    if (backup !== '') write(`  Written. The earlier file is kept as ${backup}\n`);
    if (problem !== '') writeError(`${file.path} ${problem}\n`);
  }
  return outcomes.some(({ problem }) => problem !== '');
}
