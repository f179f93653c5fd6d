import { type Finding, isCounted, type Severity } from './finding.ts';

/** How many seqs a block of records has: what a screen asks for at once. */
const BLOCK = 256;

/** The block of the record with this `seq`. */
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

/** What a screen that shows these blocks needs of a session's findings; rules turned off are left out. */
export function findingsNear(all: readonly Finding[], blocks: readonly number[]): FindingsNear {
  const findings: Finding[] = [];
  const rules: Record<string, number> = {};
  const severities = { ...NO_FINDINGS.severities };
  const isNear = (seq: number) => blocks.includes(blockOf(seq));
  for (const finding of all) {
    if (!isCounted(finding)) continue;
    rules[finding.rule] = (rules[finding.rule] ?? 0) + 1;
    severities[finding.severity] += 1;
    if (isNear(finding.seq) || finding.evidence.some(isNear)) findings.push(finding);
  }
  return { findings, rules, severities };
}
