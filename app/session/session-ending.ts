import { LastStderr, lastWords } from '../frame/last-stderr.ts';
import type { KnownRecord, ProcessRecord } from '../frame/record.ts';
import { endedOnRequest, howItExited } from './process-event.ts';

/** How a recorded session ended, in the words that it had when it was live. Empty texts if it ended well. */
export type SessionEnding = {
  /** One sentence. */
  readonly ending: string;
  /** Short, for the tab: `exit 3`, `SIGKILL`, `not started`. */
  readonly exit: string;
};

export const NO_ENDING: SessionEnding = { ending: '', exit: '' };

/** Reads from the records of one session how it ended; a later start makes it unended again. */
export class SessionEndingReader {
  #ending = NO_ENDING;
  #asked = false;
  #answered = false;
  #lastStderrText = new LastStderr();

  get ending(): SessionEnding {
    return this.#ending;
  }

  /** Takes the next record of the session; true if the ending became another. */
  ingest(record: KnownRecord): boolean {
    const before = this.#ending;
    if (record.type === 'process') this.#process(record);
    else if (record.type === 'client' && record.event === 'closed') this.#asked = true;
    else if (record.type === 'frame' && record.direction === 'server-to-client') this.#answered = true;
    else if (record.type === 'stderr') this.#lastStderrText.take(record.text);
    return before !== this.#ending;
  }

  #process(record: ProcessRecord): void {
    switch (record.event) {
      case 'spawned':
        this.#ending = NO_ENDING;
        this.#asked = false;
        this.#answered = false;
        this.#lastStderrText = new LastStderr();
        return;
      case 'stdin-closed':
        this.#asked = true;
        return;
      case 'spawn-failed':
        this.#ending = { ending: record.message ?? 'The server could not be started.', exit: 'not started' };
        return;
      case 'stdout-closed':
        if (!this.#asked) this.#ending = { ending: 'The server closed its stdout.', exit: 'stdout closed' };
        return;
      case 'exited':
        this.#exited(record);
    }
  }

  #exited(record: ProcessRecord): void {
    const { exitCode, signal } = record;
    if (this.#asked && endedOnRequest(record)) return;
    const exit = signal ?? (exitCode == null ? 'ended' : `exit ${exitCode}`);
    const when = this.#answered ? '' : ' before it said anything';
    const before = this.#ending.ending === '' ? '' : `${this.#ending.ending} `;
    const sentence = `${before}The server exited with ${howItExited(record)}${when}.`;
    this.#ending = { ending: `${sentence} ${lastWords(this.#lastStderrText.text)}`.trimEnd(), exit };
  }
}
