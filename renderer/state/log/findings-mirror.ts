import type { Result } from '../../../app/base/result.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import { type Finding, isCounted } from '../../../app/findings/finding.ts';
import { PulledPages } from './pulled-pages.ts';

export type FindingsOptions = {
  readonly session: string;
  readonly read: (input: CommandInput<'readFindings'>) => Promise<Result<readonly Finding[]>>;
  /** Called after each page with the new findings, and when some were retracted. */
  readonly onFound: (found: readonly Finding[]) => void;
  /** Called with a sentence if the host refuses a page or the connection fails. */
  readonly onFault: (sentence: string) => void;
};

const PAGE = 2000;
const NONE: readonly Finding[] = [];

/**
 * The screen's copy of one session's findings. The host only announces their number; the mirror requests what it lacks.
 * Findings are only added, unless the host retracts some. Every list grows in place: values derived from it must be
 * recomputed when `revision` or its length changes.
 */
export class FindingsMirror {
  readonly #options: FindingsOptions;
  readonly #pages: PulledPages<readonly Finding[]>;
  #list: Finding[] = [];
  #turnedOff: Finding[] = [];
  #bySeq = new Map<number, Finding[]>();
  #byEvidence = new Map<number, Finding[]>();
  #known = 0;
  #hostRevision = 0;
  #revision = 0;

  constructor(options: FindingsOptions) {
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

  /** Every finding, in order of detection. */
  get list(): readonly Finding[] {
    return this.#list;
  }

  /** Findings of rules that the project file turned off: no other list contains them. */
  get turnedOff(): readonly Finding[] {
    return this.#turnedOff;
  }

  /** Changes whenever a list has changed. */
  get revision(): number {
    return this.#revision;
  }

  /** The findings attached to the record with this `seq`. */
  at(seq: number): readonly Finding[] {
    return this.#bySeq.get(seq) ?? NONE;
  }

  /** The findings that name this record as evidence, including those attached to it. */
  shownBy(seq: number): readonly Finding[] {
    return this.#byEvidence.get(seq) ?? NONE;
  }

  /** Handles the host's number of findings; a new `revision` means that some were retracted. */
  heard(count: number, revision = 0): void {
    if (revision !== this.#hostRevision) this.#startAgain(revision);
    this.#known = Math.max(this.#known, count);
    this.#pages.news();
  }

  /** After a reconnect: asks again if the last connection left a page unanswered. */
  resume(count: number, revision = 0): void {
    this.#pages.restart();
    this.heard(count, revision);
  }

  /** How many of both kinds were read. */
  get #read(): number {
    return this.#list.length + this.#turnedOff.length;
  }

  #startAgain(revision: number): void {
    const before = this.#list;
    this.#hostRevision = revision;
    this.#pages.restart();
    this.#known = 0;
    this.#list = [];
    this.#turnedOff = [];
    this.#bySeq = new Map();
    this.#byEvidence = new Map();
    this.#revision += 1;
    this.#options.onFound(before);
  }

  #take(page: readonly Finding[]): boolean {
    if (page.length === 0) return false;
    const found = page.filter(isCounted);
    this.#list.push(...found);
    this.#turnedOff.push(...page.filter((one) => !isCounted(one)));
    for (const finding of found) {
      push(this.#bySeq, finding.seq, finding);
      for (const seq of finding.evidence) push(this.#byEvidence, seq, finding);
    }
    this.#revision += 1;
    this.#options.onFound(found);
    return true;
  }
}

function push(into: Map<number, Finding[]>, seq: number, finding: Finding): void {
  const known = into.get(seq);
  if (known === undefined) into.set(seq, [finding]);
  else known.push(finding);
}
