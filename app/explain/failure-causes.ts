import { isJsonObject, stringAt } from '../base/json-value.ts';
import { callName } from '../findings/call-name.ts';
import { saysClosed } from '../findings/rules/c09-client-local-code.ts';
import { firstText } from '../frame/preview.ts';
import type { NextStep } from '../protocol/actor.ts';
import { faultPlace, type ResultFault } from '../protocol/shape-misfit.ts';
import { CLIENT_REFUSALS } from './client-refusal-causes.ts';
import {
  type CauseRow,
  causeTable,
  type Explanation,
  explainedBy,
  type Failed,
  within,
} from './explanation.ts';
import type { Failure, LineFault } from './failure.ts';
import { durationText, faultsText, quote } from './phrases.ts';
import { explainEnd, LOST } from './process-causes.ts';
import { OF_NO_REQUEST, SERVER_REFUSALS } from './refusal-causes.ts';
import { faultExplanation, requestFault, saysTargetUnknown } from './request-fault.ts';

const row = causeTable<Failed>();
const other = ({ other }: Failed) => other;
const who = ({ who }: Failed) => who;

const TIME = /time[ds]?[ -]?out|deadline|too long/i;
const byTime = ({ outcome, text }: Failed) => outcome === 'timed out' || TIME.test(text);
const ON_CRASH: Omit<NextStep, 'actor'> = {
  verb: 'must',
  action: 'Mend what stderr shows, and answer the call with an error.',
};

/** How the client stopped waiting, with its reason if it gave one. */
function gaveUp(failed: Failed): string {
  const { call, who, endedMs, givenUpBy, text } = failed;
  const waited = endedMs === undefined ? '' : durationText(endedMs);
  if (byTime(failed))
    return `The ${who} waited ${waited === '' ? '' : `${waited} `}for ${call} and gave up: the time-out is its own.`;
  const reason = text === '' || givenUpBy === '' ? '' : ` Its reason: ${quote(text)}.`;
  return `The ${who} cancelled ${call}${waited === '' ? '' : ` after ${waited}`}.${reason}`;
}

function lateAnswer(failed: Failed): string {
  const { answeredMs } = failed;
  const when = answeredMs === undefined ? 'afterwards' : `${durationText(answeredMs)} after the request`;
  return `${gaveUp(failed)} The answer came ${when}, too late: nobody reads it.`;
}

/** Calls that their client gave up. */
const GIVEN_UP: readonly CauseRow<Failed>[] = [
  within<Failed>(
    ({ outcome }) => outcome === 'late',
    [
      row('answered-after-time-out', {
        when: byTime,
        happened: lateAnswer,
        actor: ({ who }) => (who === 'client' ? 'user' : who),
        action: ({ who }) => `Give the call more time in the ${who}: its answer was on the way.`,
      }),
      row('answered-after-cancel', {
        happened: lateAnswer,
        actor: other,
        action: ({ other }) =>
          `The ${other} should stop its work when notifications/cancelled arrives, and send no answer.`,
      }),
    ],
  ),
  row('answered-under-other-id', {
    when: ({ unmatchedId }) => (unmatchedId === undefined ? undefined : { id: underId(unmatchedId) }),
    happened: (failed) =>
      `${gaveUp(failed)} The ${failed.other} had answered ${failed.id}, which no ${failed.who} can match with the request.`,
    actor: other,
    must: 'Answer with the id of the request.',
  }),
  row('answer-is-no-message', {
    when: ({ brokenLine, other }) => (other === 'server' ? brokenLine : undefined),
    happened: (failed) => {
      const { likeMessage, afterMs, seq } = failed;
      return likeMessage
        ? `${gaveUp(failed)} The server wrote after ${durationText(afterMs)}, but that line is no whole message: #${seq}, which may be its answer.`
        : `${gaveUp(failed)} The server sent no answer that can be read by then, only a line that is no message: #${seq}.`;
    },
    actor: other,
    must: 'Write each message as one whole line, and nothing else to stdout.',
  }),
  row('cancelled', {
    when: (failed) => !byTime(failed),
    happened: (failed) => `${gaveUp(failed)} The ${failed.other} had not answered by then.`,
  }),
  row('initialize-timed-out', {
    when: ({ method, other }) => method === 'initialize' && other === 'server',
    happened: noAnswer,
    actor: 'user',
    action: ({ answeredBefore }) => silentStart(answeredBefore),
    deeper: true,
    onCrash: ON_CRASH,
  }),
  row('client-timed-out', {
    when: ({ other }) => other === 'client',
    happened: noAnswer,
    actor: other,
    action: seeWhatKeepsBusy,
  }),
  row('timed-out', {
    happened: noAnswer,
    actor: other,
    action: seeWhatKeepsBusy,
    deeper: true,
    onCrash: ON_CRASH,
  }),
];

