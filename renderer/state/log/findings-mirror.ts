import type { Result } from '../../../app/base/result.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import {
  blockOf,
  type FindingCounts,
  type FindingsNear,
  NO_FINDINGS,
} from '../../../app/findings/findings-near.ts';
import { FindingsList, type FindingsListOptions } from './findings-list.ts';
import { PulledPages } from './pulled-pages.ts';

export type FindingsOptions = FindingsListOptions & {
  readonly readNear: (input: CommandInput<'readFindingsNear'>) => Promise<Result<FindingsNear>>;
};

type BySeq = ReadonlyMap<number, readonly Finding[]>;

/** The findings of one block of records, and what the host had when it gave them. */
type Block = { readonly stamp: string; readonly at: BySeq; readonly shownBy: BySeq };

/** More than are on a screen and selected at once. */
const MAX_BLOCKS = 64;
/** The most blocks of one request: those asked for last are still on the screen. */
const MAX_ASKED = 8;
const NONE: readonly Finding[] = [];

/**
 * The findings of one session near the records that the screen shows. What it does not have is requested when it is
 * asked for, and announced by `onFound`; until then there is none.
 */
export class FindingsMirror {
  readonly #options: FindingsOptions;
  readonly #pages: PulledPages<FindingsNear>;
  readonly #blocks = new Map<number, Block>();
  readonly #wanted = new Set<number>();
  /** The blocks that were asked for since the host last had more findings: probably still on the screen. */
  readonly #used = new Set<number>();
  #asked: { readonly blocks: readonly number[]; readonly stamp: string } = { blocks: [], stamp: '' };
  #list: FindingsList | undefined;
  #counts = NO_FINDINGS;
  #isNews = false;
  #count = 0;
  #hostRevision = 0;

  constructor(options: FindingsOptions) {
    this.#options = options;
    const { session, readNear, onFault } = options;
    this.#pages = new PulledPages({
      what: 'findings',
      isUpToDate: () => this.#wanted.size === 0 && !this.#isNews,
      read: () => {
        const blocks = [...this.#wanted].slice(-MAX_ASKED);
        this.#wanted.clear();
        this.#isNews = false;
        this.#asked = { blocks, stamp: this.#stamp };
        return readNear({ session, blocks });
      },
      take: (near) => this.#take(near),
      onFault,
    });
  }

  /** How many findings the session has, including those of rules that are turned off. */
  get count(): number {
    return this.#count;
  }

  /** The findings of the whole session that count, by rule and by severity. */
  get counts(): FindingCounts {
    return this.#counts;
  }

  /** Every finding; read from the first use on. */
  get all(): FindingsList {
    if (this.#list === undefined) {
      this.#list = new FindingsList(this.#options);
      this.#list.heard(this.#count, this.#hostRevision);
    }
    return this.#list;
  }

  at(seq: number): readonly Finding[] {
    return this.#block(seq)?.at.get(seq) ?? NONE;
  }

  /** The findings that name this record as evidence, including those attached to it. */
  shownBy(seq: number): readonly Finding[] {
    return this.#block(seq)?.shownBy.get(seq) ?? NONE;
  }

  /** Handles the host's number of findings; a new `revision` means that some were retracted. */
  heard(count: number, revision = 0): void {
    const isNew = count !== this.#count || revision !== this.#hostRevision;
    this.#count = count;
    this.#hostRevision = revision;
    this.#list?.heard(count, revision);
    if (!isNew) return;
    for (const number of this.#used) this.#wanted.add(number);
    this.#used.clear();
    this.#isNews = true;
    this.#pages.news();
  }

  /** After a reconnect: asks again if the last connection left a page unanswered. */
  resume(count: number, revision = 0): void {
    this.#list?.resume(count, revision);
    this.#pages.restart();
    this.#isNews = true;
    this.heard(count, revision);
    this.#pages.news();
  }

  get #stamp(): string {
    return `${this.#count} ${this.#hostRevision}`;
  }

  #block(seq: number): Block | undefined {
    const number = blockOf(seq);
    this.#used.add(number);
    const block = this.#blocks.get(number);
    const isAsked = this.#asked.stamp === this.#stamp && this.#asked.blocks.includes(number);
    if (this.#count > 0 && block?.stamp !== this.#stamp && !isAsked) {
      this.#wanted.add(number);
      this.#pages.news();
    }
    return block;
  }

  #take({ findings, ...counts }: FindingsNear): boolean {
    this.#counts = counts;
    const { blocks, stamp } = this.#asked;
    for (const number of blocks) {
      const before = this.#blocks.get(number);
      const isHere = (seq: number) => blockOf(seq) === number;
      const own = findings.filter(({ seq }) => isHere(seq));
      const at = groupedBySeq(own, ({ seq }) => [seq], before?.at);
      const shownBy = groupedBySeq(findings, ({ evidence }) => evidence.filter(isHere), before?.shownBy);
      this.#blocks.delete(number);
      this.#blocks.set(number, { stamp, at, shownBy });
    }
    for (const number of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_BLOCKS) break;
      this.#blocks.delete(number);
    }
    this.#options.onFound();
    return true;
  }
}

/** A list of `before` stays the same object if nothing in it has changed, so that what shows it is not drawn again. */
function groupedBySeq(
  findings: readonly Finding[],
  seqsOf: (finding: Finding) => readonly number[],
  before: BySeq = new Map(),
): BySeq {
  const lists = new Map<number, Finding[]>();
  for (const finding of findings) {
    for (const seq of seqsOf(finding)) {
      const list = lists.get(seq);
      if (list === undefined) lists.set(seq, [finding]);
      else list.push(finding);
    }
  }
  const kept = ([seq, list]: [number, Finding[]]): [number, readonly Finding[]] => {
    const held = before.get(seq);
    return [seq, held !== undefined && isSameText(held, list) ? held : list];
  };
  return new Map(Array.from(lists, kept));
}

function isSameText(one: readonly Finding[], other: readonly Finding[]): boolean {
  return one.length === other.length && JSON.stringify(one) === JSON.stringify(other);
}
