import { assertNever } from '../../../app/base/result.ts';
import type { ClientRecord } from '../../../app/frame/record.ts';
import type { Row } from '../../../app/frame/row.ts';
import { SUBSCRIPTIONS_LISTEN } from '../../../app/protocol/methods.ts';
import { formatDuration } from '../../ui/format/time-text.ts';

/** What happened, and who must do what; `act` is empty if nobody must do anything. */
export type OutcomeText = { readonly happened: string; readonly act: string };

/** Explains how an exchange or a frame ended, in one or two plain sentences each. */
export function outcomeText(row: Row): OutcomeText {
  const after = row.durationMs >= 0 ? ` after ${formatDuration(row.durationMs)}` : '';
  switch (row.outcome) {
    case '':
      return outcomeOf('');
    case 'pending':
      return outcomeOf('The request is on its way. There is no answer yet.');
    case 'listening':
      return outcomeOf(
        'The subscription is open: the server announces changes under the id of this request until one side ends it.',
      );
    case 'ok':
      if (row.method === SUBSCRIPTIONS_LISTEN) return outcomeOf('The subscription has ended.');
      return outcomeOf(`The call succeeded${after}.`);
    case 'tool error':
      return outcomeOf(
        `The tool ran and reports that it failed${after}. On the wire this is a result with isError: true.`,
        'The model can correct itself if the text says what was wrong and what to try next.',
      );
    case 'protocol error':
      return protocolText(row, after);
    case 'timed out':
      return outcomeOf(
        `No answer came within the client's time limit${after}, so the client gave up. The server sent nothing.`,
        'See on stderr what the server was doing. Answer faster, send progress, or raise the time-out.',
      );
    case 'cancelled':
      return outcomeOf(
        `The client cancelled the call${after}, before an answer came.`,
        'The server should stop its work and send no answer.',
      );
    case 'late':
      return outcomeOf(
        `The answer came${after}, when the client had already given up. The client threw it away.`,
        'Raise the time-out, or make the server stop when notifications/cancelled arrives.',
      );
    case 'rejected by the client':
      return outcomeOf(
        `The server answered${after}, but the client does not hand the answer to its caller: it does not fit what the protocol defines. Official clients end such a call with an error, or wait for their time-out if the result is no object.`,
        'The author of the server must change the shape of the answer.',
      );
    case 'lost':
      return outcomeOf(
        `The connection ended before an answer came${after}.`,
        'Read the exit code and the last stderr lines: the server must not end while a call is open.',
      );
    case 'orphan':
      return outcomeOf(
        'This is an answer to an id that nobody asked for. The client drops it, and some call may still wait.',
        'The server must copy the id of the request as it is: 5 and "5" are two ids.',
      );
    case 'duplicate':
      return outcomeOf(
        'This is a second answer to a request that was answered before. Clients ignore it.',
        'The server must answer each request once.',
      );
    case 'malformed':
      return malformedText(row);
    default:
      return assertNever(row.outcome);
  }
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

function protocolText(row: Row, after: string): OutcomeText {
  if (row.direction === 'client-to-server') {
    return outcomeOf(
      "The client answered the server's request with a JSON-RPC error.",
      'See whether the client declared the capability that the server asked for.',
    );
  }
  if (row.shape === 'result' && row.code !== '') {
    return outcomeOf(
      'The task has failed: the call that it carried out ended in a JSON-RPC error, which the answer holds.',
    );
  }
  if (row.shape === 'result') {
    return outcomeOf(
      `An answer came${after}, but it breaks JSON-RPC, so a strict client drops it.`,
      'The author of the server must fix the envelope.',
    );
  }
  return outcomeOf(`The server answered with a JSON-RPC error${after} instead of a result.`);
}

function malformedText(row: Row): OutcomeText {
  if (row.direction === 'client-to-server') {
    return outcomeOf(
      'The client wrote a line that is not a valid JSON-RPC message.',
      row.fromRawMessage ? '' : 'If it was not sent on purpose, the author of the client must fix it.',
    );
  }
  return outcomeOf(
    'The server wrote a line to stdout that is not a JSON-RPC message. Clients skip it or fail on it.',
    'On stdio, stdout belongs to the protocol: print logs to stderr.',
  );
}

export function outcomeOf(happened: string, act = ''): OutcomeText {
  return { happened, act };
}