function noAnswer(failed: Failed): string {
  return `${gaveUp(failed)} The ${failed.other} had sent no answer by then.`;
}

function seeWhatKeepsBusy({ who, other }: Failed): string {
  return `See what keeps the ${other} busy, and let it report progress; if it only needs longer, give the call more time in the ${who}.`;
}

/** What to check if no answer to initialize comes; `answeredBefore` if something else was answered. */
export function silentStart(answeredBefore: boolean): string {
  return answeredBefore
    ? 'It answered what came before and then no more: look for what its initialize waits for.'
    : 'Check that the command starts the server over stdio, not over HTTP, and that nothing in front of it keeps its stdin or stdout.';
}

const MAX_ID = 80;

function underId(id: string): string {
  return id === '' ? 'without an id' : `under the id ${id.slice(0, MAX_ID)}`;
}

/** Results that the client refused, and requests that it did not send. */
const REJECTED: readonly CauseRow<Failed>[] = [
  row('result-misfit', {
    when: ({ resultFault }) => resultFault && { fault: resultFault, place: placeOf(resultFault) },
    happened: ({ call, fault, place }) =>
      `The result of ${call} cannot be read: ${
        fault.kind === 'extra'
          ? `it has the member ${faultPlace(fault)}, which this result must not have`
          : `${place} ${fault.problem}`
      }. ${REACTIONS[fault.client]}`,
    actor: other,
    must: ({ place, method }) => `Mend ${place} in the result of ${method}.`,
  }),
  row('not-sent', {
    when: ({ givenUpBy, result, answeredMs }) =>
      givenUpBy === 'event' && result === undefined && answeredMs === undefined,
    happened: ({ who, call, text }) =>
      `The ${who} did not send ${call}, or gave it up by itself: ${quote(text)}.`,
    actor: who,
    action: ({ who, method, other }) =>
      `The ${who} must do without ${method} unless the ${other} declares the capability that it needs.`,
  }),
  row('answer-refused', {
    happened: ({ who, other, call, text }) =>
      `The ${other} answered ${call}, and the ${who} refused the answer: ${quote(text)}.`,
    actor: other,
    must: 'Send what the protocol and the schema of the tool define.',
  }),
];

function placeOf(fault: ResultFault): string {
  const place = faultPlace(fault);
  return fault.path.length === 0 ? place : `its member ${place}`;
}

const REACTIONS: { readonly [Client in ResultFault['client']]: string } = {
  waits: 'The official TypeScript clients do not take it for an answer, and wait until they time out.',
  throws: 'The official TypeScript clients throw it away with an error of their own.',
  takes: 'The official TypeScript clients hand it on as it is.',
};

/** Answers to nothing, and answers too many. */
const MISPLACED: readonly CauseRow<Failed>[] = [
  (failed) =>
    failed.unmatchedId === undefined ? undefined : unmatchedAnswer(explainedBy(ANSWERS, failed), failed),
  row('second-answer', {
    when: ({ outcome }) => outcome === 'duplicate',
    happened: (failed) =>
      `The ${failed.other} sent ${sentText(failed)}. Whoever asked ignores it: each request has one answer.`,
    actor: other,
    must: 'Answer each request once.',
  }),
  (failed) => {
    const { error, answerFaults } = failed;
    const isOfNone = answerFaults.includes('id-null') || answerFaults.includes('id-missing');
    return error !== undefined && saysUnread(failed) && isOfNone
      ? explainedBy(OF_NO_REQUEST, { ...failed, error })
      : undefined;
  },
  row('answer-to-bad-line', {
    when: (failed) => (saysUnread(failed) ? failed.badLine : undefined),
    happened: (failed) =>
      `The server sent ${sentText(failed)}. The last line of the client that was no message is #${failed.seq} (${failed.reason}): it may be what this answers.`,
    actor: 'client',
    must: ({ seq }) => `Mend what it wrote in #${seq}, if the line was not a test.`,
  }),
  row('answer-to-no-request', {
    happened: (failed) =>
      `The ${failed.other} sent ${sentText(failed)}. It reaches no call, and some call may still wait for it.`,
    actor: other,
    must: 'Copy the id of the request as it is: 5 and "5" are two ids.',
  }),
];

