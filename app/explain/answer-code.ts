import { isJsonObject, stringAt, writtenOut } from '../base/json-value.ts';
import { integerOf } from '../codes/lookup.ts';
import { callName } from '../findings/call-name.ts';
import { detailIn, errorText, saysUnknown } from '../findings/error-text.ts';
import { didYouMean } from '../findings/nearest-name.ts';
import { speaksOfHandshake } from '../findings/tool-call.ts';
import { isDeclared } from '../protocol/client-capabilities.ts';
import { MCP_METHODS, methodFacts, serverCapabilityFor } from '../protocol/methods.ts';
import { isStateless } from '../protocol/revisions.ts';
import type { WireError } from '../wire/envelope.ts';
import { callerOf, type SomeDeed } from './actor.ts';
import { type Explanation, explainedFor, type Failure, listedNames, quoted, saying } from './failure.ts';
import { ownCode } from './own-code.ts';
import { type RequestFault, requestFault } from './request-fault.ts';
import { faultsText, said } from './sayings.ts';

/** Explains a JSON-RPC error that answers a request of the client. */
export function explainServerError(failure: Failure, error: WireError): Explanation {
  if (failure.method === '') return ofNoRequest(failure, error);
  return beforeHandshake(failure, error) ?? byCode(failure, error);
}

function byCode(failure: Failure, error: WireError): Explanation {
  switch (integerOf(error.codeText)) {
    case -32700:
      return notJson(failure);
    case -32600:
      return invalidRequest(failure, error);
    case -32601:
      return unknownMethod(failure, error);
    case -32602:
      return faultIn(failure, error) ?? invalidParams(failure, error);
    case -32603:
      return faultIn(failure, error) ?? failedInside(failure, error);
    case -32042:
      return visitFirst(error);
    case -32020:
      return headersDiffer();
    case -32021:
      return capabilitiesMissing(failure, error);
    case -32022:
      return versionRefused(failure, error);
    default:
      return faultIn(failure, error) ?? ownCode(failure, error);
  }
}

/** An error that answers no request which the recording shows. */
export function ofNoRequest(
  { answerFaults, badLine }: Failure,
  { codeText, message }: WireError,
): Explanation {
  if (codeText === '-32700' || codeText === '-32600') {
    const why = codeText === '-32700' ? 'is no JSON' : 'is no valid request';
    const line =
      badLine === undefined
        ? 'Every line of the client in this recording is a message'
        : `The last such line of the client is #${badLine.seq} (${badLine.reason})`;
    return explainedFor(
      badLine === undefined ? 'server' : 'client',
      `The server says that a line which it read ${why}: ${saying(message)}. ${line}.`,
      badLine === undefined
        ? 'See what the client wrote just before, and what the server cannot read in it.'
        : `The author of the client must mend what it wrote in #${badLine.seq}, if the line was not a test.`,
    );
  }
  const id = answerFaults.some((fault) => fault.startsWith('id-'))
    ? 'without a usable id'
    : 'to no open request';
  return explainedFor(
    'server',
    `The server sent an error ${id}: no client can tell which call it answers.`,
    'The server must copy the id of the request into its answer.',
  );
}

/** The server speaks of the handshake, or has not had it. */
function beforeHandshake(failure: Failure, { message, data }: WireError): Explanation | undefined {
  const spoken = speaksOfHandshake(
    errorText(`${message} ${stringAt(data, 'message') ?? stringAt(data, 'detail') ?? ''}`),
  );
  const early = failure.facts.handshake === 'missing' && failure.method !== 'initialize';
  if (!spoken && !(early && !saysUnknown(errorText(message)))) return undefined;
  if (failure.facts.handshake === 'done') {
    return explainedFor(
      'server',
      `The server says that it is not initialized, although its handshake was done before ${callName(failure)}.`,
      'See whether the server restarted or lost its session; connect again, with a new initialize.',
      { deeper: true },
    );
  }
  if (failure.facts.handshake === 'unknown') {
    return explainedFor(
      'client',
      `The server says that ${callName(failure)} came before the handshake was done.`,
      'Send initialize, wait for its answer, send notifications/initialized, and only then the request.',
    );
  }
  return explainedFor(
    'client',
    `${callName(failure)} came before the handshake: this recording shows no completed initialize.${spoken ? '' : ' The server answered it with an error.'}`,
    'Send initialize, wait for its answer, send notifications/initialized, and only then the request.',
  );
}

function notJson(failure: Failure): Explanation {
  return explainedFor(
    'server',
    `The server says that the request is no JSON, but ${callName(failure)} is valid JSON: the server failed to read it for another reason.`,
    'See what the server expects that it cannot read here: the method, the id, or the shape of the params.',
    { deeper: true },
  );
}

const VERSION = /protocol ?version|unsupported (protocol )?version|revision/i;

