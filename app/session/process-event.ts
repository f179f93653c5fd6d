import type { ClientRecord, KnownRecord, ProcessRecord } from '../frame/record.ts';
import type { Outcome } from '../frame/row.ts';
import type { Tier } from '../frame/tier.ts';

export type ProcessOutcome = {
  readonly tier: Tier;
  readonly text: string;
  /** True if no more answers can arrive. */
  readonly endsSession: boolean;
};

/** Who ended a server: the client, by closing the connection first; an outside signal; or the server itself. */
export type EndedBy = 'client' | 'outside' | 'itself';

type Exit = Pick<ProcessRecord, 'exitCode' | 'signal'>;

/** Sent by a person, a host, a supervisor or the system; shells and npx report them as an exit code of 128 plus. */
const FROM_OUTSIDE: readonly string[] = ['SIGHUP', 'SIGINT', 'SIGKILL', 'SIGTERM'];
const OUTSIDE_CODES: readonly number[] = [129, 130, 137, 143];
/** Sent to a process for its own faults; 134, 139 and 0xC0000005 are the matching exit codes. */
const CRASHES: readonly string[] = ['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP'];
const CRASH_CODES: readonly number[] = [134, 139, 3221225477];

/** Who caused an exit: the one place that decides it. `stdinClosed`: the client had ended the connection before. */
export function endedBy({ exitCode, signal }: Exit, stdinClosed: boolean): EndedBy {
  if (stdinClosed) return 'client';
  const isOutside = signal == null ? OUTSIDE_CODES.includes(exitCode ?? 0) : FROM_OUTSIDE.includes(signal);
  return isOutside ? 'outside' : 'itself';
}

export function endsConnection(record: KnownRecord): boolean {
  return (
    (record.type === 'process' && record.event === 'stdin-closed') ||
    (record.type === 'client' && record.event === 'closed')
  );
}

/** True for a crash in native code: an error even if the process was asked to end. */
export function isCrash({ exitCode, signal }: Exit): boolean {
  return signal == null ? CRASH_CODES.includes(exitCode ?? 0) : CRASHES.includes(signal);
}

/** The outcome of a process event. `calls` counts open ones on demand; `by` says who ended the server, if it ends. */
export function processOutcome(
  record: ProcessRecord,
  calls: { readonly waiting: number },
  by: EndedBy,
): ProcessOutcome {
  switch (record.event) {
    case 'spawned':
      return calm(`server started${record.pid === undefined ? '' : `, process ${record.pid}`}`);
    case 'stdin-closed':
      return calm('stdin closed: the server is asked to end');
    case 'spawn-failed':
      return {
        tier: 'transport',
        endsSession: true,
        text: `could not start: ${record.message ?? 'no reason given'}`,
      };
    case 'stdout-closed': {
      if (by !== 'itself') return { ...calm('stdout closed'), endsSession: true };
      const open = calls.waiting;
      return { tier: 'transport', endsSession: true, text: `stdout closed by the server${unanswered(open)}` };
    }
    case 'exited': {
      const open = calls.waiting;
      const text = `server exited: ${howItExited(record)}${unanswered(open)}`;
      // A trace shows which calls were lost, but nothing about the process.
      if (record.ofCalls === true) return { ...calm('connection lost'), endsSession: true };
      const isError = by === 'itself' || isCrash(record);
      return { tier: isError ? 'transport' : 'ok', endsSession: true, text };
    }
  }
}

const EVENT_NAMES: ReadonlyMap<string, string> = new Map<ProcessRecord['event'], string>([
  ['spawned', 'started'],
  ['spawn-failed', 'could not start'],
  ['exited', 'exited'],
  ['stdin-closed', 'stdin closed'],
  ['stdout-closed', 'stdout closed'],
]);

/** What happened to the server's process, as a standalone phrase; unknown events are returned unchanged. */
export function processEventName(event: string): string {
  return EVENT_NAMES.get(event) ?? event;
}

/** The exit in words: a code, a signal, or neither. */
export function howItExited(record: Exit): string {
  if (record.signal != null) return `signal ${record.signal}`;
  return record.exitCode == null ? 'no exit code' : `code ${record.exitCode}`;
}

function calm(text: string): ProcessOutcome {
  return { tier: 'ok', text, endsSession: false };
}

function unanswered(open: number): string {
  if (open === 0) return '';
  return `, ${open} ${open === 1 ? 'call' : 'calls'} unanswered`;
}

/** The outcome of each client event; empty if it has none. */
export const CLIENT_OUTCOMES: Readonly<Record<ClientRecord['event'], Outcome | ''>> = {
  timeout: 'timed out',
  cancelled: 'cancelled',
  'result-rejected': 'rejected by the client',
  'capability-missing': 'rejected by the client',
  closed: '',
};
