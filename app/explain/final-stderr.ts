import { foreignName } from '../base/foreign-text.ts';
import { missingVariable, setVariable } from '../codes/process-entry.ts';
import { upstreamIn } from '../findings/upstream-words.ts';
import { type ErrorOrigin, exceptionText, placeText } from '../frame/error-origin.ts';
import type { LastStderr } from '../frame/last-stderr.ts';
import type { KnownRecord, ProcessRecord } from '../frame/record.ts';
import { originIn } from '../frame/stack-trace.ts';
import { type PickedStderr, pickStderr, stderrWeight } from '../frame/stderr-pick.ts';
import { EndStderr } from '../session/end-stderr.ts';
import type { Exchange } from '../session/exchange.ts';
import type { EndedBy } from '../session/process-event.ts';
import type { SessionEvent } from '../session/session-event.ts';
import { SessionModel } from '../session/session-model.ts';
import type { Explanation, StderrQuote } from './explanation.ts';
import { recordedEnd } from './failure.ts';
import { upstreamStep } from './own-words.ts';
import { phrase, quote, quoted } from './phrases.ts';
import { type StartCause, servesHttp, startCause } from './start-cause.ts';

/** What a server's stderr reveals about its end. */
export type FinalStderr = PickedStderr & {
  /** The recognized cause; undefined for none. */
  readonly cause: StartCause | undefined;
  /** The one line that the banner, Explain, the report and the doctor quote; undefined if none is informative. */
  readonly line: string | undefined;
};

/** A lone bracket is not informative, nor is the place inside Node that threw an exception. */
const SAYS_SOMETHING = /^(?!node:internal\/).*\p{L}{2}/u;

/** Reads the lines after a server's last answer, oldest first; `isStart` if it had not answered anything. */
export function readFinalStderr(stderr: readonly string[], isStart = true): FinalStderr {
  const telling = stderr.filter((line) => SAYS_SOMETHING.test(line));
  const picked = pickStderr(
    telling.map((text) => ({ text, names: false })),
    true,
  );
  const cause = startCause(stderr, isStart);
  const origin = originIn(stderr);
  return {
    ...picked,
    ...(origin === undefined ? {} : { origin }),
    cause,
    line: cause?.line.trim() ?? picked.crashes.at(-1) ?? picked.last,
  };
}

export function quoteOf({ cause, line }: Pick<FinalStderr, 'cause' | 'line'>): StderrQuote {
  return { line, isReason: cause !== undefined || (line !== undefined && stderrWeight(line) > 0) };
}

/** The quoted line as a sentence, with a leading space; given as the reason only if it looks like an error. */
export function stderrText({ line, isReason }: StderrQuote): string {
  if (line === undefined) return ` ${phrase('stderr.none')}`;
  return ` ${phrase(isReason ? 'stderr.reason' : 'stderr.last', { line: quote(line) })}`;
}

/** What happened, which framework step assigned the code, and what stderr says. */
export function explanationText(why: Pick<Explanation, 'happened' | 'step' | 'stderr' | 'origin'>): string {
  const { happened, step = '', stderr, origin } = why;
  if (origin === undefined) return `${happened}${step}${stderr === undefined ? '' : stderrText(stderr)}`;
  const what = happened.includes(origin.message) ? 'this' : quote(exceptionText(origin));
  return `${happened}${step} ${phrase('raised', { what, place: placeText(origin, quoted) })}`;
}

/** The one-line cause at the top of a card: the exception and its place, or that none is known; else empty. */
export function causeLine(
  { origin, unknown }: Pick<Explanation, 'origin' | 'unknown'>,
  message: string,
): string {
  if (origin !== undefined) return [exceptionText(origin), placeText(origin)].filter(Boolean).join(' · ');
  return unknown === true ? phrase('cause-unknown', { message: quote(message) }) : '';
}

/** Exceptions that SDKs pass to the model, or that are thrown to be read: not bugs in themselves. */
const DELIBERATE = /^(?:Error|\w*(?:MCP|Mcp|Tool|User)\w*(?:Error|Exception))$/;

/** Exceptions that only a bug raises; a refused connection or a missing file may be due to the arguments. */
const FAULT_OF_CODE =
  /(?:^panic$|(?:^|\W)(?:Key|Type|Attribute|Index|Name|UnboundLocal|ZeroDivision|Assertion|Recursion|Import|ModuleNotFound|Reference|NoMethod|FunctionClause|UndefinedFunction|Match)Error$|(?:NullPointer|NullReference|IndexOutOf\w*|ClassCast|InvalidCast|KeyNotFound|Arithmetic|DivideByZero)Exception$)/;

