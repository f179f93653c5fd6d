import { isJsonObject, stringAt } from '../base/json-value.ts';
import { callName } from '../findings/call-name.ts';
import { errorText } from '../findings/error-text.ts';
import { saysAsClients } from '../findings/rules/codes.ts';
import { PYTHON_ID } from '../findings/rules/envelope.ts';
import { runsCode, validatorDump } from '../findings/rules/leaks.ts';
import { losesVisit } from '../findings/rules/wording.ts';
import { upstreamIn } from '../findings/upstream-words.ts';
import { firstText } from '../frame/preview.ts';
import { methodFacts } from '../protocol/methods.ts';
import { isTimeOut, phraseOf } from './cause-values.ts';
import { type CauseRow, type Explanation, explainedBy, row, within } from './explanation.ts';
import { type Failed, type Failure, type LineFault, NO_FAILED } from './failure.ts';
import { FRAMEWORK_WORDS } from './framework-words.ts';
import { HTTP_CAUSES } from './http-causes.ts';
import { missingSetting, upstreamCause } from './own-words.ts';
import { durationText, quote, quoted } from './phrases.ts';
import { CUT_OFF, explainEnd, LOST } from './process-causes.ts';
import { CLIENT_REFUSALS, SERVER_REFUSALS, UNMATCHED_ERROR_CAUSES } from './refusal-causes.ts';
import { requestFault, saysTargetUnknown, UNANSWERABLE } from './request-fault.ts';

const isForeign = ({ method, other, unmatchedId }: Failed) =>
  other === 'server' && unmatchedId === undefined && methodFacts(method) === undefined;
const UNDER_OTHER_ID = within<Failed>(
  ({ unmatchedId, error, misnumbers, answerFaults }) =>
    unmatchedId !== undefined &&
    (error === undefined || misnumbers || unmatchedId === PYTHON_ID) &&
    answerFaults.every((fault) => fault.startsWith('id-')),
  [
    UNANSWERABLE,
    row('answered-under-other-id.none', ({ unmatchedId }) => unmatchedId === '' || unmatchedId === 'null'),
    row(
      'answered-under-other-id.python',
      ({ unmatchedId, http }) => unmatchedId === PYTHON_ID && http !== undefined,
    ),
    row('answered-under-other-id.gateway', ({ unmatchedId }) => unmatchedId === PYTHON_ID),
    row('answered-under-other-id'),
  ],
);
/** If two requests with the same id were open, matching answers to them is a guess. */
const SHARED_ID = within<Failed>(
  ({ sharesId }) => sharesId,
  [
    row('shared-id', ({ error, result }) => error !== undefined || result !== undefined),
    row('shared-id.unanswered', ({ outcome }) => outcome === 'timed out'),
  ],
);
/** A handler that fails after this time ran its own code, so it is not merely slow. */
const SOON_MS = 1000;
const asksClient = ({ other }: Failed) => other === 'client';

const GIVEN_UP: readonly CauseRow<Failed>[] = [
  within<Failed>(
    ({ outcome }) => outcome === 'late',
    [
      row('stopped-after-cancel', ({ error }) => error !== undefined && CANCELLED.test(error.message)),
      row('answered-at-end', ({ answeredAtEnd, other }) => answeredAtEnd === true && other === 'server'),
      row('answered-after-time-out.server', (failed) => isTimeOut(failed) && failed.who === 'server'),
      row('answered-after-time-out', isTimeOut),
      row('answered-after-cancel'),
    ],
  ),
  UNANSWERABLE,
  row('request-dropped.method', isForeign),
  row('answer-is-no-message.framed', (failed) =>
    failed.brokenLine?.isHeader ? brokenLine(failed) : undefined,
  ),
  row('answer-is-no-message.cut', (failed) =>
    failed.brokenLine?.likeMessage ? brokenLine(failed) : undefined,
  ),
  row('answer-is-no-message', brokenLine),
  (failed) => (isTimeOut(failed) && failed.other === 'server' ? CUT_OFF(failed) : undefined),
  row('cancelled', (failed) => !isTimeOut(failed)),
  within<Failed>(
    ({ silence, other }) => silence !== undefined && other === 'server',
    (['cancel', 'line', 'crash', 'answer'] as const).map((kind) =>
      row(`silent-since.${kind}`, ({ silence }: Failed) => silence?.kind === kind),
    ),
  ),
  within<Failed>(
    ({ method, other }) => method === 'initialize' && other === 'server',
    [row('initialize-timed-out.again', ({ answeredBefore }) => answeredBefore), row('initialize-timed-out')],
  ),
  row('client-timed-out', asksClient),
  row('timed-out.soon', ({ method, endedMs }) => method === 'tools/call' && (endedMs ?? SOON_MS) < SOON_MS),
  row('timed-out'),
];

