import type { ServerRequest } from '../../app/contract/session-info.ts';
import { isOpen, type Outcome } from '../../app/frame/row.ts';
import { useSessionLog } from '../state/log/log-mirrors.ts';

/** How every call ended that was open when a server request came; nobody waits for the answer any longer. */
export type CallOver = {
  /** One sentence. */
  readonly text: string;
  /** The seq of the last of the calls. */
  readonly seq: number;
};

/**
 * How the calls of a server request ended; undefined while one of them waits, and if none was open. `outcomeOf` gives
 * the outcome of a request's row, undefined for a row that is not there.
 */
export function callOver(
  { during = [] }: Pick<ServerRequest, 'during'>,
  outcomeOf: (seq: number) => Outcome | '' | undefined,
): CallOver | undefined {
  const outcomes = during.map(outcomeOf);
  const seq = during.at(-1);
  if (seq === undefined || outcomes.some((outcome) => outcome === undefined || isOpen(outcome)))
    return undefined;
  const text =
    during.length === 1
      ? `The call that this came with is over: ${overText(outcomes[0] ?? '')}.`
      : `All ${during.length} calls that were open when this came are over.`;
  return { text, seq };
}

/** The same for a server request of a live session, by its current log. */
export function useCallOver(session: string, serverRequest: ServerRequest | undefined): CallOver | undefined {
  const { mirror } = useSessionLog(session);
  return serverRequest === undefined
    ? undefined
    : callOver(serverRequest, (seq) => mirror.rowOf(seq)?.outcome);
}

function overText(outcome: Outcome | ''): string {
  switch (outcome) {
    case 'ok':
      return 'it was answered';
    case 'tool error':
    case 'protocol error':
      return 'it was answered with an error';
    case 'timed out':
      return 'it timed out';
    case 'late':
      return 'it timed out, and was answered late';
    case 'cancelled':
      return 'it was cancelled';
    case 'rejected by the client':
      return 'the client rejected its result';
    default:
      return 'no answer to it can come';
  }
}
