import { isJsonObject, stringAt, writtenOut } from '../base/json-value.ts';
import { integerOf } from '../codes/lookup.ts';
import { didYouMean } from '../findings/call-name.ts';
import { errorText, saysUnknown } from '../findings/error-text.ts';
import { speaksOfHandshake } from '../findings/tool-call.ts';
import { callerOf } from '../protocol/actor.ts';
import { isDeclared } from '../protocol/client-capabilities.ts';
import { MCP_METHODS, methodFacts, serverCapabilityFor } from '../protocol/methods.ts';
import { isStateless } from '../protocol/revisions.ts';
import { type CauseRow, causeTable, firstOf, type Refused, within } from './explanation.ts';
import { OWN_CODES } from './own-code-causes.ts';
import { faultsText, listedNames, quote, quoted, reasonText } from './phrases.ts';
import { inRequest } from './request-fault.ts';

const row = causeTable<Refused>();
const ofCaller = ({ method }: Refused) => callerOf(method);

/** How a server says that it cannot read a line. */
const UNREAD: ReadonlyMap<string, string> = new Map([
  ['-32700', 'is no JSON'],
  ['-32600', 'is no valid request'],
]);
const unread = ({ error: { codeText, message } }: Refused) => {
  const what = UNREAD.get(codeText);
  return what === undefined
    ? undefined
    : { unread: `The server says that a line which it read ${what}: ${quote(message)}.` };
};

/** Errors that answer no request which the recording shows. */
export const OF_NO_REQUEST: readonly CauseRow<Refused>[] = [
  row('unread-line', {
    when: (refused) => {
      const said = unread(refused);
      return said === undefined || refused.badLine === undefined
        ? undefined
        : { ...said, ...refused.badLine };
    },
    happened: ({ unread, seq, reason }) =>
      `${unread} The last such line of the client is #${seq} (${reason}).`,
    actor: 'client',
    must: ({ seq }) => `Mend what it wrote in #${seq}, if the line was not a test.`,
  }),
  row('unread-message', {
    when: unread,
    happened: ({ unread }) => `${unread} Every line of the client in this recording is a message.`,
    actor: 'server',
    action: 'See what the client wrote just before, and what the server cannot read in it.',
  }),
  row('error-of-no-request', {
    happened: ({ answerFaults }) =>
      `The server sent an error ${answerFaults.some((fault) => fault.startsWith('id-')) ? 'without a usable id' : 'to no open request'}: no client can tell which call it answers.`,
    actor: 'server',
    action: 'The server must copy the id of the request into its answer.',
  }),
];

const speaksOfNoHandshake = ({ error: { message, data } }: Refused) =>
  speaksOfHandshake(errorText(`${message} ${stringAt(data, 'message') ?? stringAt(data, 'detail') ?? ''}`));

const SEND_INITIALIZE =
  'Send initialize, wait for its answer, send notifications/initialized, and only then the request.';

/** The server speaks of the handshake, or has not had it. */
const BEFORE_HANDSHAKE = within<Refused>(
  (refused) =>
    speaksOfNoHandshake(refused) ||
    (refused.facts.handshake === 'missing' &&
      refused.method !== 'initialize' &&
      !saysUnknown(errorText(refused.error.message))),
  [
    row('handshake-forgotten', {
      when: ({ facts }) => facts.handshake === 'done',
      happened: ({ call }) =>
        `The server says that it is not initialized, although its handshake was done before ${call}.`,
      actor: 'server',
      action: 'See whether the server restarted or lost its session; connect again, with a new initialize.',
      deeper: true,
    }),
    row('handshake-not-done', {
      when: ({ facts }) => facts.handshake === 'unknown',
      happened: ({ call }) => `The server says that ${call} came before the handshake was done.`,
      actor: 'client',
      action: SEND_INITIALIZE,
    }),
    row('before-handshake', {
      happened: (refused) =>
        `${refused.call} came before the handshake: no initialize was completed before it.${speaksOfNoHandshake(refused) ? '' : ' The server answered it with an error.'}`,
      actor: 'client',
      action: SEND_INITIALIZE,
    }),
  ],
);

