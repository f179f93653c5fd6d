import { ok, type Result } from '../../../app/base/result.ts';
import type { ComparedClass } from '../../../app/compare/compared-rows.ts';
import type {
  CompareSide,
  HeldComparison,
  NoiseChoice,
  RunPart,
} from '../../../app/compare/held-comparison.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';

/** What a held comparison can do, in whichever thread it is held. */
export type ComparisonFunctions = ReturnType<typeof comparisonFunctions>;

export function comparisonFunctions(held: HeldComparison) {
  return {
    take: (side: CompareSide, records: readonly KnownRecord[]): Result<null> => {
      held.take(side, records);
      return ok(null);
    },
    close: (left: RunPart, right: RunPart): Result<null> => {
      held.close(left, right);
      return ok(null);
    },
    compare: (noise: NoiseChoice) => held.compare(noise),
    page: (classes: readonly ComparedClass[], from: number, limit: number) =>
      ok(held.page(classes, from, limit)),
    detail: (number: number) => held.detail(number),
  };
}
