import { z } from 'zod';
import { foreignText } from '../../base/foreign-text.ts';
import { lookupDocument, lookupReport } from '../../codes/lookup-report.ts';
import type { SearchOptions } from '../../codes/search.ts';
import { pastedMeanings } from '../../report/pasted-problems.ts';
import { answerSchema, firstOf, foreign, type ServeAnswer, serveAnswer } from './answer.ts';

/** The data of `explain`. */
export const meaningsSchema = answerSchema({
  query: foreign(),
  meanings: z.array(
    z.object({
      code: z.number().nullable(),
      name: z.string(),
      vocabulary: z.string(),
      tier: z.string(),
      meaning: z.string(),
      source: z.string(),
    }),
  ),
  moreMeanings: z.number(),
});

/** The meanings of a code, name, reason or error text in all vocabularies, most likely first. */
export function meaningAnswer(
  query: string,
  limit: number,
  known: SearchOptions,
): ServeAnswer<z.infer<typeof meaningsSchema>> {
  const options = { ...known, pasted: pastedMeanings(query) };
  const { matches } = lookupReport(query, options);
  const { shown, more } = firstOf(matches, limit);
  const data = {
    query: foreignText(query),
    meanings: shown.map(({ code, name, vocabulary, tier, meaning, source }) => ({
      ...{ code, name, vocabulary, tier, meaning: foreignText(meaning), source },
    })),
    moreMeanings: more,
  };
  const moreText = (left: number) =>
    `${left} meanings more: ask with a higher limit, or name the vocabulary.`;
  return serveAnswer(meaningsSchema, lookupDocument(query, options, { limit, whole: limit, moreText }), data);
}
