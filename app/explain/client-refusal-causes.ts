import { clientCapabilityFor, methodFacts } from '../protocol/methods.ts';
import { type CauseRow, causeTable, type Refused, within } from './explanation.ts';
import { quote } from './phrases.ts';

const row = causeTable<Refused>();

/** Whether the client declared the capability that a method needs; undefined if it needs none, or nothing is known. */
function neededOf({ method, facts: { clientCapabilities: declared } }: Refused) {
  const needed = clientCapabilityFor(method);
  return needed === undefined || declared === undefined
    ? undefined
    : { needed, isDeclared: needed in declared };
}

/** Why a client answers a request of the server with a JSON-RPC error. */
export const CLIENT_REFUSALS: readonly CauseRow<Refused>[] = [
  within<Refused>(
    ({ error }) => error.codeText === '-32601',
    [
      row('declared-request-refused', {
        when: (refused) => {
          const found = neededOf(refused);
          return found?.isDeclared ? found : undefined;
        },
        happened: ({ method, needed }) =>
          `The client refuses ${method}, although it declared the capability ${needed}.`,
        actor: 'client',
        must: ({ method, needed }) => `Answer ${method}, or not declare ${needed}.`,
      }),
      row('undeclared-request', {
        when: neededOf,
        happened: ({ method, needed }) =>
          `The client refuses ${method}: it never declared the capability ${needed}.`,
        actor: 'server',
        action: ({ method, needed }) =>
          `The server must not send ${method} to a client that did not declare ${needed}.`,
      }),
      row('undefined-request', {
        when: ({ method }) => method !== '' && methodFacts(method) === undefined,
        happened: ({ method }) => `The client does not know ${method}, and no revision of MCP defines it.`,
        actor: 'server',
        action: ({ method }) => `The server must not send ${method}.`,
      }),
    ],
  ),
  row('request-refused', {
    when: ({ error }) => /reject|declin|refus|denied|cancel/i.test(error.message),
    happened: answeredWithError,
    actor: 'server',
    action: 'The server must go on without it: the user or the client refused.',
  }),
  row('request-failed', {
    happened: answeredWithError,
    actor: 'server',
    action: 'The server must be ready for a refusal, and go on without what it asked for.',
  }),
];

function answeredWithError({ method, error: { message } }: Refused): string {
  const what = method === '' ? 'a request of the server' : `${method}, a request of the server,`;
  return `The client answered ${what} with an error. ${message === '' ? 'It gives no reason.' : `It says ${quote(message)}.`}`;
}