const VERSION = /protocol ?version|unsupported (protocol )?version|revision/i;

const INVALID_REQUEST = [
  row('request-breaks-json-rpc', {
    when: ({ requestFaults }) => requestFaults.length > 0,
    happened: ({ requestFaults }) =>
      `The envelope of the request breaks JSON-RPC: ${faultsText(requestFaults)}.`,
    actor: 'client',
    action:
      'The client must send jsonrpc "2.0", a method, an id of text or integer, and params as an object.',
  }),
  inRequest(),
  row('revision-refused', {
    when: ({ error }) => VERSION.test(error.message),
    happened: ({ error }) =>
      `The server refuses the revision of the protocol that the client names: ${quote(error.message)}.`,
    actor: 'client',
    action: 'Ask for a revision that the server supports.',
  }),
  row('refused-whole-envelope', {
    happened: ({ error }) =>
      `The envelope of the request is whole, so -32600 is about something else: the server says ${quote(error.message)}.`,
    actor: ofCaller,
    action: 'Go by the message: jsonrpc, id and method of this request are in order.',
    deeper: true,
  }),
];

/** The capability that the method needs of the server, if it needs one. */
function neededOf({ method, facts }: Refused) {
  const needed = serverCapabilityFor(method);
  const declared = facts.serverCapabilities;
  return (
    needed && {
      capability: needed.join('.'),
      isMissing: declared === undefined || !isDeclared(declared, needed),
    }
  );
}

const UNKNOWN_METHOD = [
  row('task-support', {
    when: ({ method, error }) => method === 'tools/call' && /\btask/i.test(error.message),
    happened: ({ target, error }) =>
      `The tool ${target} can only be called as a task, or cannot be called as one: ${quote(error.message)}.`,
    actor: 'client',
    action: "Compare the call with the tool's execution.taskSupport, and send params.task accordingly.",
  }),
  row('no-such-method', {
    when: ({ method }) => methodFacts(method) === undefined,
    happened: ({ method }) =>
      `The server does not know the method ${quoted(method)}, and no revision of MCP defines it.${didYouMean(method, MCP_METHODS)}`,
    actor: 'client',
    action: 'Correct the name of the method, or do not send it to this server.',
  }),
  row('server-method-sent-by-client', {
    when: ({ method }) => methodFacts(method)?.sender === 'server',
    happened: ({ method }) =>
      `${method} is a request that servers send to clients, so the server is right not to answer it.`,
    actor: 'client',
    action: ({ method }) => `The client must not send ${method}.`,
  }),
  row('method-gone', {
    when: ({ method, facts }) => methodFacts(method)?.until !== undefined && isStateless(facts.revision),
    happened: ({ method }) =>
      `${method} is gone since 2026-07-28, the revision of this session, so the server is right not to know it.`,
    actor: 'client',
    action: ({ method }) => `The client must not send ${method} in a session of 2026-07-28.`,
  }),
  row('required-method-missing', {
    when: (refused) => neededOf(refused) === undefined,
    happened: ({ method }) =>
      `The server does not know ${method}, which every server of this revision should answer.`,
    actor: 'server',
    must: ({ method }) => `Add ${method}.`,
  }),
  row('capability-not-seen', {
    when: (refused) => (refused.facts.serverCapabilities === undefined ? neededOf(refused) : undefined),
    happened: ({ method, capability }) =>
      `The server does not know ${method}. It needs the capability ${capability}; what the server declared is not in this recording.`,
    actor: 'client',
    action: ({ method, capability }) => `Call ${method} only if the server declared ${capability}.`,
  }),
  row('capability-not-declared', {
    when: (refused) => {
      const needed = neededOf(refused);
      return needed?.isMissing ? needed : undefined;
    },
    happened: ({ method, capability }) =>
      `The server does not know ${method}, and it never declared the capability ${capability} that the method needs.`,
    actor: 'client',
    action: ({ method }) => `The client must not call ${method} on this server.`,
  }),
  inRequest('unknown-target', 'malformed'),
  row('declared-method-missing', {
    when: neededOf,
    happened: ({ method, capability }) =>
      `The server does not know ${method}, although it declared the capability ${capability}.`,
    actor: 'server',
    must: ({ method, capability }) =>
      `Add the handler of ${method}, or drop ${capability} from the capabilities.`,
  }),
];

