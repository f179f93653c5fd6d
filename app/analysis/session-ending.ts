import { type ProcessEnd, recordedEnd } from '../explain/failure.ts';
import { quoteOf, readFinalStderr, stderrText } from '../explain/final-stderr.ts';
import { howItEnded, killedText } from '../explain/phrases.ts';
import { EndStderr } from '../session/end-stderr.ts';
import type { ProcessEvent, SessionEvent, SessionReader } from '../session/session-event.ts';

/** How a recorded session ended, in the same words as live. Empty texts if it ended well. */
export type SessionEnding = {
  /** One sentence. */
  readonly ending: string;
  /** Short, for the tab: `exit 3`, `SIGKILL`, `not started`. */
  readonly exit: string;
};

export const NO_ENDING: SessionEnding = { ending: '', exit: '' };

/** Determines from one session's events how it ended; a later start resets that. */
export class SessionEndingReader implements SessionReader {
  #ending = NO_ENDING;
  #answered = false;
  readonly #stderr = new EndStderr();
  /** Renders the exit again if more stderr follows it. */
  #sayExit: (() => SessionEnding) | undefined;

  get ending(): SessionEnding {
    return this.#ending;
  }

  take(event: SessionEvent): void {
    this.#stderr.take(event);
    if (event.kind === 'process') this.#process(event);
    else if (event.record.type === 'stderr') this.#ending = this.#sayExit?.() ?? this.#ending;
    else if ('direction' in event.record) this.#answered ||= event.record.direction === 'server-to-client';
  }

  #process({ record, tier, facts }: ProcessEvent): void {
    const { event, exitCode, signal, message } = record;
    const end = recordedEnd(record, facts.endedBy);
    if (event === 'spawned') {
      this.#ending = NO_ENDING;
      this.#answered = false;
      this.#sayExit = undefined;
    } else if (event === 'spawn-failed') {
      this.#ending = { ending: message ?? 'The server could not be started.', exit: 'not started' };
    } else if (event === 'stdout-closed' && tier !== 'ok') {
      this.#ending = { ending: 'The server closed its stdout.', exit: 'stdout closed' };
    } else if (event === 'exited' && (tier !== 'ok' || end.by === 'outside')) {
      const before = this.#ending.ending === '' ? '' : `${this.#ending.ending} `;
      const exit = end.by === 'outside' ? '' : (signal ?? (exitCode == null ? 'ended' : `exit ${exitCode}`));
      this.#sayExit = () => ({ ending: `${before}${this.#exitText(end)}`, exit });
      this.#ending = this.#sayExit();
    }
  }

  #exitText(end: ProcessEnd): string {
    if (end.by === 'outside') return killedText(end);
    const words = readFinalStderr(this.#stderr.ofRun.lines);
    const when = this.#answered ? '' : ' before it said anything';
    return `${howItEnded(end)}${when}.${stderrText(quoteOf(words))}`;
  }
}