function invalidRequest(failure: Failure, error: WireError): Explanation {
  const broken = failure.requestFaults;
  if (broken.length > 0) {
    return explainedFor(
      'client',
      `The envelope of the request breaks JSON-RPC: ${faultsText(broken)}.`,
      'The client must send jsonrpc "2.0", a method, an id of text or integer, and params as an object.',
    );
  }
  const fault = faultIn(failure, error);
  if (fault !== undefined) return fault;
  if (VERSION.test(error.message)) {
    return explainedFor(
      'client',
      `The server refuses the revision of the protocol that the client names: ${saying(error.message)}.`,
      'Ask for a revision that the server supports.',
    );
  }
  return explainedFor(
    callerOf(failure.method),
    `The envelope of the request is whole, so -32600 is about something else: the server says ${saying(error.message)}.`,
    'Go by the message: jsonrpc, id and method of this request are in order.',
    { deeper: true },
  );
}

function unknownMethod(failure: Failure, error: WireError): Explanation {
  const { method, facts } = failure;
  const known = methodFacts(method);
  if (method === 'tools/call' && TASKS.test(error.message)) {
    return explainedFor(
      'client',
      `The tool ${failure.target} can only be called as a task, or cannot be called as one: ${saying(error.message)}.`,
      "Compare the call with the tool's execution.taskSupport, and send params.task accordingly.",
    );
  }
  if (known === undefined) {
    return explainedFor(
      'client',
      `The server does not know the method ${quoted(method)}, and no revision of MCP defines it.${didYouMean(method, MCP_METHODS)}`,
      'Correct the name of the method, or do not send it to this server.',
    );
  }
  if (known.sender === 'server') {
    return explainedFor(
      'client',
      `${method} is a request that servers send to clients, so the server is right not to answer it.`,
      `The client must not send ${method}.`,
    );
  }
  if (known.until !== undefined && isStateless(facts.revision)) {
    return explainedFor(
      'client',
      `${method} is gone since 2026-07-28, the revision of this session, so the server is right not to know it.`,
      `The client must not send ${method} in a session of 2026-07-28.`,
    );
  }
  const needed = serverCapabilityFor(method);
  if (needed === undefined) {
    return explainedFor(
      'server',
      `The server does not know ${method}, which every server of this revision should answer.`,
      `The author of the server must add ${method}.`,
    );
  }
  const name = needed.join('.');
  if (facts.serverCapabilities === undefined) {
    return explainedFor(
      'client',
      `The server does not know ${method}. It needs the capability ${name}; what the server declared is not in this recording.`,
      `Call ${method} only if the server declared ${name}.`,
    );
  }
  const isMissing = isDeclared(facts.serverCapabilities, needed);
  const target = isMissing ? faultIn(failure, error, ['unknown-target', 'malformed']) : undefined;
  if (target !== undefined) return target;
  return isMissing
    ? explainedFor(
        'server',
        `The server does not know ${method}, although it declared the capability ${name}.`,
        `The author of the server must add the handler of ${method}, or drop ${name} from the capabilities.`,
      )
    : explainedFor(
        'client',
        `The server does not know ${method}, and it never declared the capability ${name} that the method needs.`,
        `The client must not call ${method} on this server.`,
      );
}

const TASKS = /\btask/i;

/** The fault in the request, if one can be shown; it names the argument, the tool, the resource or the prompt. */
function faultIn(
  failure: Failure,
  { message, data, codeText }: WireError,
  kinds?: readonly RequestFault['kind'][],
): Explanation | undefined {
  const text = `${message} ${detailIn(data)}`;
  const unknown =
    (codeText === '-32002' && failure.method === 'resources/read') || saysTargetUnknown(failure, text);
  const fault = requestFault(failure, unknown);
  if (fault === undefined || kinds?.includes(fault.kind) === false) return undefined;
  // The handler may fail for another reason, unless the server itself speaks of the params or the target.
  if (fault.kind === 'misfit' && codeText !== '-32602' && !SPEAKS_OF_PARAMS.test(text)) return undefined;
  return explainedFor(fault.acts, fault.text, fault.todo, { inRequest: true });
}

/** True if a text says that the tool, prompt or resource of the call is not there. */
export function saysTargetUnknown({ method, target }: Failure, text: string): boolean {
  if (!saysUnknown(errorText(text))) return false;
  if (method === 'resources/read') return true;
  return (target !== '' && text.includes(target)) || /\b(tool|prompt|resource|uri)s?\b/i.test(text);
}

const SPEAKS_OF_PARAMS =
  /valid|argument|param|schema|required|missing|expected|must|type|unmarshal|parse|decode|cannot be|null/i;
const OUTPUT = /output (validation|schema)|structured ?content|outputSchema/i;

