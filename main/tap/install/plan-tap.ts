import type { Result } from '../../../app/base/result.ts';
import type { Host, HostFile, HostServer } from '../../../app/hosts/host.ts';
import { tappedAt } from '../../../app/hosts/tap-words.ts';
import { unwrapEntry, wrapEntry } from './wrap-entry.ts';

export type TapFile = { readonly host: Host; readonly file: HostFile; readonly text: string };

export type TapRequest = {
  /** Only the servers of this name; undefined for all. */
  readonly server: string | undefined;
  /** The words that start Tierscope's command line from any folder. */
  readonly tapCommand: readonly string[];
  readonly files: readonly TapFile[];
};

/** A server whose command changes; the words are program and arguments. */
export type TapChange = {
  readonly server: string;
  readonly project: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
};

export type PlannedFile = TapFile & {
  /** The text to write; the same as `text` where nothing changes. */
  readonly after: string;
  readonly changes: readonly TapChange[];
  /** Servers that stay as they are, with the reason as a sentence. */
  readonly left: readonly { readonly server: string; readonly reason: string }[];
  /** Why the file as a whole is left alone; empty where it is not. */
  readonly problem: string;
};

/** What `tap install` would write: every stdio server behind the tap, all else as it is. Writes nothing. */
export function planTapInstall(request: TapRequest): readonly PlannedFile[] {
  return request.files.map((file) =>
    planFile(file, request, (text, server, words) => {
      if (tappedAt(words, request.tapCommand) !== undefined)
        return { ok: false, error: 'It is already tapped.' };
      return wrapEntry(text, server.at, request.tapCommand, server.name);
    }),
  );
}

/** What `tap uninstall` would write: every tapped server without the tap. Writes nothing. */
export function planTapUninstall(request: TapRequest): readonly PlannedFile[] {
  return request.files.map((file) =>
    planFile(file, request, (text, server) => unwrapEntry(text, server.at, request.tapCommand)),
  );
}

type Edit = (text: string, server: HostServer, words: readonly string[]) => Result<string>;

function planFile(file: TapFile, request: TapRequest, edit: Edit): PlannedFile {
  const { host, text } = file;
  const reading = host.read(text, file.file);
  const changes: TapChange[] = [];
  const left: { server: string; reason: string }[] = [];
  let after = text;
  const damage = damageOf(file);
  for (const server of damage === '' ? reading.servers : []) {
    if (request.server !== undefined && server.name !== request.server) continue;
    const before = wordsOf(server);
    const outcome: Result<string> =
      server.run.kind === 'stdio' ? edit(after, server, before) : { ok: false, error: server.run.reason };
    if (!outcome.ok) {
      left.push({ server: server.name, reason: outcome.error });
      continue;
    }
    after = outcome.value;
    changes.push({
      server: server.name,
      project: server.project,
      before,
      after: wordsAt(file, after, server),
    });
  }
  return { ...file, after, changes, left, problem: damage };
}

/** A file that cannot be read to its end is not written. */
function damageOf({ host, file, text }: TapFile): string {
  const probe = host.write(text, file, { name: 'tierscope', command: 'x', args: [], env: [], cwd: '' });
  return probe.ok ? '' : probe.error;
}

function wordsAt({ host, file }: TapFile, text: string, { at }: HostServer): readonly string[] {
  const key = at.join('\n');
  const server = host.read(text, file).servers.find((one) => one.at.join('\n') === key);
  return server === undefined ? [] : wordsOf(server);
}

function wordsOf({ run }: HostServer): readonly string[] {
  return run.kind === 'stdio' ? [run.command, ...run.args] : [];
}
