import { ok, type Result } from '../../app/base/result.ts';
import type { ComparedClass } from '../../app/compare/compared-rows.ts';
import type {
  ComparedDetail,
  CompareSide,
  ComparisonSummary,
  HeldComparison,
  NoiseChoice,
  NumberedRow,
  RunPart,
} from '../../app/compare/held-comparison.ts';
import type { KnownRecord } from '../../app/frame/record.ts';

/** What a held comparison can be asked to do. */
export type CompareOrder =
  | { readonly kind: 'take'; readonly side: CompareSide; readonly records: readonly KnownRecord[] }
  | { readonly kind: 'close'; readonly left: RunPart; readonly right: RunPart }
  | { readonly kind: 'compare'; readonly noise: NoiseChoice }
  | {
      readonly kind: 'page';
      readonly classes: readonly ComparedClass[];
      readonly from: number;
      readonly limit: number;
    }
  | { readonly kind: 'detail'; readonly number: number };

/** What each order gives back. */
export type CompareAnswers = {
  readonly take: null;
  readonly close: null;
  readonly compare: ComparisonSummary;
  readonly page: readonly NumberedRow[];
  readonly detail: ComparedDetail;
};

export type CompareKind = CompareOrder['kind'];
export type CompareAnswer = Result<CompareAnswers[CompareKind]>;

export type OrderMessage = { readonly job: number; readonly order: CompareOrder };
export type AnswerMessage = { readonly job: number; readonly answer: CompareAnswer };

/** Carries out an order, in whichever thread the comparison is held. */
export function carryOutOrder(held: HeldComparison, order: CompareOrder): CompareAnswer {
  switch (order.kind) {
    case 'take':
      held.take(order.side, order.records);
      return ok(null);
    case 'close':
      held.close(order.left, order.right);
      return ok(null);
    case 'compare':
      return held.compare(order.noise);
    case 'page':
      return ok(held.page(order.classes, order.from, order.limit));
    case 'detail':
      return held.detail(order.number);
  }
}