/** True if the server says that it could not read a line. */
function saysUnread({ error, other }: Failed): boolean {
  return other === 'server' && (error?.codeText === '-32700' || error?.codeText === '-32600');
}

/** What was sent, which may end with a message of the wire. */
function sentText({ text }: Failed): string {
  return text.replace(/[.!?]+$/, '');
}

/** The explanation of an answer whose call was given up, because its client could not match the two. */
export function unmatchedAnswer(
  why: Explanation,
  { unmatchedId = '', answerFaults, sender }: Pick<Failure, 'unmatchedId' | 'answerFaults' | 'sender'>,
): Explanation {
  // The fault is named already.
  if (answerFaults.includes('id-null') || answerFaults.includes('id-missing')) return why;
  const client = sender === 'server-to-client' ? 'server' : 'client';
  const more = `The answer came ${underId(unmatchedId)}, so the ${client} could not match it with the call and gave up.`;
  return { ...why, happened: `${why.happened} ${more}` };
}

type Line = Pick<Failed, 'who' | 'text' | 'lineFault'>;
const line = causeTable<Line>();

/** Lines that are no message. */
const LINES: readonly CauseRow<Line>[] = [
  line('client-line-no-message', {
    when: ({ who }) => who === 'client',
    happened: (failed) => `The client wrote a line that ${lineText(failed)}.`,
    actor: 'client',
    must: 'Mend what it writes, if the line was not a test.',
  }),
  line('stdout-line-no-message', {
    happened: (failed) => `The server wrote a line to stdout that ${lineText(failed)}.`,
    actor: 'server',
    action: 'stdout belongs to the protocol: the server must print its logs to stderr.',
  }),
];

function lineText({ text, lineFault }: Line): string {
  return lineFault === undefined || OF_WHAT_IT_IS.includes(lineFault)
    ? `is ${text}`
    : `is no JSON-RPC message: ${text}`;
}

/** A line that is no message. */
export function explainLine({
  sender,
  ...line
}: Pick<Failure, 'sender' | 'text' | 'lineFault'>): Explanation {
  return explainedBy(LINES, { ...line, who: sender === 'client-to-server' ? 'client' : 'server' });
}

/** Of these the text says what the line is, of the others what happened to it. */
const OF_WHAT_IT_IS: readonly LineFault[] = ['not-json', 'not-json-rpc', 'refused-batch'];

const SPEAKS_OF_OUTPUT = /^.{0,120}\b(?:output validation|invalid structured content|outputSchema)\b/i;
const SPEAKS_OF_ARGUMENTS =
  /valid|argument|param|schema|required|missing|expected|received|must (be|have|not)|type|unmarshal|input/i;

const toolText = ({ result, text }: Failed) => (isJsonObject(result) ? (firstText(result) ?? '') : text);
const toolName = ({ target }: Failed) => (target === '' ? 'The tool' : `The tool ${target}`);

