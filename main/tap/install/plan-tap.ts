import { err, ok, type Result } from '../../../app/base/result.ts';
import type { HostPlace, HostServer } from '../../../app/hosts/host.ts';
import { type JsoncNode, parseJsonc } from '../../../app/hosts/jsonc.ts';
import { editedText, type TextEdit } from '../../../app/hosts/jsonc-edit.ts';
import { type TapCommand, tappedAt } from '../../../app/hosts/tap-command.ts';
import { type ChangedFile, changeHostFiles, type PlacedFile } from '../../profiles/change-host-files.ts';
import { hostFiles } from '../../profiles/discover-hosts.ts';
import { addressAt, unwrapAddress, unwrapEntry, wrapAddress, wrapEntry } from './wrap-entry.ts';

export type TapOrder = {
  readonly action: 'install' | 'uninstall';
  readonly tap: TapCommand;
  /** The tap's address for a remote server; without it remote servers are left unchanged. */
  readonly addressOf?: ((url: URL) => string) | undefined;
  /** Selects the servers in the file at a path. */
  readonly wants: (path: string, server: HostServer) => boolean;
};

/** A server whose command changes; each command is a program and its arguments. */
type TapChange = Pick<HostServer, 'name' | 'at' | 'project'> & {
  readonly before: readonly string[];
  readonly after: readonly string[];
};

export type TapPlan = {
  readonly text: string;
  /** The text to write; equal to `text` if nothing changes. */
  readonly after: string;
  readonly changes: readonly TapChange[];
  /** Servers that stay unchanged, with the reason as a sentence. */
  readonly left: readonly { readonly name: string; readonly reason: string }[];
};

/** Puts servers in hosts' files behind the tap, or removes it; `isDryRun` only returns the plans. */
export function changeTaps(
  hosts: readonly PlacedFile['host'][],
  place: HostPlace,
  order: TapOrder,
  isDryRun: boolean,
): Promise<readonly ChangedFile<TapPlan>[]> {
  const planOf = (at: PlacedFile, text: string | undefined) =>
    text === undefined ? undefined : planTap(at, text, order);
  return changeHostFiles(hostFiles(hosts, place), planOf, isDryRun);
}

type EditsOf = (server: HostServer) => Result<readonly TextEdit[]>;

/**
 * The plan for one file: changes the selected servers and nothing else. Fails with a sentence for a file that cannot be
 * fully parsed. Parses the file once before and once after all edits, since it may have thousands of servers.
 */
export function planTap({ host, file }: PlacedFile, text: string, order: TapOrder): Result<TapPlan> {
  // A file that cannot be fully parsed could not be written either.
  const probe = host.write(text, file, { name: 'tierscope', command: 'x', args: [], env: [], cwd: '' });
  if (!probe.ok) return probe;
  const { root } = parseJsonc(text);
  const editsOf = editsBy(order, text, root);
  const edits: TextEdit[] = [];
  const changed: HostServer[] = [];
  const left: { name: string; reason: string }[] = [];
  for (const server of host.read(text, file).servers) {
    if (!order.wants(file.path, server)) continue;
    const outcome = editsOf(server);
    if (outcome.ok) {
      for (const edit of outcome.value) edits.push(edit);
      changed.push(server);
    } else left.push({ name: server.name, reason: outcome.error });
  }
  const after = editedText(text, edits);
  const read = changed.length === 0 ? [] : host.read(after, file).servers;
  const rootAfter = read.length === 0 ? undefined : parseJsonc(after).root;
  const now = new Map(read.map((one) => [keyOf(one), wordsOf(one, rootAfter)]));
  const changes = changed.map((server) => {
    const { name, at, project } = server;
    return { name, at, project, before: wordsOf(server, root), after: now.get(keyOf(server)) ?? [] };
  });
  return ok({ text, after, changes, left });
}

function editsBy({ action, tap, addressOf }: TapOrder, text: string, root: JsoncNode | undefined): EditsOf {
  return (server) => {
    const { run, at, name } = server;
    const address = run.kind === 'stdio' ? undefined : addressAt(root, at);
    if (address !== undefined && action === 'uninstall') return unwrapAddress(text, address);
    if (address !== undefined && addressOf !== undefined) return wrapAddress(address, addressOf);
    if (run.kind === 'unsupported') return err(run.reason);
    if (run.kind === 'remote')
      return err(`It is at ${run.command}: "tierscope tap install" puts it behind a tap.`);
    if (action === 'uninstall') return unwrapEntry(text, root, at, tap);
    return tappedAt(wordsOf(server, root), tap.command) === undefined
      ? wrapEntry(text, root, at, tap, name)
      : err('It is already tapped.');
  };
}

function keyOf({ at }: HostServer): string {
  return at.join('\n');
}

/** A server's command and arguments, or the address of a remote server. */
function wordsOf({ run, at }: HostServer, root: JsoncNode | undefined): readonly string[] {
  if (run.kind === 'stdio') return [run.command, ...run.args];
  const address = addressAt(root, at)?.value;
  return typeof address === 'string' ? [address] : [];
}
