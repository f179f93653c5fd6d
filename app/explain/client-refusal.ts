import { clientCapabilityFor, methodFacts } from '../protocol/methods.ts';
import type { WireError } from '../wire/envelope.ts';
import { type Explanation, explainedFor, type Failure, saying } from './failure.ts';

/** Explains a JSON-RPC error by which the client answers a request of the server. */
export function explainClientError(failure: Failure, { codeText, message }: WireError): Explanation {
  const { method, facts } = failure;
  const needed = clientCapabilityFor(method);
  if (codeText === '-32601' && needed !== undefined && facts.clientCapabilities !== undefined) {
    return needed in facts.clientCapabilities
      ? explainedFor(
          'client',
          `The client refuses ${method}, although it declared the capability ${needed}.`,
          `The author of the client must answer ${method}, or not declare ${needed}.`,
        )
      : explainedFor(
          'server',
          `The client refuses ${method}: it never declared the capability ${needed}.`,
          `The server must not send ${method} to a client that did not declare ${needed}.`,
        );
  }
  if (codeText === '-32601' && method !== '' && methodFacts(method) === undefined) {
    return explainedFor(
      'server',
      `The client does not know ${method}, and no revision of MCP defines it.`,
      `The server must not send ${method}.`,
    );
  }
  return explainedFor(
    'server',
    `The client answered ${method === '' ? 'a request of the server' : `${method}, a request of the server,`} with an error. ${message === '' ? 'It gives no reason.' : `It says ${saying(message)}.`}`,
    REFUSED.test(message)
      ? 'The server must go on without it: the user or the client refused.'
      : 'The server must be ready for a refusal, and go on without what it asked for.',
  );
}

const REFUSED = /reject|declin|refus|denied|cancel/i;
