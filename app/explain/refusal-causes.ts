import { foreignName } from '../base/foreign-text.ts';
import { isJsonObject, stringAt, writtenOut } from '../base/json-value.ts';
import type { EntryStep } from '../codes/catalog.ts';
import { nameByMessage, readableName } from '../codes/code-name.ts';
import { decidedMeaning, integerOf, isAmbiguousCode, lookupCode } from '../codes/lookup.ts';
import { isShared } from '../codes/reference-tables.ts';
import { detailIn, errorText } from '../findings/error-text.ts';
import { saysMethodUnknown } from '../findings/rules/codes.ts';
import { unknownToolIn } from '../findings/rules/tiers.ts';
import { saysIdInUse, speaksOfHandshake } from '../findings/tool-call.ts';
import { callerOf, type NextStep, sentenceOf } from '../protocol/actor.ts';
import { isDeclared } from '../protocol/client-capabilities.ts';
import { clientCapabilityFor, methodFacts, serverCapabilityFor } from '../protocol/methods.ts';
import { refusesModes } from '../protocol/negotiation.ts';
import { isStateless } from '../protocol/revisions.ts';
import { codeOf, valueOfFailure } from './cause-values.ts';
import { type CauseRow, firstOf, row, stepOf, within } from './explanation.ts';
import type { Refused } from './failure.ts';
import { SERVER_SAYS } from './own-words.ts';
import { listedNames, quoted } from './phrases.ts';
import { inRequest, targetValues } from './request-fault.ts';

/** Matches the error's message against a pattern. */
const says = (pattern: RegExp) => (refused: Refused) => pattern.test(refused.error.message);
const isUndefined = ({ method }: Refused) => methodFacts(method) === undefined;

function clientNeeds({ method, facts: { clientCapabilities: declared } }: Refused, isDeclared: boolean) {
  const needed = clientCapabilityFor(method);
  const isThere = needed !== undefined && declared !== undefined && needed in declared === isDeclared;
  return isThere ? { needed } : undefined;
}

/** Why a client answers a server request with a JSON-RPC error. */
export const CLIENT_REFUSALS: readonly CauseRow<Refused>[] = [
  row('undeclared-request', (refused) => clientNeeds(refused, false)),
  within<Refused>(
    ({ error }) => error.codeText === '-32601',
    [
      row('declared-request-refused', (refused) => clientNeeds(refused, true)),
      row('undefined-request', (refused) => refused.method !== '' && isUndefined(refused)),
    ],
  ),
  row('request-refused', says(/^(?!.*connect).*\b(?:reject|declin|refus|denied|cancel|said no\b)/is)),
  row('request-failed', ({ error }) => REQUEST_FAULT_CODES.includes(error.codeText)),
  row('request-failed.client'),
];

/** Codes by which a client rejects the request itself; with any other it failed to serve it. */
const REQUEST_FAULT_CODES: readonly string[] = ['-32700', '-32600', '-32601', '-32602'];

const isUnread = (refused: Refused) => valueOfFailure('unread', refused) !== undefined;

/** Errors that answer no recorded request. */
export const UNMATCHED_ERROR_CAUSES: readonly CauseRow<Refused>[] = [
  row('unread-line', (refused) => (isUnread(refused) ? refused.badLine : undefined)),
  row('unread-message', isUnread),
  row('error-of-no-request.no-id', ({ answerFaults }) =>
    answerFaults.some((fault) => fault.startsWith('id-')),
  ),
  row('error-of-no-request'),
];

const speaksOfNoHandshake = ({ error: { message, data } }: Refused) =>
  speaksOfHandshake(errorText(`${message} ${stringAt(data, 'message') ?? stringAt(data, 'detail') ?? ''}`));

/** The Python SDK's reply to any request before the handshake, which does not mention it (server/session.py). */
const PYTHON_EARLY = /^invalid request parameters$/i;

/** The server mentions the handshake, or answers like an SDK before the handshake. */
const BEFORE_HANDSHAKE = within<Refused>(
  (refused) =>
    speaksOfNoHandshake(refused) ||
    (refused.facts.handshake === 'missing' &&
      refused.method !== 'initialize' &&
      refused.error.codeText === '-32602' &&
      PYTHON_EARLY.test(refused.error.message)),
  [
    row('session-id-not-sent', ({ lacksSession }) => lacksSession === true),
    row('handshake-forgotten', ({ facts }) => facts.handshake === 'done'),
    row('handshake-not-done', ({ facts }) => facts.handshake === 'unknown'),
    row('before-handshake'),
  ],
);

const BREAKS_JSON_RPC = row<Refused>(
  'request-breaks-json-rpc',
  ({ requestFaults }) => requestFaults.length > 0,
);

const REVISION_WORDS = /protocol ?version|unsupported (protocol )?version|revision/i;

const MAX_REVISIONS = 20;

function supportedFrom(fewest: number, { error: { data } }: Refused) {
  const list = listIn(data, 'supported');
  const shown = list.slice(0, MAX_REVISIONS).map((one) => foreignName(writtenOut(one)));
  return list.length >= fewest && { supported: shown.join(', ') };
}

