import type { LastStderr } from '../frame/last-stderr.ts';
import type { KnownRecord, ProcessRecord } from '../frame/record.ts';
import { type PickedStderr, pickStderr, stderrWeight } from '../frame/stderr-pick.ts';
import { EndStderr } from '../session/end-stderr.ts';
import type { Exchange } from '../session/exchange.ts';
import type { EndedBy } from '../session/process-event.ts';
import type { SessionEvent } from '../session/session-event.ts';
import { SessionModel } from '../session/session-model.ts';
import { recordedEnd, saying } from './failure.ts';
import { type StartCause, startCause } from './start-cause.ts';

/** What a server's stderr says of its end. */
export type EndWords = PickedStderr & {
  /** A cause in words that are known; undefined for none. */
  readonly cause: StartCause | undefined;
  /** The one line that the banner, Explain, the report and the doctor quote; undefined if none says anything. */
  readonly line: string | undefined;
};

/** A bracket alone says nothing, nor does the place in Node where an exception was thrown. */
const SAYS_SOMETHING = /^(?!node:internal\/).*\p{L}{2}/u;

/** Reads the lines that came after a server's last answer, oldest first. */
export function endWords(stderr: readonly string[]): EndWords {
  const telling = stderr.filter((line) => SAYS_SOMETHING.test(line));
  const picked = pickStderr(
    telling.map((text) => ({ text, names: false })),
    true,
  );
  const cause = startCause(stderr);
  return { ...picked, cause, line: cause?.line.trim() ?? picked.crashes.at(-1) ?? picked.last };
}

/** The quoted line as a sentence: only what looks like an error stands as the reason. */
export function wordsText(line: string | undefined, isCause: boolean): string {
  if (line === undefined) return ' Nothing on stderr says why.';
  return isCause ? ` On stderr: ${saying(line)}.` : ` Its last line on stderr: ${saying(line)}.`;
}

/** True if the quoted line looks like the reason of the end, and not like mere talk. */
export function isReason({ cause, line }: Pick<EndWords, 'cause' | 'line'>): boolean {
  return cause !== undefined || (line !== undefined && stderrWeight(line) > 0);
}

/** An explanation without what stderr says: which lines came in the time of a call is chance. */
export function withoutStderr(explanation: string): string {
  return explanation.replace(
    / (?:On stderr: |Its last line on stderr: |Nothing on stderr says why\.).*$/s,
    '',
  );
}

/** The seq of a record by which a server ended, or a call that its end took. */
type End = Readonly<Exchange> | number;

/** Reads what stderr says of the ends of a session's server; lines may follow an end. */
export class EndWordsReader {
  readonly #stderr = new EndStderr();
  readonly #stderrOf = new Map<End, LastStderr>();
  #latest: { readonly stderr: LastStderr; readonly taken: number; readonly words: EndWords } | undefined;

  take(event: SessionEvent): void {
    if (event.kind === 'process') {
      // Before the event begins another run.
      const { ofRun } = this.#stderr;
      for (const exchange of event.ended)
        if (exchange.tier === 'transport') this.#stderrOf.set(exchange, ofRun);
      if (event.tier !== 'ok') this.#stderrOf.set(event.record.seq, ofRun);
    }
    this.#stderr.take(event);
  }

  /** What is known so far; undefined for what is no end. */
  of(end: End): EndWords | undefined {
    const stderr = this.#stderrOf.get(end);
    if (stderr === undefined) return undefined;
    const { taken } = stderr;
    if (this.#latest?.stderr !== stderr || this.#latest.taken !== taken)
      this.#latest = { stderr, taken, words: endWords(stderr.lines) };
    return this.#latest.words;
  }
}

/** How a server ended, and what stderr says of it, by the records around its end. */
export function endIn(records: readonly KnownRecord[], end: ProcessRecord) {
  const model = new SessionModel('');
  const stderr = new EndStderr();
  let by: EndedBy | undefined;
  for (const record of records) {
    const isAfter = 'seq' in record && record.seq > end.seq;
    if (isAfter && record.type === 'process' && record.event === 'spawned') break;
    if (isAfter && record.type !== 'stderr') continue;
    const taken = model.take(record);
    stderr.take(taken);
    by = taken.facts.endedBy ?? by;
  }
  const { lines } = stderr.ofRun;
  return { end: recordedEnd(end, by), words: endWords(lines), stderr: lines };
}
