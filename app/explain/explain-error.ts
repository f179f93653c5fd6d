import { isJsonObject, stringAt } from '../base/json-value.ts';
import { missingVariable, setVariable } from '../codes/missing-variable.ts';
import { callName } from '../findings/call-name.ts';
import { saysClosed } from '../findings/rules/c09-client-local-code.ts';
import { firstText } from '../frame/preview.ts';
import type { PickedStderr } from '../frame/stderr-pick.ts';
import { faultPlace, type ResultFault } from '../protocol/result-fault.ts';
import { explainServerError, ofNoRequest, saysTargetUnknown } from './answer-code.ts';
import { explainClientError } from './client-refusal.ts';
import { durationText } from './duration-text.ts';
import { type EndWords, isReason, wordsText } from './end-words.ts';
import { type Explanation, explained, explainedFor, type Failure, saying } from './failure.ts';
import { explainEnd, explainLost } from './process-end.ts';
import { requestFault } from './request-fault.ts';
import { faultsText } from './sayings.ts';
import { causeDeed } from './start-cause.ts';

/**
 * What happened to an exchange, a line or a process that failed, and what to do: the one explanation that the
 * inspector, the report and the exports give. It names what the frames show, and claims nothing beyond.
 */
export function explainError(failure: Failure): Explanation {
  switch (failure.outcome) {
    case 'timed out':
    case 'cancelled':
    case 'late':
      return explainGivenUp(failure);
    case 'rejected by the client':
      return explainRejected(failure);
    case 'lost':
      return explainLost(failure);
    case 'orphan':
    case 'duplicate':
      return explainMisplaced(failure);
    case 'malformed':
      return explainLine(failure);
    default:
      return explainAnswer(failure);
  }
}

function explainAnswer(failure: Failure): Explanation {
  const { tier, error, sender, end, answerFaults } = failure;
  const [, other] = sidesOf(failure);
  if (end !== undefined) return explainEnd(end);
  if (tier === 'tool') return explainToolError(failure);
  if (error !== undefined && failure.facts.clientLeft && saysClosed(error.code, error.message)) {
    return explained(
      `The client closed the connection before ${callName(failure)} was answered, and the server's SDK ended the call with this error.`,
    );
  }
  if (error !== undefined) {
    const why =
      sender === 'server-to-client' ? explainClientError(failure, error) : explainServerError(failure, error);
    return answerFaults.length === 0
      ? why
      : { ...why, explanation: `${why.explanation} ${brokenAnswer(failure)}` };
  }
  if (answerFaults.length > 0) {
    return explainedFor(
      other,
      brokenAnswer(failure),
      `The author of the ${other} must mend the envelope of its answers.`,
    );
  }
  return failure.method === ''
    ? explained(
        `The client reports by itself: ${saying(failure.text)}. It names no request of this recording.`,
      )
    : explained(`${callName(failure)} failed: ${saying(failure.text)}.`);
}

type Side = 'client' | 'server';

/** Who sent the request, and who had to answer it. */
function sidesOf({ sender }: Pick<Failure, 'sender'>): readonly [Side, Side] {
  return sender === 'server-to-client' ? ['server', 'client'] : ['client', 'server'];
}

function brokenAnswer({ answerFaults, sender }: Failure): string {
  const who = sender === 'server-to-client' ? 'the client' : 'the server';
  return `The answer of ${who} breaks JSON-RPC: ${faultsText(answerFaults)}. Strict readers drop it.`;
}

/** A result with isError: the tool, its arguments, or something behind it. */
function explainToolError(failure: Failure): Explanation {
  const { result, target } = failure;
  const tool = target === '' ? 'The tool' : `The tool ${target}`;
  const text = isJsonObject(result) ? (firstText(result) ?? '') : failure.text;
  const fault = requestFault(failure, saysTargetUnknown(failure, text));
  if (fault !== undefined && (fault.kind !== 'misfit' || SPEAKS_OF_ARGUMENTS.test(text))) {
    return explainedFor(
      fault.acts,
      `${fault.text} The server says so in a result with isError.`,
      fault.todo,
      {
        inRequest: true,
      },
    );
  }
  if (SPEAKS_OF_OUTPUT.test(text)) {
    return explainedFor(
      'server',
      `${tool} ran, and what it returned does not fit its own outputSchema.`,
      `The author of ${target || 'the tool'} must make structuredContent and outputSchema agree.`,
    );
  }
  const hint = hintOf(result);
  if (hint !== '')
    return explainedFor(
      'model',
      `${tool} reports that it failed, and says how to go on.`,
      `Follow its hint: ${hint}`,
    );
  if (text.trim() === '') {
    return explainedFor(
      'server',
      `${tool} reports that it failed, and gives no reason: its result has no text.`,
      'The author of the tool must put the reason into content, as text.',
      { deeper: true },
    );
  }
  return explained(`${tool} ran and reports that it failed.`, { deeper: true });
}

