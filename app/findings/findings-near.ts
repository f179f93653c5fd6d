import { getOrCreate } from '../base/grouped-by.ts';
import { type Finding, isCounted, type Severity } from './finding.ts';

/** How many seqs a block of records has: what a screen asks for at once. */
const BLOCK = 256;

export function blockOf(seq: number): number {
  return Math.floor(seq / BLOCK);
}

export type FindingsNear = {
  /** The findings attached to records of these blocks, or that name one as evidence. */
  readonly findings: readonly Finding[];
} & FindingCounts;

/** How many findings the whole session has. */
export type FindingCounts = {
  readonly rules: Readonly<Record<string, number>>;
  readonly severities: Readonly<Record<Severity, number>>;
};

export const NO_FINDINGS: FindingCounts = { rules: {}, severities: { violation: 0, advice: 0, info: 0 } };

/** What a screen that shows some blocks needs of a session's findings; rules turned off are left out. */
export class NearFindings {
  #all: readonly Finding[] = [];
  #revision = 0;
  #read = 0;
  /** By block: the places in the list, in order. */
  readonly #byBlock = new Map<number, number[]>();
  #counts = noCounts();

  /** `all` only grows, unless it is another list or has another revision. */
  near(all: readonly Finding[], revision: number, blocks: readonly number[]): FindingsNear {
    if (all !== this.#all || revision !== this.#revision) this.#begin(all, revision);
    for (; this.#read < all.length; this.#read += 1) this.#add(all[this.#read], this.#read);
    const places = new Set(blocks.flatMap((block) => this.#byBlock.get(block) ?? []));
    const findings = [...places].sort((a, b) => a - b).flatMap((place) => all[place] ?? []);
    const { rules, severities } = this.#counts;
    return { findings, rules: { ...rules }, severities: { ...severities } };
  }

  #begin(all: readonly Finding[], revision: number): void {
    this.#all = all;
    this.#revision = revision;
    this.#read = 0;
    this.#byBlock.clear();
    this.#counts = noCounts();
  }

  #add(finding: Finding | undefined, place: number): void {
    if (finding === undefined || !isCounted(finding)) return;
    const { rules, severities } = this.#counts;
    rules[finding.rule] = (rules[finding.rule] ?? 0) + 1;
    severities[finding.severity] += 1;
    const blocks = new Set([finding.seq, ...finding.evidence].map(blockOf));
    for (const block of blocks) getOrCreate(this.#byBlock, block, () => []).push(place);
  }
}

const noCounts = (): { rules: Record<string, number>; severities: Record<Severity, number> } => ({
  rules: {},
  severities: { ...NO_FINDINGS.severities },
});
