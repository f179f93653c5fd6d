import { CODE_CASES } from './code-cases.ts';
import { DATA_CASES } from './data-cases.ts';
import { ENVELOPE_CASES } from './envelope-cases.ts';
import { HTTP_CASES } from './http-cases.ts';
import { LIFECYCLE_CASES } from './lifecycle-cases.ts';
import { LIST_CASES } from './list-cases.ts';
import type { RuleCase } from './rule-case.ts';
import { STATELESS_CASES } from './stateless-cases.ts';
import { TEXT_CASES } from './text-cases.ts';
import { TIER_CASES } from './tier-cases.ts';

/** The cases of all rules, by family. */
export const CASE_FAMILIES: readonly (readonly [string, readonly RuleCase[]])[] = [
  ['tiers', TIER_CASES],
  ['codes', CODE_CASES],
  ['lists', LIST_CASES],
  ['data', DATA_CASES],
  ['texts', TEXT_CASES],
  ['the envelope and its lines', ENVELOPE_CASES],
  ['the pipe and the order of things', LIFECYCLE_CASES],
  ['2026-07-28', STATELESS_CASES],
  ['HTTP', HTTP_CASES],
];

export const ALL_CASES: readonly RuleCase[] = CASE_FAMILIES.flatMap(([, cases]) => cases);
