import { howItExited } from '../session/process-event.ts';
import type { Failure, ProcessEnd } from './failure.ts';

type Named = Pick<Failure, 'tier' | 'outcome' | 'sender'> &
  Partial<Pick<Failure, 'answerFaults' | 'end' | 'unmatchedId' | 'http'>>;

/** The name of an error after its tier: its code with that code's name, else how the call ended. */
export function errorName(failure: Named, codeText: string, codeName: string | null): string {
  // A client that gave up did so, whatever came afterwards.
  const { tier } = failure;
  if (codeText === '' || tier === 'client' || tier === 'transport') return endName(failure);
  return [codeText, codeName ?? ''].join(' ').trim();
}

/** An error name as a headline, with its subject: "Timed out · tools/call slow". */
export function errorHeadline(name: string, about = ''): string {
  return [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, about].filter((part) => part !== '').join(' · ');
}

/** The name of an error without a code: how it ended. */
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
      // Without a code, only a broken envelope is a broken answer.
      if (answerFaults.length > 0 || tier === 'protocol') return 'broken answer';
      return tier === 'client' ? 'event of the client' : 'error';
  }
}

/** The name of an HTTP failure: its status or connection error code, and where it failed. */
function placeName({ status, where, failed }: NonNullable<Failure['http']>): string {
  return [status === 0 ? (failed?.code ?? 'no answer') : String(status), where].join(' · ');
}

/** The name of a process's end. */
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
