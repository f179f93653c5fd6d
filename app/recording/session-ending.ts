import { howItExited } from '../exchange/process-event.ts';
import { stripAnsi } from '../frame/ansi.ts';
import type { KnownRecord, ProcessRecord } from '../frame/record.ts';

/** How a recorded session ended, in the words that it had when it was live. Empty texts where it ended well. */
export type SessionEnding = {
  /** One sentence. */
  readonly ending: string;
  /** Short, for the tab: `exit 3`, `SIGKILL`, `not started`. */
  readonly exit: string;
};

export const NO_ENDING: SessionEnding = { ending: '', exit: '' };
const LAST_WORDS = 3;

/** Reads from the records of one session how it ended; a later start makes it unended again. */
export class SessionEndingReader {
  #ending = NO_ENDING;
  #asked = false;
  #answered = false;
  #stderr: string[] = [];

  get ending(): SessionEnding {
    return this.#ending;
  }

  /** Takes the next record of the session; true where the ending became another. */
  ingest(record: KnownRecord): boolean {
    const before = this.#ending;
    if (record.type === 'process') this.#process(record);
    else if (record.type === 'client' && record.event === 'closed') this.#asked = true;
    else if (record.type === 'frame' && record.direction === 'server-to-client') this.#answered = true;
    else if (record.type === 'stderr') this.#stderrLine(record.text);
    return before !== this.#ending;
  }

  #process(record: ProcessRecord): void {
    switch (record.event) {
      case 'spawned':
        this.#ending = NO_ENDING;
        this.#asked = false;
        this.#answered = false;
        this.#stderr = [];
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
    const calm = exitCode === 0 || signal === 'SIGTERM' || signal === 'SIGKILL' || exitCode === 143;
    if (this.#asked && calm) return;
    const exit = signal ?? (exitCode == null ? 'ended' : `exit ${exitCode}`);
    const when = this.#answered ? '' : ' before it said anything';
    const said = this.#stderr.length === 0 ? '' : ` Its last words on stderr: ${this.#stderr.join(' · ')}`;
    const before = this.#ending.ending === '' ? '' : `${this.#ending.ending} `;
    this.#ending = { ending: `${before}The server exited with ${howItExited(record)}${when}.${said}`, exit };
  }

  #stderrLine(text: string): void {
    const line = stripAnsi(text).trim();
    if (line !== '') this.#stderr = [...this.#stderr.slice(1 - LAST_WORDS), line];
  }
}
