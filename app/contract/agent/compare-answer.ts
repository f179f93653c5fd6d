import { z } from 'zod';
import type { Change } from '../../analysis/compare/change.ts';
import { compareDocument } from '../../analysis/compare/compare-document.ts';
import type { CompareReport, ReportedChange } from '../../analysis/compare/compare-report.ts';
import { foreignText } from '../../base/foreign-text.ts';
import { answerSchema, firstOf, foreign, type ServeAnswer, serveAnswer } from './answer.ts';

/** The data of `compare_recordings`. */
export const comparisonSchema = answerSchema({
  before: foreign(),
  after: foreign(),
  aligned: z.number(),
  unchanged: z.number(),
  worse: z.number(),
  better: z.number(),
  onlyBefore: z.number(),
  onlyAfter: z.number(),
  /** Most important first. */
  changed: z.array(
    z.object({
      method: foreign(),
      target: foreign().nullable(),
      beforeSeq: z.number(),
      afterSeq: z.number(),
      beforeTier: z.string(),
      afterTier: z.string(),
      /** What differs: tier, outcome, code, message, result, latency, findings. */
      what: z.array(z.string()),
    }),
  ),
  moreChanged: z.number(),
});

/** The changes between two recordings, as text and data. */
export function compareAnswer(
  report: CompareReport,
  limit: number,
): ServeAnswer<z.infer<typeof comparisonSchema>> {
  const { aligned, unchanged, worse, better, onlyBefore, onlyAfter } = report.summary;
  const { shown, more } = firstOf(report.changed, limit);
  const data = {
    ...{ before: report.before.path, after: report.after.path },
    ...{ aligned, unchanged, worse, better, onlyBefore, onlyAfter },
    changed: shown.map(shortChange),
    moreChanged: more,
  };
  const part = {
    ...report,
    changed: [...shown],
    onlyBefore: report.onlyBefore.slice(0, limit),
    onlyAfter: report.onlyAfter.slice(0, limit),
  };
  const rest = more === 0 ? [] : [`${more} changed calls more: ask with a higher limit.`];
  return serveAnswer(comparisonSchema, compareDocument(part, rest), data);
}

function shortChange({ method, target, before, after, changes }: ReportedChange) {
  return {
    ...{ method: foreignText(method), target: target === null ? null : foreignText(target) },
    ...{ beforeSeq: before.requestSeq, afterSeq: after.requestSeq },
    ...{ beforeTier: before.tier, afterTier: after.tier },
    what: changes.map(({ kind }: Change): string => kind),
  };
}
