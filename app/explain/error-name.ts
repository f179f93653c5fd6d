import { howItExited } from '../session/process-event.ts';
import type { Failure, ProcessEnd } from './failure.ts';

type Named = Pick<Failure, 'tier' | 'outcome' | 'sender'> &
  Partial<Pick<Failure, 'answerFaults' | 'end' | 'unmatchedId' | 'http'>>;

/** What an error is called behind its tier: its code with the name of that, else how the call ended. */
export function errorName(failure: Named, codeText: string, codeName: string | null): string {
  // A client that gave up did so whatever came afterwards.
  const { tier } = failure;
  if (codeText === '' || tier === 'client' || tier === 'transport') return endName(failure);
  return [codeText, codeName ?? ''].join(' ').trim();
}

/** A name where it stands alone, with what it is about: "Timed out · tools/call slow". */
export function errorHeadline(name: string, about = ''): string {
  return [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, about].filter((part) => part !== '').join(' · ');
}

/** What an error without a code is called: how it ended. */
export function endName({ tier, outcome, sender, answerFaults = [], end, unmatchedId, http }: Named): string {
  if (http !== undefined && http.where !== '') return placeName(http);
  if (unmatchedId !== undefined) return 'answer under another id';
  switch (outcome) {
    case 'timed out':
    case 'cancelled':
      return outcome;
    case 'late':
      return 'answered too late';
    case 'rejected by the client':
      return 'rejected result';
    case 'lost':
      return 'connection lost before the answer';
    case 'orphan':
      return 'answer to no request';
    case 'duplicate':
      return 'second answer';
    case 'malformed':
      return sender === 'client-to-server'
        ? 'line that is not a message'
        : 'line on stdout that is not a message';
    default:
      if (end !== undefined) return processName(end);
      // Without a code only a broken envelope is one.
      if (answerFaults.length > 0 || tier === 'protocol') return 'broken answer';
      return tier === 'client' ? 'event of the client' : 'error';
  }
}

/** What HTTP calls it: its status or the code of its connection, and where it failed. */
function placeName({ status, where, failed }: NonNullable<Failure['http']>): string {
  return [status === 0 ? (failed?.code ?? 'no answer') : String(status), where].join(' · ');
}

/** What the end of a process is called. */
export function processName(end: Omit<ProcessEnd, 'by'>): string {
  switch (end.event) {
    case 'spawn-failed':
      return 'server could not start';
    case 'stdout-closed':
      return 'server closed its stdout';
    case 'exited':
      return end.signal == null
        ? `server exited with ${howItExited(end)}`
        : `server ended by ${howItExited(end)}`;
    default:
      return 'connection ended';
  }
}
