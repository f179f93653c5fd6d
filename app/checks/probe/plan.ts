import type { ExpectedTier } from '../../session/project/expected-tier.ts';
import { CaseContext } from './case-context.ts';
import { argumentCases } from './cases/argument-cases.ts';
import { callCases } from './cases/call-cases.ts';
import { httpCases, httpLeftOut } from './cases/http-cases.ts';
import { rawCases, sessionCases, sessionLeftOut, statelessCases } from './cases/session-cases.ts';
import { targetCases, targetsLeftOut } from './cases/target-cases.ts';
import { withExpected } from './judge-case.ts';
import type { PlannedCase, ProbePlan } from './probe-case.ts';
import type { ProbeSurface } from './surface.ts';

export type PlanOptions = {
  /** The tools that may be called with valid arguments, by name. */
  readonly allowed: readonly string[];
  /** Determines invented values and the order: the same seed gives the same plan. */
  readonly seed: number;
  readonly expected?: readonly ExpectedTier[];
};

/** Everything sent to a server, in order: cases that need their own process come last. */
export function probePlan(surface: ProbeSurface, { allowed, seed, expected = [] }: PlanOptions): ProbePlan {
  const seeded = new Seeded(seed);
  const context = new CaseContext(surface, allowed, seeded.word());
  const byTool = surface.tools.map((tool) => argumentCases(context, tool));
  const calls = callCases(context);
  const cases = [
    ...byTool.flatMap((made) => made.cases),
    ...calls.cases,
    ...targetCases(context),
    ...sessionCases(context),
    ...statelessCases(context),
    ...rawCases(context),
    ...httpCases(context),
  ];
  return {
    cases: seeded
      .shuffled(cases)
      .sort((a, b) => weight(a) - weight(b))
      .map((one) => withExpected(one, expected)),
    leftOut: [
      ...byTool.flatMap((made) => made.leftOut),
      ...calls.leftOut,
      ...targetsLeftOut(context),
      ...sessionLeftOut(context),
      ...httpLeftOut(context),
    ],
  };
}

/** Calls that may take long come after fast ones, and cases with their own process come last. */
function weight({ unready, leavesMark, mayTakeLong }: PlannedCase): number {
  if (unready) return 3;
  if (leavesMark) return 2;
  return mayTakeLong ? 1 : 0;
}

/** Pseudorandom numbers, deterministic for a seed (mulberry32). */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The next number, from 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  word(): string {
    const letters = Array.from({ length: 8 }, () => LETTERS[Math.floor(this.next() * LETTERS.length)]);
    return `probe_${letters.join('')}`;
  }

  /** The items in random order (Fisher and Yates). */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    const order: Item[] = [];
    while (left.length > 0) order.push(...left.splice(Math.floor(this.next() * left.length), 1));
    return order;
  }
}

const LETTERS = 'bcdfghklmnprstvwz';