const isOldOpening = ({ method, error }: Refused) => method === 'initialize' && error.codeText === '-32022';
const REVISION_SUPPORTED: readonly CauseRow<Refused>[] = [
  row('revision-unsupported.open', (refused) => isOldOpening(refused) && supportedFrom(1, refused)),
  row('revision-unsupported.several', (refused) => supportedFrom(2, refused)),
  row('revision-unsupported', (refused) => supportedFrom(1, refused)),
];

const INVALID_REQUEST: readonly CauseRow<Refused>[] = [
  BREAKS_JSON_RPC,
  inRequest(),
  row('revision-refused', says(REVISION_WORDS)),
  row('request-id-in-use', ({ error, requestId }) => saysIdInUse(error.message) && { id: requestId }),
  row('refused-whole-envelope'),
];

function serverNeeds({ method }: Refused) {
  const path = serverCapabilityFor(method);
  return path && { needed: path.join('.') };
}

function undeclared({ method, facts: { serverCapabilities: declared } }: Refused): boolean {
  const path = serverCapabilityFor(method);
  return path !== undefined && (declared === undefined || !isDeclared(declared, path));
}

const UNKNOWN_METHOD: readonly CauseRow<Refused>[] = [
  row('task-support', (refused) => refused.method === 'tools/call' && says(/\btask/i)(refused)),
  row('no-such-method', isUndefined),
  row('server-method-sent-by-client', ({ method }) => methodFacts(method)?.sender === 'server'),
  row(
    'method-gone',
    ({ method, facts }) => methodFacts(method)?.until !== undefined && isStateless(facts.revision),
  ),
  within<Refused>(
    (refused) => serverNeeds(refused) === undefined,
    [inRequest('request-malformed'), row('required-method-missing')],
  ),
  row('capability-not-seen', (refused) =>
    refused.facts.serverCapabilities === undefined ? serverNeeds(refused) : undefined,
  ),
  row('capability-not-declared', (refused) => (undeclared(refused) ? serverNeeds(refused) : undefined)),
  inRequest('request-unknown-target', 'request-malformed'),
  row('declared-method-missing', serverNeeds),
];

/** Invalid arguments without a reason; a name alone is not one. */
const BARE =
  /^(?:MCP error -32602: ?)?invalid (?:request )?(?:params|parameters|arguments)[\s.:]*(?:\w+:\s*)?$/i;

const INVALID_PARAMS: readonly CauseRow<Refused>[] = [
  // The example in 2025-11-25, basic/lifecycle.mdx, "Error Handling".
  within<Refused>(
    (refused) => refused.method === 'initialize' && says(REVISION_WORDS)(refused),
    [...REVISION_SUPPORTED, row('revision-refused')],
  ),
  inRequest(),
  row(
    'output-misfit',
    says(/output (validation|schema)|structured ?content|outputSchema|invalid \S+ result\b/i),
  ),
  row('no-such-method-params', isUndefined),
  within<Refused>(
    ({ method }) => method !== 'tools/call',
    [
      row('meta-refused', says(/\b_meta\b|io\.modelcontextprotocol/)),
      row('params-refused.prompt', ({ method }) => method === 'prompts/get'),
      row('params-refused'),
    ],
  ),
  // A gateway or a dispatching tool may not have the tool that it passes the call on to.
  row('request-unknown-target.other', ({ error, facts }) => {
    const named = unknownToolIn(errorText(error.message));
    return named !== '' && { what: 'tool', list: 'tools/list', ...targetValues(named, facts.tools) };
  }),
  row('call-refused-unlisted', ({ facts, target }) => facts.tools.find(target)?.inputSchema === undefined),
  row('fitting-arguments-refused.bare', ({ error: { message, data } }) =>
    BARE.test(`${message} ${detailIn(data)}`),
  ),
  row('fitting-arguments-refused'),
];

const INTERNAL_ERROR: readonly CauseRow<Refused>[] = [
  row(
    'elicitation-modes-refused',
    ({ method, error }) => method === 'initialize' && refusesModes(error.message),
  ),
  inRequest(),
  row('failed-inside', ({ method }) => method === 'tools/call'),
  row('failed-inside.handler'),
];

const VISIT_FIRST: readonly CauseRow<Refused>[] = [
  row('address-to-open', ({ error: { data } }) => {
    const urls = listIn(data, 'elicitations').flatMap((one) => stringAt(one, 'url') ?? []);
    return urls.length > 0 && { urls: listedNames(urls, 2) };
  }),
  row('address-not-named'),
];

function listIn(data: unknown, name: string): readonly unknown[] {
  const list = isJsonObject(data) ? data[name] : undefined;
  return Array.isArray(list) ? list : [];
}

const HEADERS_DIFFER: readonly CauseRow<Refused>[] = [
  row('headers-differ.missing', ({ error }) => {
    const [header] = /\bMcp-[A-Z][\w-]+/i.exec(error.message) ?? [];
    return header !== undefined && /\b(?:missing|require[ds]?)\b/i.test(error.message) && { header };
  }),
  row('headers-differ'),
];

