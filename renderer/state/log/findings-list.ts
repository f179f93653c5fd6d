import type { Result } from '../../../app/base/result.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import { type Finding, isCounted } from '../../../app/findings/finding.ts';
import { PulledPages } from './pulled-pages.ts';

export type FindingsListOptions = {
  readonly session: string;
  readonly read: (input: CommandInput<'readFindings'>) => Promise<Result<readonly Finding[]>>;
  /** Called after each page, and when some findings were retracted. */
  readonly onFound: () => void;
  /** Called with a sentence if the host refuses a page or the connection fails. */
  readonly onFault: (sentence: string) => void;
};

const PAGE = 2000;

/** All findings of one session, in order of detection, for the panel that lists them. The lists grow in place. */
export class FindingsList {
  readonly #options: FindingsListOptions;
  readonly #pages: PulledPages<readonly Finding[]>;
  #counted: Finding[] = [];
  #turnedOff: Finding[] = [];
  #known = 0;
  #hostRevision = 0;
  #revision = 0;

  constructor(options: FindingsListOptions) {
    this.#options = options;
    const { session, read, onFault } = options;
    this.#pages = new PulledPages({
      what: 'findings',
      isUpToDate: () => this.#read >= this.#known,
      read: () => read({ session, from: this.#read, limit: PAGE }),
      take: (page) => this.#take(page),
      onFault,
    });
  }

  get counted(): readonly Finding[] {
    return this.#counted;
  }

  /** Findings of rules that the project file turned off. */
  get turnedOff(): readonly Finding[] {
    return this.#turnedOff;
  }

  /** Changes whenever a list has changed. */
  get revision(): number {
    return this.#revision;
  }

  /** Handles the host's number of findings; a new `revision` means that some were retracted. */
  heard(count: number, revision: number): void {
    if (revision !== this.#hostRevision) this.#startAgain(revision);
    this.#known = Math.max(this.#known, count);
    this.#pages.news();
  }

  /** After a reconnect: asks again if the last connection left a page unanswered. */
  resume(count: number, revision: number): void {
    this.#pages.restart();
    this.heard(count, revision);
  }

  /** How many of both kinds were read. */
  get #read(): number {
    return this.#counted.length + this.#turnedOff.length;
  }

  #startAgain(revision: number): void {
    this.#hostRevision = revision;
    this.#pages.restart();
    this.#known = 0;
    this.#counted = [];
    this.#turnedOff = [];
    this.#revision += 1;
    this.#options.onFound();
  }

  #take(page: readonly Finding[]): boolean {
    if (page.length === 0) return false;
    for (const finding of page) (isCounted(finding) ? this.#counted : this.#turnedOff).push(finding);
    this.#revision += 1;
    this.#options.onFound();
    return true;
  }
}