const SPEAKS_OF_OUTPUT = /^.{0,120}\b(?:output validation|invalid structured content|outputSchema)\b/i;
const SPEAKS_OF_ARGUMENTS =
  /valid|argument|param|schema|required|missing|expected|received|must (be|have|not)|type|unmarshal|input/i;

/** `recovery.hint`, where mcp-ts-core puts it and where others do. */
export function hintOf(result: unknown): string {
  const structured = isJsonObject(result) ? result.structuredContent : undefined;
  const error = isJsonObject(structured) ? structured.error : undefined;
  const data = isJsonObject(error) ? error.data : undefined;
  for (const place of [data, error, structured, result]) {
    const hint = isJsonObject(place) ? stringAt(place.recovery, 'hint') : undefined;
    if (hint !== undefined) return hint;
  }
  return '';
}

function explainGivenUp(failure: Failure): Explanation {
  const { outcome, endedMs, answeredMs, givenUpBy, text, unmatchedId } = failure;
  const name = callName(failure);
  const [who, other] = sidesOf(failure);
  const byTime = outcome === 'timed out' || TIME.test(text);
  const waited = endedMs === undefined ? '' : durationText(endedMs);
  const reason = text === '' || byTime || givenUpBy === '' ? '' : ` Its reason: ${saying(text)}.`;
  const gaveUp = byTime
    ? `The ${who} waited ${waited === '' ? '' : `${waited} `}for ${name} and gave up: the time-out is its own.`
    : `The ${who} cancelled ${name}${waited === '' ? '' : ` after ${waited}`}.`;
  if (outcome === 'late') {
    const when = answeredMs === undefined ? 'afterwards' : `${durationText(answeredMs)} after the request`;
    return explainedFor(
      byTime ? (who === 'client' ? 'user' : who) : other,
      `${gaveUp}${reason} The answer came ${when}, too late: nobody reads it.`,
      byTime
        ? `Give the call more time in the ${who}: its answer was on the way.`
        : `The ${other} should stop its work when notifications/cancelled arrives, and send no answer.`,
    );
  }
  if (unmatchedId !== undefined) {
    return explainedFor(
      other,
      `${gaveUp}${reason} The ${other} had answered ${underId(unmatchedId)}, which no ${who} can match with the request.`,
      `The author of the ${other} must answer with the id of the request.`,
    );
  }
  const broken = brokenAnswerText(failure, other);
  if (broken !== undefined)
    return explainedFor(
      other,
      `${gaveUp}${reason} ${broken}`,
      `The author of the ${other} must write each message as one whole line, and nothing else to stdout.`,
    );
  if (!byTime) return explained(`${gaveUp}${reason} The ${other} had not answered by then.`);
  const waiting = `${gaveUp}${reason} The ${other} had sent no answer by then.`;
  if (failure.method === 'initialize' && other === 'server')
    return explainedFor('user', waiting, silentStart(failure.answeredBefore), {
      deeper: true,
      todoOnCrash: ANSWER_IN_CRASH,
    });
  return explainedFor(
    other,
    waiting,
    `See what keeps the ${other} busy, and let it report progress; if it only needs longer, give the call more time in the ${who}.`,
    other === 'client' ? {} : { deeper: true, todoOnCrash: ANSWER_IN_CRASH },
  );
}

/** What to check if no answer to initialize comes; `answeredBefore` if something else was answered. */
export function silentStart(answeredBefore: boolean): string {
  return answeredBefore
    ? 'It answered what came before and then no more: look for what its initialize waits for.'
    : 'Check that the command starts the server over stdio, not over HTTP, and that nothing in front of it keeps its stdin or stdout.';
}

const ANSWER_IN_CRASH =
  'The author of the server must mend what stderr shows, and answer the call with an error.';

/** What came of the answer before the client gave up, if a line came that is no message. */
function brokenAnswerText({ brokenLine }: Failure, other: Side): string | undefined {
  if (brokenLine === undefined || other !== 'server') return undefined;
  const { seq, afterMs, likeMessage } = brokenLine;
  return likeMessage
    ? `The server wrote after ${durationText(afterMs)}, but that line is no whole message: #${seq}, which may be its answer.`
    : `The server sent no answer that can be read by then, only a line that is no message: #${seq}.`;
}

/** The explanation of an answer whose call was given up, because its client could not match the two. */
export function unmatchedAnswer(
  why: Explanation,
  { unmatchedId = '', answerFaults, sender }: Failure,
): Explanation {
  // The fault is named already.
  if (answerFaults.includes('id-null') || answerFaults.includes('id-missing')) return why;
  const who = sender === 'server-to-client' ? 'server' : 'client';
  const explanation = `${why.explanation} The answer came ${underId(unmatchedId)}, so the ${who} could not match it with the call and gave up.`;
  return { ...why, explanation };
}

const MAX_ID = 80;

function underId(id: string): string {
  return id === '' ? 'without an id' : `under the id ${id.slice(0, MAX_ID)}`;
}

const TIME = /time[ds]?[ -]?out|deadline|too long/i;