function invalidParams(failure: Failure, error: WireError): Explanation {
  const { method, target, facts } = failure;
  if (OUTPUT.test(error.message)) {
    return explainedFor(
      'server',
      `The result of ${callName(failure)} does not fit the outputSchema of the tool: ${saying(error.message)}.`,
      'The author of the tool must make its structuredContent and its outputSchema agree.',
    );
  }
  if (methodFacts(method) === undefined) {
    return explainedFor(
      'client',
      `No revision of MCP defines the method ${quoted(method)}, and the server refuses it or its params. ${said(error)}${didYouMean(method, MCP_METHODS)}`,
      'Correct the name of the method, or compare the params with what this server defines for it.',
    );
  }
  if (method !== 'tools/call') {
    const { acts, todo } = paramsDeed(failure, error);
    return explainedFor(acts, `The server refuses the params of ${callName(failure)}. ${said(error)}`, todo);
  }
  const schema = facts.tools.find(target)?.inputSchema;
  if (schema === undefined) {
    return explainedFor(
      'model',
      `The server refuses the call of ${quoted(target)}. ${said(error)} The recording shows no list with the schema of this tool.`,
      'Compare the arguments with the message and with what tools/list says of the tool.',
    );
  }
  return explainedFor(
    'model',
    `The server refuses the arguments of ${target}, although they fit the inputSchema that it listed. ${said(error)}`,
    'Correct the arguments by the message.',
  );
}

function failedInside(failure: Failure, error: WireError): Explanation {
  return explainedFor(
    'server',
    `${callName(failure)} failed inside the server, which reports an internal error. ${said(error)}`,
    failure.method === 'tools/call'
      ? `The author of ${failure.target || 'the tool'} must mend the failure, or report it as a result with isError.`
      : `The author of the server must mend the handler of ${failure.method}.`,
    { deeper: true },
  );
}

function visitFirst({ data }: WireError): Explanation {
  const list = isJsonObject(data) && Array.isArray(data.elicitations) ? data.elicitations : [];
  const urls = list.flatMap((one) => stringAt(one, 'url') ?? []);
  return urls.length === 0
    ? explainedFor(
        'server',
        'The server wants its user to open an address first, but names none in data.elicitations.',
        'The author of the server must put the address into data.elicitations.',
      )
    : explainedFor(
        'user',
        `The user must open ${listedNames(urls, 2)} first.`,
        'Open the address, and send the same call again once that is done.',
      );
}

function headersDiffer(): Explanation {
  return explainedFor(
    'client',
    'The HTTP headers of the request do not agree with its body, so the server refused it.',
    'The client must send Mcp-Method, Mcp-Name and MCP-Protocol-Version as they stand in the body.',
  );
}

function capabilitiesMissing({ facts }: Failure, { data }: WireError): Explanation {
  const required =
    isJsonObject(data) && isJsonObject(data.requiredCapabilities)
      ? Object.keys(data.requiredCapabilities)
      : [];
  if (required.length === 0) {
    return explainedFor(
      'server',
      'The server needs a capability of the client, but does not name it in data.requiredCapabilities.',
      'The author of the server must name what it needs.',
    );
  }
  const declared = facts.clientCapabilities;
  const missing = declared === undefined ? required : required.filter((name) => !(name in declared));
  return missing.length === 0
    ? explainedFor(
        'server',
        `The server contradicts the client: it refuses the call for want of ${listedNames(required)}, which the client did declare.`,
        `The author of the server must mend this: it must read the capabilities that the client declares ${isStateless(facts.revision) ? 'in the _meta of the request' : 'in initialize'}, and refuse only for one that is missing.`,
      )
    : explainedFor(
        'client',
        `The server needs ${listedNames(missing)} of the client, which the client did not declare.`,
        `Declare ${listedNames(missing)} in the client, or do without this call.`,
      );
}

function versionRefused({ params }: Failure, { data }: WireError): Explanation {
  const asked = stringAt(data, 'requested') ?? stringAt(params, 'protocolVersion');
  const supported = isJsonObject(data) && Array.isArray(data.supported) ? data.supported.map(writtenOut) : [];
  const what = asked === undefined ? 'the revision that the client names' : `the revision ${quoted(asked)}`;
  return supported.length === 0
    ? explainedFor(
        'server',
        `The server does not speak ${what}.`,
        'The author of the server must name its revisions in data.supported.',
      )
    : explainedFor(
        'client',
        `The server does not speak ${what}. It supports ${supported.join(', ')}.`,
        `Connect with ${supported.length === 1 ? '' : 'one of '}${supported.join(', ')}.`,
      );
}

const SPEAKS_OF_META = /\b_meta\b|io\.modelcontextprotocol/;

function paramsDeed({ method, target }: Failure, { message }: WireError): SomeDeed {
  if (SPEAKS_OF_META.test(message))
    return { acts: 'client', todo: 'The client must send in params._meta what the message names.' };
  return {
    acts: callerOf(method),
    todo:
      method === 'prompts/get'
        ? `Correct the arguments of the prompt ${target} by the message.`
        : `Compare the params with what the revision defines for ${method}, and with the message.`,
  };
}
