import { visibleLine } from '../../app/base/hidden-characters.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import { allHosts } from '../../app/hosts/all-hosts.ts';
import type { Host, HostFile, ServerToWrite } from '../../app/hosts/host.ts';
import { placesOf } from '../../app/hosts/host-places.ts';
import { inHostForm } from '../../app/hosts/host-variables.ts';
import { changeFile, type FileChange } from '../system/changed-file.ts';
import { readHostFile } from './discover-hosts.ts';
import { yamlTool } from './yaml-tool.ts';

/** The hosts whose files Tierscope changes in place. */
const HOSTS: readonly Host[] = allHosts(yamlTool).filter(({ id }) => placesOf(id).tapInstall);

/** The host with this id, or all hosts for undefined. Fails with a sentence that lists the known ids. */
export function hostsNamed(id: string | undefined): Result<readonly Host[]> {
  const chosen = HOSTS.filter((host) => id === undefined || host.id === id);
  if (chosen.length > 0) return ok(chosen);
  return err(`There is no host "${id}". Use one of: ${HOSTS.map((host) => host.id).join(', ')}.`);
}

export type PlacedFile = { readonly host: Host; readonly file: HostFile };

/** The text of a file as read, and with the change: the same if nothing changes. */
export type TextChange = { readonly text: string; readonly after: string };

export type ChangedFile<Plan> = PlacedFile & {
  /** Undefined if the file could not be read or planned. */
  readonly plan?: Plan;
  /** Why the file is unchanged, phrased to follow its path in a sentence; empty if it was changed. */
  readonly problem: string;
  /** The path of the backup; empty if nothing was written. */
  readonly backup: string;
};

/** Plans the change of one file; `text` is undefined if there is no file. Undefined if there is nothing to report. */
type PlanOf<Plan extends TextChange> = (at: PlacedFile, text: string | undefined) => Result<Plan> | undefined;

/** Plans a change to each file and, unless it is a dry run, writes it, with a backup next to it. */
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

/** Returns the path of the backup, or why the file is unchanged, for example because another program wrote it. */
async function writeChange(path: string, { text, after }: TextChange): Promise<Result<string>> {
  const edit = (now: string): string => (now === text ? after : now);
  const changed = await changeFile(path, edit, { backup: HOST_BACKUP });
  if (!changed.ok) return err(`it ${changed.error}`);
  if (changed.value.before !== text) return err('another program has just written it; try again');
  return ok(changed.value.backup);
}

type Printing<Plan> = {
  /** The lines below the file's name; an empty list skips the file. */
  readonly linesOf: (plan: Plan) => readonly string[];
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
};

/** Prints what was changed, or would be. True if a file could not be changed. */
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

/** The suffix of the backup of a host's file from before Tierscope changed it. */
const HOST_BACKUP = 'tierscope-backup';

/** Writes a server into a host's file, with a backup next to it; `dryRun` only plans it. Fails with a sentence. */
export async function copyToHost(
  host: Host,
  file: HostFile,
  given: ServerToWrite,
  dryRun: boolean,
): Promise<Result<FileChange & { readonly notes: readonly string[] }>> {
  const { server, notes } = inHostForm(host, given);
  let written = host.write('', file, server);
  const edit = (text: string): string => {
    written = host.write(text, file, server);
    return written.ok ? written.value.text : text;
  };
  const changed = await changeFile(file.path, edit, { backup: HOST_BACKUP, dryRun });
  if (!changed.ok) return err(`${file.path} ${changed.error}.`);
  if (!written.ok) return err(`${file.path} is left alone. ${written.error}`);
  return ok({ ...changed.value, notes: [...written.value.notes, ...notes] });
}