const CLIENT_CAPABILITIES_MISSING: readonly CauseRow<Refused>[] = [
  row('client-capability-not-declared', (refused) => {
    const declared = refused.facts.clientCapabilities;
    const missing = requiredOf(refused).filter((name) => declared === undefined || !(name in declared));
    return missing.length > 0 && { missing: listedNames(missing) };
  }),
  row('declared-capability-denied.stateless', (refused) =>
    isStateless(refused.facts.revision) ? requiredNames(refused) : undefined,
  ),
  row('declared-capability-denied', requiredNames),
  row('capability-not-named'),
];

function requiredOf({ error: { data } }: Refused): readonly string[] {
  const required = isJsonObject(data) ? data.requiredCapabilities : undefined;
  return isJsonObject(required) ? Object.keys(required) : [];
}

function requiredNames(refused: Refused) {
  const required = requiredOf(refused);
  return required.length > 0 && { required: listedNames(required) };
}

/** The causes of the codes that MCP and JSON-RPC define. */
const BY_CODE: ReadonlyMap<number | undefined, readonly CauseRow<Refused>[]> = new Map([
  [-32700, [BREAKS_JSON_RPC, row<Refused>('valid-json-refused')]],
  [-32600, INVALID_REQUEST],
  [-32601, UNKNOWN_METHOD],
  [-32602, INVALID_PARAMS],
  [-32603, INTERNAL_ERROR],
  [-32042, VISIT_FIRST],
  [-32020, HEADERS_DIFFER],
  [-32021, CLIENT_CAPABILITIES_MISSING],
  [-32022, [...REVISION_SUPPORTED, row<Refused>('supported-revisions-not-named')]],
]);

/** A nonstandard code: what this server's vocabulary says, and no guesses. */
const OWN_CODES: readonly CauseRow<Refused>[] = [
  row('code-no-integer.none', ({ error }) => error.codeText === ''),
  row('code-no-integer', ({ error }) => integerOf(error.codeText) === undefined),
  row('code-named-by-message', ({ error }) => {
    const named = nameByMessage(codeOf(error), error.message);
    return named === undefined ? undefined : { named: quoted(named) };
  }),
  row(
    'code-of-vocabulary',
    (refused) => {
      const found = meaningOf(refused);
      return found && { meaning: quoted(readableName(found.entry.name)), vocabulary: found.vocabularyName };
    },
    (refused) => vocabularyStep(meaningOf(refused)?.entry.step, refused),
  ),
  row(
    'code-of-no-vocabulary.ambiguous',
    ({ error }) => isAmbiguousCode(codeOf(error)) || isShared(codeOf(error)),
  ),
  row('code-of-no-vocabulary.application', ({ error }) => codeOf(error) > -32000 || codeOf(error) < -32768),
  row('code-of-no-vocabulary'),
];

function meaningOf(refused: Refused) {
  const meaning = decidedMeaning(lookupCode(codeOf(refused.error), contextOf(refused)));
  return meaning?.standing === 'meaning' ? meaning : undefined;
}

/** Vocabularies advise the model, which only calls tools; for other requests the advice goes to their caller. */
function vocabularyStep(step: EntryStep | undefined, refused: Refused): NextStep | undefined {
  // A pointer to stderr is not advice: stderr is shown anyway.
  if (step === undefined || step.action === '' || step.leadsTo === 'stderr')
    return stepOf('code-of-vocabulary', refused);
  const { actor = 'caller', action, verb } = step;
  const caller = callerOf(refused.method);
  if (actor === 'caller') return { actor: caller, action };
  if (actor !== 'model' || verb === undefined || caller === 'model' || caller === 'user')
    return { actor: actor === 'model' ? caller : actor, action, ...(verb === undefined ? {} : { verb }) };
  return { actor: caller, action: sentenceOf(`The ${caller}`, verb, action) };
}

function contextOf({ method, facts, vocabularies, tier, error: { message, data } }: Refused) {
  return {
    // The framework's if known, since the server's author uses its codes.
    vocabularies: vocabularies.slice(0, 1),
    revision: facts.revision === 'unknown' ? null : facts.revision,
    message,
    tier,
    ...(data === undefined ? {} : { data }),
    ...(method === '' ? {} : { method }),
  };
}

/** A method that no revision defines, and a server that says so with any code. */
const saysNoSuchMethod = (refused: Refused) =>
  isUndefined(refused) &&
  saysMethodUnknown({ errorText: undefined, text: refused.error.message }, refused.method);

/** Why a server answers a request with a JSON-RPC error. */
export const SERVER_REFUSALS: readonly CauseRow<Refused>[] = [
  within<Refused>(({ method }) => method === '', UNMATCHED_ERROR_CAUSES),
  ...SERVER_SAYS,
  BEFORE_HANDSHAKE,
  row('no-such-method', saysNoSuchMethod),
  (refused) => firstOf(BY_CODE.get(integerOf(refused.error.codeText)) ?? [], refused),
  inRequest(),
  ...OWN_CODES,
];
