import type { Result } from '../../../app/base/result.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import { type Finding, isCounted } from '../../../app/findings/finding.ts';

export type FindingsOptions = {
  readonly session: string;
  readonly read: (input: CommandInput<'readFindings'>) => Promise<Result<readonly Finding[]>>;
  /** Called after each page with what it brought, and with what was taken back. */
  readonly onFound: (found: readonly Finding[]) => void;
  /** Called with a sentence if the host refuses a page or the connection fails. */
  readonly onFault: (sentence: string) => void;
};

const PAGE = 2000;
const NONE: readonly Finding[] = [];

/**
 * The screen's copy of one session's findings. The host only announces how many there are; the mirror asks
 * for what it lacks. Findings are only added, unless the host says that it took some back.
 */
export class FindingsMirror {
  readonly #options: FindingsOptions;
  readonly #bySeq = new Map<number, readonly Finding[]>();
  readonly #byEvidence = new Map<number, readonly Finding[]>();
  #list: readonly Finding[] = NONE;
  #turnedOff: readonly Finding[] = NONE;
  /** How many were read, of both kinds. */
  #read = 0;
  #known = 0;
  #revision = 0;
  #pulling = false;
  #epoch = 0;

  constructor(options: FindingsOptions) {
    this.#options = options;
  }

  /** Every finding in the order in which they were made; another array whenever it changed. */
  get list(): readonly Finding[] {
    return this.#list;
  }

  /** What rules found that the project file has turned off: it stands nowhere else. */
  get turnedOff(): readonly Finding[] {
    return this.#turnedOff;
  }

  /** The findings that hang on the record of `seq`; the same array until there are more. */
  at(seq: number): readonly Finding[] {
    return this.#bySeq.get(seq) ?? NONE;
  }

  /** The findings that name the record of `seq` as evidence, also those that hang on it. */
  shownBy(seq: number): readonly Finding[] {
    return this.#byEvidence.get(seq) ?? NONE;
  }

  /** Takes how many findings the host has made; another `revision` means that it took some back. */
  heard(count: number, revision = 0): void {
    if (revision !== this.#revision) this.#startAnew(revision);
    this.#known = Math.max(this.#known, count);
    this.#pull().catch((reason) => {
      this.#pulling = false;
      this.#options.onFault(`The findings could not be read: ${String(reason)}. Reload the page.`);
    });
  }

  /** After a reconnect: asks again if the last connection left a page unanswered. */
  resume(count: number, revision = 0): void {
    this.#epoch += 1;
    this.#pulling = false;
    this.heard(count, revision);
  }

  #startAnew(revision: number): void {
    const before = this.#list;
    this.#revision = revision;
    this.#epoch += 1;
    this.#pulling = false;
    this.#known = 0;
    this.#list = NONE;
    this.#turnedOff = NONE;
    this.#read = 0;
    this.#bySeq.clear();
    this.#byEvidence.clear();
    this.#options.onFound(before);
  }

  async #pull(): Promise<void> {
    if (this.#pulling) return;
    this.#pulling = true;
    const epoch = this.#epoch;
    const { session, read, onFault } = this.#options;
    while (epoch === this.#epoch && this.#read < this.#known) {
      const from = this.#read;
      const page = await read({ session, from, limit: PAGE });
      if (epoch !== this.#epoch) return;
      if (!page.ok) {
        onFault(page.error);
        break;
      }
      // A host that promised more than it gives must not spin the screen.
      if (page.value.length === 0) break;
      this.#take(page.value);
    }
    if (epoch === this.#epoch) this.#pulling = false;
  }

  #take(page: readonly Finding[]): void {
    this.#read += page.length;
    const found = page.filter(isCounted);
    if (found.length > 0) this.#list = [...this.#list, ...found];
    if (found.length < page.length)
      this.#turnedOff = [...this.#turnedOff, ...page.filter((one) => !isCounted(one))];
    for (const finding of found) {
      push(this.#bySeq, finding.seq, finding);
      for (const seq of finding.evidence) push(this.#byEvidence, seq, finding);
    }
    this.#options.onFound(found);
  }
}

function push(into: Map<number, readonly Finding[]>, seq: number, finding: Finding): void {
  into.set(seq, [...(into.get(seq) ?? NONE), finding]);
}
