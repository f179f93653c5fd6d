import { assertNever } from '../../../app/base/result.ts';
import type { ClientRecord } from '../../../app/frame/record.ts';
import type { Row } from '../../../app/frame/row.ts';
import { readInputRequired } from '../../../app/protocol/input-required.ts';
import { SUBSCRIPTIONS_LISTEN } from '../../../app/protocol/methods.ts';
import { explainLine } from '../../../app/report/explain/explain-error.ts';
import type { Explanation } from '../../../app/report/explain/failure.ts';
import type { Envelope } from '../../../app/wire/envelope.ts';
import { formatDuration } from '../../ui/format/time-text.ts';

/** What happened, and who must do what; `act` is empty if nobody must do anything. */
export type OutcomeText = { readonly happened: string; readonly act: string };

/** Says of an exchange that did not fail how it went, by its result if it has one; of all others the explanation says it. */
export function outcomeText({ outcome, method, durationMs }: Row, result?: unknown): OutcomeText {
  const after = durationMs >= 0 ? ` after ${formatDuration(durationMs)}` : '';
  switch (outcome) {
    case 'pending':
      return outcomeOf('The request is on its way. There is no answer yet.');
    case 'listening':
      return outcomeOf(
        'The subscription is open: the server announces changes under the id of this request until one side ends it.',
      );
    case 'ok':
      if (method === SUBSCRIPTIONS_LISTEN) return outcomeOf('The subscription has ended.');
      if (readInputRequired(result) !== undefined) return outcomeOf(`The server asked for input${after}.`);
      return outcomeOf(`The call succeeded${after}.`);
    default:
      return outcomeOf('');
  }
}

/** Explains a line that is no message, as a report does. */
export function malformedLine({ direction, method }: Row, envelope: Envelope | undefined): Explanation {
  return explainLine({
    sender: direction === '' ? 'server-to-client' : direction,
    text: reasonOf(envelope) ?? method,
  });
}

function reasonOf(envelope: Envelope | undefined): string | undefined {
  if (envelope?.kind === 'not-json') return `not JSON: ${envelope.reason}`;
  return envelope?.kind === 'not-json-rpc' ? `not JSON-RPC: ${envelope.reason}` : undefined;
}

/** Explains what the client did by itself. */
export function clientEventText(event: ClientRecord['event']): OutcomeText {
  switch (event) {
    case 'timeout':
      return outcomeOf(
        "No answer came within the client's time limit, so the client gave up. The server did not send this.",
        'See on stderr what the server was doing. Answer faster, send progress, or raise the time-out.',
      );
    case 'cancelled':
      return outcomeOf('The client cancelled this call. The server did not send this.');
    case 'capability-missing':
      return outcomeOf(
        'The client did not send the request: the other side never declared the capability that it needs.',
        'Declare the capability in the answer to initialize, or do not use the method.',
      );
    case 'result-rejected':
      return outcomeOf(
        'An answer came, and the client does not accept it: it does not fit what the protocol defines.',
        'The author of the server must change the shape of the answer. Nothing about this is on the wire.',
      );
    case 'closed':
      return outcomeOf('The client closed the connection.');
    default:
      return assertNever(event);
  }
}

export function outcomeOf(happened: string, act = ''): OutcomeText {
  return { happened, act };
}