function brokenLine({ brokenLine, other }: Failed) {
  if (other !== 'server' || brokenLine === undefined) return undefined;
  return { seq: brokenLine.seq, wroteAfter: durationText(brokenLine.afterMs) };
}

/** Results that the client rejected, and requests that it did not send. */
const REJECTED: readonly CauseRow<Failed>[] = [
  row('result-misfit.extra', ({ resultFault }) => resultFault?.kind === 'extra'),
  row('result-misfit', ({ resultFault }) => resultFault !== undefined),
  row(
    'not-sent',
    ({ givenUpBy, result, answeredMs }) =>
      givenUpBy === 'event' && result === undefined && answeredMs === undefined,
  ),
  row('revision-not-shared', ({ method, text }) => method === 'initialize' && /version|revision/i.test(text)),
  row('answer-refused'),
];

/** Unmatched and duplicate answers. */
const MISPLACED: readonly CauseRow<Failed>[] = [
  row(
    'answered-under-other-id.second',
    (failed) => failed.misnumbers && failed.other === 'server' && !saysUnread(failed),
  ),
  row(
    'answer-to-bad-line.named',
    ({ answeredLine: seq, error }) => seq !== undefined && { seq, refusal: quote(error?.message ?? '') },
  ),
  row('second-answer', ({ outcome }) => outcome === 'duplicate'),
  row('noise-refused', (failed) => {
    const { other, error, brokenLine } = failed;
    const isRefusal = other === 'client' && error?.codeText === '-32700' && isOfNone(failed);
    return isRefusal && brokenLine !== undefined && { seq: brokenLine.seq };
  }),
  (failed) => {
    const { error } = failed;
    return error !== undefined && saysUnread(failed) && isOfNone(failed)
      ? explainedBy(UNMATCHED_ERROR_CAUSES, { ...failed, error })
      : undefined;
  },
  row('answer-to-bad-line', (failed) => (saysUnread(failed) ? failed.badLine : undefined)),
  row('answer-to-no-request.unread', saysUnread),
  row('answer-to-no-request'),
];

function isOfNone({ answerFaults }: Pick<Failure, 'answerFaults'>): boolean {
  return answerFaults.includes('id-null') || answerFaults.includes('id-missing');
}

/** True if the server says that it could not read a line. */
function saysUnread({ error, other }: Failed): boolean {
  return other === 'server' && (error?.codeText === '-32700' || error?.codeText === '-32600');
}

function whoAsks(sender: Failure['sender']) {
  return sender === 'server-to-client' ? 'server' : 'client';
}

type Line = Pick<Failed, 'who' | 'text' | 'lineFault'>;
/** For these faults the text says what the line is, for others what happened to it. */
const OF_WHAT_IT_IS: readonly LineFault[] = ['not-json', 'not-json-rpc', 'refused-batch'];
const isHeader = ({ text }: Line) => /"Content-Le/i.test(text);
const saysWhat = ({ lineFault }: Line) => lineFault === undefined || OF_WHAT_IT_IS.includes(lineFault);

const LINES: readonly CauseRow<Line>[] = [
  row('client-line-no-message.framed', (line) => line.who === 'client' && isHeader(line)),
  row('stdout-line-no-message.framed', isHeader),
  row('client-line-no-message.what', (line) => line.who === 'client' && saysWhat(line)),
  row('client-line-no-message', ({ who }) => who === 'client'),
  row('stdout-line-no-message.what', saysWhat),
  row('stdout-line-no-message'),
];