const INVALID_PARAMS = [
  inRequest(),
  row('output-misfit', {
    when: ({ error }) => /output (validation|schema)|structured ?content|outputSchema/i.test(error.message),
    happened: ({ call, error }) =>
      `The result of ${call} does not fit the outputSchema of the tool: ${quote(error.message)}.`,
    actor: 'server',
    action: 'The author of the tool must make its structuredContent and its outputSchema agree.',
  }),
  row('no-such-method-params', {
    when: ({ method }) => methodFacts(method) === undefined,
    happened: ({ method, error }) =>
      `No revision of MCP defines the method ${quoted(method)}, and the server refuses it or its params. ${reasonText(error)}${didYouMean(method, MCP_METHODS)}`,
    actor: 'client',
    action: 'Correct the name of the method, or compare the params with what this server defines for it.',
  }),
  within<Refused>(
    ({ method }) => method !== 'tools/call',
    [
      row('meta-refused', {
        when: ({ error }) => /\b_meta\b|io\.modelcontextprotocol/.test(error.message),
        happened: paramsRefused,
        actor: 'client',
        action: 'The client must send in params._meta what the message names.',
      }),
      row('params-refused', {
        happened: paramsRefused,
        actor: ofCaller,
        action: ({ method, target }) =>
          method === 'prompts/get'
            ? `Correct the arguments of the prompt ${target} by the message.`
            : `Compare the params with what the revision defines for ${method}, and with the message.`,
      }),
    ],
  ),
  row('call-refused-unlisted', {
    when: ({ facts, target }) => facts.tools.find(target)?.inputSchema === undefined,
    happened: ({ target, error }) =>
      `The server refuses the call of ${quoted(target)}. ${reasonText(error)} The recording shows no list with the schema of this tool.`,
    actor: 'model',
    action: 'Compare the arguments with the message and with what tools/list says of the tool.',
  }),
  row('fitting-arguments-refused', {
    happened: ({ target, error }) =>
      `The server refuses the arguments of ${target}, although they fit the inputSchema that it listed. ${reasonText(error)}`,
    actor: 'model',
    action: 'Correct the arguments by the message.',
  }),
];

function paramsRefused({ call, error }: Refused): string {
  return `The server refuses the params of ${call}. ${reasonText(error)}`;
}

const INTERNAL_ERROR = [
  inRequest(),
  row('failed-inside', {
    happened: ({ call, error }) =>
      `${call} failed inside the server, which reports an internal error. ${reasonText(error)}`,
    step: ({ method, target }) =>
      method === 'tools/call'
        ? {
            actor: 'server',
            action: `The author of ${target || 'the tool'} must mend the failure, or report it as a result with isError.`,
          }
        : { actor: 'server', verb: 'must', action: `Mend the handler of ${method}.` },
    deeper: true,
  }),
];

const VISIT_FIRST = [
  row('address-to-open', {
    when: ({ error: { data } }) => {
      const list = isJsonObject(data) && Array.isArray(data.elicitations) ? data.elicitations : [];
      const urls = list.flatMap((one) => stringAt(one, 'url') ?? []);
      return urls.length > 0 && { urls };
    },
    happened: ({ urls }) => `The user must open ${listedNames(urls, 2)} first.`,
    actor: 'user',
    action: 'Open the address, and send the same call again once that is done.',
  }),
  row('address-not-named', {
    happened: 'The server wants its user to open an address first, but names none in data.elicitations.',
    actor: 'server',
    must: 'Put the address into data.elicitations.',
  }),
];