/** Results with isError: the tool, its arguments, or something behind it. */
const TOOL_ERRORS: readonly CauseRow<Failed>[] = [
  (failed) => {
    const text = toolText(failed);
    const fault = requestFault(failed, saysTargetUnknown(failed, text));
    if (fault === undefined || (fault.kind === 'misfit' && !SPEAKS_OF_ARGUMENTS.test(text))) return undefined;
    const why = faultExplanation(fault);
    return { ...why, happened: `${why.happened} The server says so in a result with isError.` };
  },
  row('tool-output-misfit', {
    when: (failed) => SPEAKS_OF_OUTPUT.test(toolText(failed)),
    happened: (failed) => `${toolName(failed)} ran, and what it returned does not fit its own outputSchema.`,
    actor: 'server',
    action: ({ target }) =>
      `The author of ${target || 'the tool'} must make structuredContent and outputSchema agree.`,
  }),
  row('tool-error-with-hint', {
    when: ({ result }) => {
      const hint = hintOf(result);
      return hint !== '' && { hint };
    },
    happened: (failed) => `${toolName(failed)} reports that it failed, and says how to go on.`,
    actor: 'model',
    action: ({ hint }) => `Follow its hint: ${hint}`,
  }),
  row('tool-error-without-text', {
    when: (failed) => toolText(failed).trim() === '',
    happened: (failed) =>
      `${toolName(failed)} reports that it failed, and gives no reason: its result has no text.`,
    actor: 'server',
    action: 'The author of the tool must put the reason into content, as text.',
    deeper: true,
  }),
  row('tool-error', {
    happened: (failed) => `${toolName(failed)} ran and reports that it failed.`,
    deeper: true,
  }),
];

/** `recovery.hint`, where mcp-ts-core puts it and where others do. */
function hintOf(result: unknown): string {
  const structured = isJsonObject(result) ? result.structuredContent : undefined;
  const error = isJsonObject(structured) ? structured.error : undefined;
  const data = isJsonObject(error) ? error.data : undefined;
  for (const place of [data, error, structured, result]) {
    const hint = isJsonObject(place) ? stringAt(place.recovery, 'hint') : undefined;
    if (hint !== undefined) return hint;
  }
  return '';
}

/** Answers, the ends of processes, and what the client reports by itself. */
const ANSWERS: readonly CauseRow<Failed>[] = [
  ({ end }) => end && explainEnd(end),
  within<Failed>(({ tier }) => tier === 'tool', TOOL_ERRORS),
  row('closed-by-client', {
    when: ({ error, facts }) =>
      error !== undefined && facts.clientLeft && saysClosed(error.code, error.message),
    happened: ({ call }) =>
      `The client closed the connection before ${call} was answered, and the server's SDK ended the call with this error.`,
  }),
  (failed) => {
    const { error, answerFaults } = failed;
    if (error === undefined) return undefined;
    const why = explainedBy(failed.who === 'server' ? CLIENT_REFUSALS : SERVER_REFUSALS, {
      ...failed,
      error,
    });
    return answerFaults.length === 0 ? why : { ...why, happened: `${why.happened} ${brokenAnswer(failed)}` };
  },
  row('broken-answer', {
    when: ({ answerFaults }) => answerFaults.length > 0,
    happened: brokenAnswer,
    actor: other,
    must: 'Mend the envelope of its answers.',
  }),
  row('client-event', {
    when: ({ method }) => method === '',
    happened: ({ text }) =>
      `The client reports by itself: ${quote(text)}. It names no request of this recording.`,
  }),
  row('failed', { happened: ({ call, text }) => `${call} failed: ${quote(text)}.` }),
];

function brokenAnswer({ answerFaults, other }: Failed): string {
  return `The answer of the ${other} breaks JSON-RPC: ${faultsText(answerFaults)}. Strict readers drop it.`;
}

const CAUSES: readonly CauseRow<Failed>[] = [
  within<Failed>(({ outcome }) => ['timed out', 'cancelled', 'late'].includes(outcome), GIVEN_UP),
  within<Failed>(({ outcome }) => outcome === 'rejected by the client', REJECTED),
  within<Failed>(({ outcome }) => outcome === 'lost', LOST),
  within<Failed>(({ outcome }) => outcome === 'orphan' || outcome === 'duplicate', MISPLACED),
  (failed) => (failed.outcome === 'malformed' ? explainLine(failed) : undefined),
  ...ANSWERS,
];

/**
 * What happened to an exchange, a line or a process that failed, and what to do: the one explanation that the
 * inspector, the report and the exports give. It names what the frames show, and claims nothing beyond.
 */
export function explainFailure(failure: Failure): Explanation {
  const isAsked = failure.sender === 'server-to-client';
  return explainedBy(CAUSES, {
    ...failure,
    call: callName(failure),
    who: isAsked ? 'server' : 'client',
    other: isAsked ? 'client' : 'server',
  });
}