export function explainLine({
  sender,
  ...line
}: Pick<Failure, 'sender' | 'text' | 'lineFault'>): Explanation {
  return explainedBy(LINES, { ...line, who: whoAsks(sender) });
}

const SPEAKS_OF_OUTPUT = /^.{0,120}\b(?:output validation|invalid structured content|outputSchema)\b/i;
const SPEAKS_OF_ARGUMENTS =
  /valid|argument|param|schema|required|missing|expected|received|must (be|have|not)|type|unmarshal|input|\bundefined\b|\bNone\b|\[object Object\]/i;

const NEEDS_CLIENT =
  /\bclient\b.{0,60}\b(?:does not|did not|doesn't|didn't|lacks)\b.{0,30}\b(?:support|declare|capabilit)|\bmissing required client capabilit/i;
/** Runtime errors that never name an argument: JavaScript, Python, Go, Java, Rust, Elixir, C#. */
const RUNTIME_FAULT =
  /Cannot read propert(?:y|ies) |\bis not a function\b|\bis not iterable\b|\bname '\w+' is not defined|\bReferenceError: \w+ is not defined|'NoneType' object|\bobject has no attribute\b|positional arguments? but \d|nil pointer dereference|index out of range|NullPointerException|\bCannot invoke ".{1,200}" because|called `(?:Option|Result)::unwrap|no function clause matching|Object reference not set|\bERR_INVALID_ARG_TYPE\b/;

const toolText = ({ result, text }: Failed) => (isJsonObject(result) ? (firstText(result) ?? '') : text);

/** Results with isError: the tool, its arguments, or something behind it. */
const TOOL_ERRORS: readonly CauseRow<Failed>[] = [
  row('visit-in-text', (failed) => {
    const { revision, clientCapabilities } = failed.facts;
    return losesVisit(errorText(toolText(failed)), revision, clientCapabilities);
  }),
  (failed) => {
    const text = toolText(failed);
    const why = requestFault(failed, saysTargetUnknown(failed, text));
    if (why === undefined || (why.cause === 'request-misfit' && !SPEAKS_OF_ARGUMENTS.test(text)))
      return undefined;
    return { ...why, happened: `${why.happened} ${phraseOf('said-by-tool', failed)}` };
  },
  row('tool-output-misfit', (failed) => {
    const promises = failed.facts.tools.find(failed.target)?.outputSchema !== undefined;
    return SPEAKS_OF_OUTPUT.test(toolText(failed)) || (promises && readMisfit(failed) && {});
  }),
  row('tool-read-misfit', readMisfit),
  row('tool-error-with-hint', hintOf),
  (failed) => upstreamCause(failed, upstreamIn(toolText(failed))),
  row(
    'tool-refused-by-client',
    ({ refusal }) => refusal && { seq: refusal.seq, asked: refusal.method },
    ({ refusal }) => refusal?.step,
  ),
  row(
    'tool-needs-client',
    (failed) => NEEDS_CLIENT.test(toolText(failed)) && { said: quote(toolText(failed)) },
  ),
  row('tool-error.variable', (failed) => missingSetting(toolText(failed))),
  row('tool-crashed', (failed) => RUNTIME_FAULT.test(toolText(failed)) && !runsCode(failed.params)),
  row('tool-error-without-text', (failed) => toolText(failed).trim() === ''),
  row('tool-error-withheld', (failed) => {
    const raised = WITHHELD.find(([text]) => text.test(toolText(failed).trim()));
    return raised && { exception: raised[1] };
  }),
  row('tool-error'),
];

/** Whole texts of SDKs that keep an exception's cause to the log, and what they let through (measured). */
const WITHHELD = [
  [/^Error executing tool \S+$/, 'ToolError'],
  [/^Error calling tool '[^'\n]+'$/, 'ToolError'],
  [/^An error occurred invoking '[^'\n]+'\.?$/, 'McpException'],
] as const;

/** What a validator's dump rejects that is no argument of the tool, though the arguments fit. */
function readMisfit(failed: Failed) {
  const listed = failed.facts.tools.find(failed.target)?.inputSchema?.properties;
  const text = toolText(failed);
  const [first, ...others] = validatorDump(errorText(text))?.issues ?? [];
  if (first === undefined || !isJsonObject(listed) || /argument|param|\bfor call\[/i.test(text))
    return undefined;
  const known = [listed, isJsonObject(failed.params) ? failed.params.arguments : undefined].filter(
    isJsonObject,
  );
  const isRead = ({ place }: typeof first) =>
    place !== '' && !known.some((one) => (place.split('.')[0] ?? '') in one);
  return [first, ...others].every(isRead) && { issuePlace: quoted(first.place) };
}

/** `recovery.hint`, where mcp-ts-core puts it and where others do. */
function hintOf({ result }: Failed) {
  const structured = isJsonObject(result) ? result.structuredContent : undefined;
  const error = isJsonObject(structured) ? structured.error : undefined;
  const data = isJsonObject(error) ? error.data : undefined;
  for (const place of [data, error, structured, result]) {
    const hint = isJsonObject(place) ? stringAt(place.recovery, 'hint') : undefined;
    if (hint !== undefined) return hint === '' ? undefined : { hint: quote(hint) };
  }
  return undefined;
}

/** What runtimes say of work that they stop because its connection is gone. */
const CANCELLED = /^[^\n]{0,80}\b(?:cancell?ed|aborted|interrupted|shutting down|broken pipe)\b/i;

/** Answers, the ends of processes, and what the client reports by itself. */
const ANSWERS: readonly CauseRow<Failed>[] = [
  ({ end, facts }) => end && explainEnd(end, facts),
  within<Failed>(
    ({ tier, error, who }) => who === 'client' && (tier === 'tool' || error !== undefined),
    FRAMEWORK_WORDS,
  ),
  row(
    'closed-by-client',
    ({ error, facts }) =>
      error !== undefined &&
      facts.clientLeft &&
      ((error.code === -32000 && saysAsClients(error.code, error.message)) || CANCELLED.test(error.message)),
  ),
  within<Failed>(({ tier }) => tier === 'tool', TOOL_ERRORS),
  (failed) => {
    const { error, answerFaults } = failed;
    if (error === undefined) return undefined;
    const table = failed.who === 'server' ? CLIENT_REFUSALS : SERVER_REFUSALS;
    const why = explainedBy(table, { ...failed, error });
    const more = answerFaults.length > 0 ? 'broken-answer' : failed.unmatchedId && 'unmatched';
    return more ? { ...why, happened: `${why.happened} ${phraseOf(more, failed)}` } : why;
  },
  row('broken-answer', ({ answerFaults }) => answerFaults.length > 0),
  row(
    'client-event.initialized',
    ({ method, text }) => method === '' && /when send initialized notification/i.test(text ?? ''),
  ),
  row('client-event', ({ method }) => method === ''),
  row('failed'),
];

const CAUSES: readonly CauseRow<Failed>[] = [
  HTTP_CAUSES,
  row(
    'client-line-no-message.batch',
    ({ requestFaults, error, result }) =>
      requestFaults.includes('in-refused-batch') && error === undefined && result === undefined,
  ),
  SHARED_ID,
  UNDER_OTHER_ID,
  within<Failed>(({ outcome }) => ['timed out', 'cancelled', 'late'].includes(outcome), GIVEN_UP),
  within<Failed>(({ outcome }) => outcome === 'rejected by the client', REJECTED),
  within<Failed>(({ outcome }) => outcome === 'lost', LOST),
  within<Failed>(({ outcome }) => outcome === 'orphan' || outcome === 'duplicate', MISPLACED),
  (failed) => (failed.outcome === 'malformed' ? explainLine(failed) : undefined),
  ...ANSWERS,
];

/** What happened to what failed, and what to do: the one explanation for inspector, report and exports. */
export function explainFailure(failure: Failure): Explanation {
  const who = whoAsks(failure.sender);
  const other = who === 'server' ? 'client' : 'server';
  return explainedBy(CAUSES, { ...NO_FAILED, ...failure, call: callName(failure), who, other });
}