const HEADERS_DIFFER = row('headers-differ', {
  happened: 'The HTTP headers of the request do not agree with its body, so the server refused it.',
  actor: 'client',
  action: 'The client must send Mcp-Method, Mcp-Name and MCP-Protocol-Version as they stand in the body.',
});

const CLIENT_CAPABILITIES_MISSING = [
  row('client-capability-not-declared', {
    when: (refused) => {
      const declared = refused.facts.clientCapabilities;
      const missing = requiredOf(refused).filter((name) => declared === undefined || !(name in declared));
      return missing.length > 0 && { missing: listedNames(missing) };
    },
    happened: ({ missing }) => `The server needs ${missing} of the client, which the client did not declare.`,
    actor: 'client',
    action: ({ missing }) => `Declare ${missing} in the client, or do without this call.`,
  }),
  row('declared-capability-denied', {
    when: (refused) => requiredOf(refused).length > 0 && { required: listedNames(requiredOf(refused)) },
    happened: ({ required }) =>
      `The server contradicts the client: it refuses the call for want of ${required}, which the client did declare.`,
    actor: 'server',
    must: ({ facts }) =>
      `Mend this: it must read the capabilities that the client declares ${isStateless(facts.revision) ? 'in the _meta of the request' : 'in initialize'}, and refuse only for one that is missing.`,
  }),
  row('capability-not-named', {
    happened:
      'The server needs a capability of the client, but does not name it in data.requiredCapabilities.',
    actor: 'server',
    must: 'Name what it needs.',
  }),
];

function requiredOf({ error: { data } }: Refused): readonly string[] {
  const required = isJsonObject(data) ? data.requiredCapabilities : undefined;
  return isJsonObject(required) ? Object.keys(required) : [];
}

const REVISION_REFUSED = [
  row('revision-unsupported', {
    when: ({ error: { data } }) => {
      const list = isJsonObject(data) && Array.isArray(data.supported) ? data.supported : [];
      const supported = list.map(writtenOut).join(', ');
      return list.length > 0 && { supported, oneOf: list.length === 1 ? '' : 'one of ' };
    },
    happened: (refused) => `${notSpoken(refused)} It supports ${refused.supported}.`,
    actor: 'client',
    action: ({ supported, oneOf }) => `Connect with ${oneOf}${supported}.`,
  }),
  row('supported-revisions-not-named', {
    happened: notSpoken,
    actor: 'server',
    must: 'Name its revisions in data.supported.',
  }),
];

function notSpoken({ params, error: { data } }: Refused): string {
  const asked = stringAt(data, 'requested') ?? stringAt(params, 'protocolVersion');
  return `The server does not speak ${asked === undefined ? 'the revision that the client names' : `the revision ${quoted(asked)}`}.`;
}

const NOT_JSON = row('valid-json-refused', {
  happened: ({ call }) =>
    `The server says that the request is no JSON, but ${call} is valid JSON: the server failed to read it for another reason.`,
  actor: 'server',
  action:
    'See what the server expects that it cannot read here: the method, the id, or the shape of the params.',
  deeper: true,
});

/** The causes of the codes that MCP and JSON-RPC define. */
const BY_CODE: ReadonlyMap<number | undefined, readonly CauseRow<Refused>[]> = new Map([
  [-32700, [NOT_JSON]],
  [-32600, INVALID_REQUEST],
  [-32601, UNKNOWN_METHOD],
  [-32602, INVALID_PARAMS],
  [-32603, INTERNAL_ERROR],
  [-32042, VISIT_FIRST],
  [-32020, [HEADERS_DIFFER]],
  [-32021, CLIENT_CAPABILITIES_MISSING],
  [-32022, REVISION_REFUSED],
]);

/** Why a server answers a request with a JSON-RPC error. */
export const SERVER_REFUSALS: readonly CauseRow<Refused>[] = [
  within<Refused>(({ method }) => method === '', OF_NO_REQUEST),
  BEFORE_HANDSHAKE,
  (refused) => firstOf(BY_CODE.get(integerOf(refused.error.codeText)) ?? [], refused),
  inRequest(),
  ...OWN_CODES,
];