function explainRejected(failure: Failure): Explanation {
  const { resultFault, text, givenUpBy, result } = failure;
  const [who, other] = sidesOf(failure);
  const name = callName(failure);
  if (resultFault !== undefined) {
    const what =
      resultFault.kind === 'extra'
        ? `it has the member ${faultPlace(resultFault)}, which this result must not have`
        : `${placeOf(resultFault)} ${resultFault.problem}`;
    return explainedFor(
      other,
      `The result of ${name} cannot be read: ${what}. ${reaction(resultFault)}`,
      `The author of the ${other} must mend ${placeOf(resultFault)} in the result of ${failure.method}.`,
    );
  }
  if (givenUpBy === 'event' && result === undefined && failure.answeredMs === undefined) {
    return explainedFor(
      who,
      `The ${who} did not send ${name}, or gave it up by itself: ${saying(text)}.`,
      `The ${who} must do without ${failure.method} unless the ${other} declares the capability that it needs.`,
    );
  }
  return explainedFor(
    other,
    `The ${other} answered ${name}, and the ${who} refused the answer: ${saying(text)}.`,
    `The author of the ${other} must send what the protocol and the schema of the tool define.`,
  );
}

function placeOf(fault: ResultFault): string {
  const place = faultPlace(fault);
  return fault.path.length === 0 ? place : `its member ${place}`;
}

function reaction({ client }: ResultFault): string {
  switch (client) {
    case 'waits':
      return 'The official TypeScript clients do not take it for an answer, and wait until they time out.';
    case 'throws':
      return 'The official TypeScript clients throw it away with an error of their own.';
    case 'takes':
      return 'The official TypeScript clients hand it on as it is.';
  }
}

/** An answer to nothing, or one more answer. */
function explainMisplaced(failure: Failure): Explanation {
  const { outcome, error, answerFaults, unmatchedId } = failure;
  if (unmatchedId !== undefined) return unmatchedAnswer(explainAnswer(failure), failure);
  const text = failure.text.replace(/[.!?]+$/, '');
  const [, who] = sidesOf(failure);
  if (outcome === 'duplicate') {
    return explainedFor(
      who,
      `The ${who} sent ${text}. Whoever asked ignores it: each request has one answer.`,
      `The author of the ${who} must answer each request once.`,
    );
  }
  const unread = error?.codeText === '-32700' || error?.codeText === '-32600';
  if (error !== undefined && unread && who === 'server') {
    if (answerFaults.includes('id-null') || answerFaults.includes('id-missing'))
      return ofNoRequest(failure, error);
    if (failure.badLine !== undefined) {
      const { seq, reason } = failure.badLine;
      return explainedFor(
        'client',
        `The server sent ${text}. The last line of the client that was no message is #${seq} (${reason}): it may be what this answers.`,
        `The author of the client must mend what it wrote in #${seq}, if the line was not a test.`,
      );
    }
  }
  return explainedFor(
    who,
    `The ${who} sent ${text}. It reaches no call, and some call may still wait for it.`,
    `The author of the ${who} must copy the id of the request as it is: 5 and "5" are two ids.`,
  );
}

/** A line that is no message. */
export function explainLine({ sender, text }: Pick<Failure, 'sender' | 'text'>): Explanation {
  const what =
    text.startsWith('not ') || text.startsWith('a batch,') ? `is ${text}` : `is no JSON-RPC message: ${text}`;
  return sender === 'client-to-server'
    ? explainedFor(
        'client',
        `The client wrote a line that ${what}.`,
        'The author of the client must mend what it writes, if the line was not a test.',
      )
    : explainedFor(
        'server',
        `The server wrote a line to stdout that ${what}.`,
        'stdout belongs to the protocol: the server must print its logs to stderr.',
      );
}

/** The explanation with what the server's stderr says of it, if the frames do not show the cause. */
export function withStderr(
  why: Explanation,
  stderr: PickedStderr & Partial<EndWords>,
  message: string,
): Explanation {
  if (why.deeper !== true) return why;
  const isEnd = why.lastLine === true;
  const cause = isEnd ? stderr.cause : undefined;
  // What an SDK wraps around the cause says what the message says already.
  const crash = stderr.crashes.findLast((text) => !repeats(text, message)) ?? stderr.crashes.at(-1);
  const line = cause?.line.trim() ?? crash ?? (isEnd ? stderr.last : undefined);
  if (line === undefined && !isEnd) return why;
  const isCause = isReason({ cause, line });
  const explanation = `${why.explanation}${wordsText(line, isCause)}`;
  if (line === undefined || !isCause) return { ...why, explanation };
  const variable = missingVariable(line);
  if (variable !== undefined) return { ...why, explanation, acts: 'user', todo: setVariable(variable) };
  if (cause !== undefined) return { ...why, explanation, ...causeDeed(cause) };
  const todo = crash === undefined ? why.todoOnError : why.todoOnCrash;
  return todo === undefined ? { ...why, explanation } : { ...why, explanation, acts: 'server', todo };
}

function repeats(line: string, message: string): boolean {
  const said = line.replace(/^[\w.$:]+: /, '').trim();
  return said !== '' && message.includes(said);
}
