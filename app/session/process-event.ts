import { assertNever } from '../base/result.ts';
import type { ClientRecord, ProcessRecord } from '../frame/record.ts';
import type { Outcome } from '../frame/row.ts';
import type { Tier } from '../frame/tier.ts';

export type ProcessOutcome = {
  readonly tier: Tier;
  readonly text: string;
  /** True if no answer can come any more. */
  readonly endsSession: boolean;
};

/**
 * What a process event means. `open` is the number of calls without an outcome,
 * `stdinClosed` whether the client had ended the connection before.
 */
export function processOutcome(record: ProcessRecord, open: number, stdinClosed: boolean): ProcessOutcome {
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
    case 'stdout-closed':
      if (stdinClosed && open === 0) return calm('stdout closed');
      return { tier: 'transport', endsSession: true, text: `stdout closed by the server${unanswered(open)}` };
    case 'exited': {
      const text = `server exited: ${howItExited(record)}${unanswered(open)}`;
      const asked = stdinClosed && open === 0 && endedOnRequest(record);
      return { tier: asked ? 'ok' : 'transport', endsSession: true, text };
    }
    default:
      return assertNever(record.event);
  }
}

const EVENT_NAMES: ReadonlyMap<string, string> = new Map<ProcessRecord['event'], string>([
  ['spawned', 'started'],
  ['spawn-failed', 'could not start'],
  ['exited', 'exited'],
  ['stdin-closed', 'stdin closed'],
  ['stdout-closed', 'stdout closed'],
]);

/** What happened to the server's process, in words that stand for themselves; any other text comes back as it is. */
export function processEventName(event: string): string {
  return EVENT_NAMES.get(event) ?? event;
}

/** The exit in words: a code, a signal, or neither. */
export function howItExited(record: Pick<ProcessRecord, 'exitCode' | 'signal'>): string {
  if (record.signal != null) return `signal ${record.signal}`;
  return record.exitCode == null ? 'no exit code' : `code ${record.exitCode}`;
}

/** Code 0, or the signals with which a client ends a server that does not follow its stdin. */
export function endedOnRequest(record: ProcessRecord): boolean {
  if (record.signal === 'SIGTERM' || record.signal === 'SIGKILL') return true;
  return record.exitCode === 0 || record.exitCode === 143 || record.exitCode === 137;
}

function calm(text: string): ProcessOutcome {
  return { tier: 'ok', text, endsSession: false };
}

function unanswered(open: number): string {
  if (open === 0) return '';
  return `, ${open} ${open === 1 ? 'call' : 'calls'} unanswered`;
}

/** The outcome that a client event names; empty if it names none. */
export function clientOutcome(event: ClientRecord['event']): Outcome | '' {
  switch (event) {
    case 'timeout':
      return 'timed out';
    case 'cancelled':
      return 'cancelled';
    case 'result-rejected':
    case 'capability-missing':
      return 'rejected by the client';
    case 'closed':
      return '';
    default:
      return assertNever(event);
  }
}
