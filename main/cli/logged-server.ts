import { resolve } from 'node:path';
import { lastStartsOf } from '../../app/checks/hosts/last-starts.ts';
import type { KnownRecord, SessionRecord } from '../../app/frame/record.ts';
import type { HostPlace } from '../../app/hosts/host.ts';
import { loggedStart } from '../checks/hosts/logged-start.ts';
import { readAnyRecording } from '../recording/import/read-any-recording.ts';
import { commandOf, ownValues } from '../session/record-body.ts';
import { CommandEnd, exitCodes } from './command-end.ts';
import { type AskUser, confirmCommand } from './confirm-command.ts';

type LoggedServer = {
  readonly log?: string;
  /** Its name in the log; without it the last one whose start failed, else the last one. */
  readonly server?: string;
  readonly startsUnasked?: boolean;
  readonly place: HostPlace;
  readonly dataFolder: string;
  readonly askUser: AskUser | undefined;
};

/** The server that a log of a host tells of, after its command was confirmed. Ends the program if there is none. */
export async function confirmedServer(options: LoggedServer) {
  const { log = '', startsUnasked, place, dataFolder, askUser } = options;
  const record = await serverIn(log, options.server);
  const spec = await loggedStart(record, place);
  if (spec === undefined)
    throw new CommandEnd(
      `${log} does not name the command of ${record.label}. Give it: tierscope doctor -- command args…`,
      exitCodes.usage,
    );
  const { command, args } = commandOf(spec);
  const { PATH = '' } = ownValues(spec);
  // The PATH decides which program the command is.
  const words = PATH === '' ? [command, ...args] : ['env', `PATH=${PATH}`, command, ...args];
  if (startsUnasked !== true) {
    const [first = '', ...rest] = words;
    const named = { command: first, args: rest, isTyped: false, calls: [], suite: undefined };
    const cwd = resolve(spec.cwd === '' ? '.' : spec.cwd);
    const yes = await confirmCommand({ ...named, cwd, namedBy: resolve(log), dataFolder, askUser });
    if (!yes.ok) throw new CommandEnd(yes.error.problems.join('\n'), exitCodes.usage);
  }
  return { command, args: [...args], cwd: spec.cwd, env: { ...ownValues(spec) } };
}

async function serverIn(log: string, wanted: string | undefined): Promise<SessionRecord> {
  const sessions = new Map<string, SessionRecord>();
  const records: KnownRecord[] = [];
  const onRecord = (record: KnownRecord): void => {
    if (record.type === 'session') sessions.set(record.session, record);
    if (records.push(record) > MAX_RECORDS) records.splice(0, MAX_RECORDS / 2);
  };
  const read = await readAnyRecording(log, { onRecord });
  if (!read.ok) throw new CommandEnd(read.error, exitCodes.cannotOpen);
  const all = [...sessions.values()];
  const starts = wanted === undefined ? lastStartsOf(records, read.value.header.startedAt) : undefined;
  const failed = all.filter(({ session }) => starts?.get(session)?.outcome === 'failed');
  const found = wanted === undefined ? (failed.at(-1) ?? all.at(-1)) : all.find(isNamed(wanted));
  if (found !== undefined) return found;
  const names = all.map(({ label }) => label).join(', ');
  throw new CommandEnd(`${log} has no server "${wanted ?? ''}". It has: ${names}.`, exitCodes.usage);
}

function isNamed(wanted: string) {
  return ({ label, session }: SessionRecord) => label === wanted || session === wanted;
}

/** The last records show the last starts. */
const MAX_RECORDS = 200_000;
