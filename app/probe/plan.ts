import type { ExpectedTier } from '../project/expected-tier.ts';
import { CaseContext } from './case-context.ts';
import { argumentCases } from './cases/argument-cases.ts';
import { callCases } from './cases/call-cases.ts';
import { rawCases } from './cases/raw-cases.ts';
import { sessionCases, sessionLeftOut } from './cases/session-cases.ts';
import { statelessCases } from './cases/stateless-cases.ts';
import { targetCases, targetsLeftOut } from './cases/target-cases.ts';
import { withExpected } from './expected-case.ts';
import type { PlannedCase, ProbePlan } from './probe-case.ts';
import { Seeded } from './seeded.ts';
import type { ProbeSurface } from './surface.ts';

export type PlanOptions = {
  /** The tools that may be called with valid arguments, by name. */
  readonly allowed: readonly string[];
  /** Decides invented values and the order: the same seed gives the same plan. */
  readonly seed: number;
  /** What the project file says of calls. */
  readonly expected?: readonly ExpectedTier[];
};

/**
 * Everything that a server is asked, in order, from what it declared. Cases that leave a process as it was come
 * first, so that few processes are needed.
 */
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
    ],
  };
}

/** Calls that may take long come after what is quick, and what needs a process of its own comes last. */
function weight({ unready, leavesMark, mayTakeLong }: PlannedCase): number {
  if (unready) return 3;
  if (leavesMark) return 2;
  return mayTakeLong ? 1 : 0;
}