/** Adds the place in the server's code to an explanation, and the fix there if no other action is more specific. */
export function withOrigin(why: Explanation, origin: ErrorOrigin | undefined): Explanation {
  if (origin === undefined || origin.file === '') return why;
  const { onOrigin } = why;
  const name = exceptionText({ ...origin, message: '' }) || 'error';
  const isServers = why.actor === 'server' || (why.action === '' && FAULT_OF_CODE.test(name));
  const isOpen = onOrigin !== undefined && isServers;
  if (!isOpen || (why.cause === 'tool-error' && DELIBERATE.test(name))) return { ...why, origin };
  const action = phrase(onOrigin, { name: foreignName(name), place: placeText(origin, quoted) });
  return { ...why, ...ONLY_ACTION, actor: 'server', action, origin };
}

/** Adds what the server's stderr says, if the frames do not show the cause. */
export function withStderr(
  why: Explanation,
  stderr: PickedStderr & Partial<FinalStderr>,
  message: string,
): Explanation {
  if (why.deeper !== true) return why;
  const http = why.silent === true ? servesHttp(stderr.lines) : undefined;
  if (http !== undefined)
    return { ...why, stderr: { line: http.line, isReason: true }, ...ONLY_ACTION, ...http.step };
  const isEnd = why.lastLine === true;
  const cause = isEnd ? stderr.cause : undefined;
  // An SDK's wrapper around the cause only repeats the message.
  const crash = stderr.crashes.findLast((text) => !repeats(text, message)) ?? stderr.crashes.at(-1);
  const line = cause?.line.trim() ?? crash ?? (isEnd ? stderr.last : undefined);
  if (line === undefined && !isEnd) return why;
  const quoted = { ...why, stderr: quoteOf({ cause, line }) };
  if (line === undefined || !quoted.stderr.isReason || why.settled === true) return quoted;
  const variable = missingVariable(line);
  if (variable !== undefined)
    return { ...quoted, ...ONLY_ACTION, actor: 'user', action: setVariable(variable) };
  const upstream = why.actor === 'server' ? upstreamIn(line) : undefined;
  const found = cause?.step ?? (upstream && upstreamStep(upstream));
  if (found !== undefined) return { ...quoted, ...ONLY_ACTION, ...found };
  const step = crash === undefined ? why.onError : why.onCrash;
  return step === undefined ? quoted : { ...quoted, ...ONLY_ACTION, ...step, actor: 'server' };
}

const ONLY_ACTION = { verb: undefined };

function repeats(line: string, message: string): boolean {
  const said = line.replace(/^[\w.$:]+: /, '').trim();
  return said !== '' && message.includes(said);
}

/** The seq of a record that ended a server, or a call that the end took down. */
type End = Readonly<Exchange> | number;

/** Reads what stderr says about the ends of a session's server; lines may follow an end. */
export class FinalStderrReader {
  readonly #stderr = new EndStderr();
  readonly #stderrOf = new Map<End, LastStderr>();
  #latest: { readonly stderr: LastStderr; readonly taken: number; readonly words: FinalStderr } | undefined;

  take(event: SessionEvent): void {
    if (event.kind === 'process') {
      // Read before the event starts another run.
      const { ofRun } = this.#stderr;
      for (const exchange of event.ended)
        if (exchange.tier === 'transport') this.#stderrOf.set(exchange, ofRun);
      if (event.tier !== 'ok') this.#stderrOf.set(event.record.seq, ofRun);
    }
    this.#stderr.take(event);
  }

  /** The result so far; undefined if this is not an end. */
  of(end: End): FinalStderr | undefined {
    const stderr = this.#stderrOf.get(end);
    if (stderr === undefined) return undefined;
    const { taken } = stderr;
    if (this.#latest?.stderr !== stderr || this.#latest.taken !== taken)
      this.#latest = { stderr, taken, words: readFinalStderr(stderr.lines, stderr.isStart) };
    return this.#latest.words;
  }
}

/** How a server ended and what stderr says about it, from the records around its end. */
export function endIn(records: readonly KnownRecord[], end: ProcessRecord) {
  const model = new SessionModel('');
  let stderr = new EndStderr();
  let by: EndedBy | undefined;
  for (const record of records) {
    const isAfter = 'seq' in record && record.seq > end.seq;
    if (isAfter && record.type === 'process' && record.event === 'spawned') break;
    if (isAfter && record.type !== 'stderr') continue;
    // The records may begin after the first start.
    if (record.type === 'process' && record.event === 'spawned') stderr = new EndStderr();
    const taken = model.take(record);
    stderr.take(taken);
    by = taken.facts.endedBy ?? by;
  }
  const { lines } = stderr.ofRun;
  return { end: recordedEnd(end, by), words: readFinalStderr(lines), stderr: lines };
}
