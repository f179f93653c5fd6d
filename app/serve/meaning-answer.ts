import { z } from 'zod';
import { lookupReport, lookupText } from '../codes/lookup-report.ts';
import type { SearchOptions } from '../codes/search.ts';
import { answerText, brief, firstOf, type ServeAnswer } from './answer.ts';

/** What `explain` gives as data. */
export const meaningsSchema = z.object({
  query: z.string(),
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

/** What a code, a name, a reason or a text of an error means, in every vocabulary, the likeliest first. */
export function meaningAnswer(
  query: string,
  limit: number,
  options: SearchOptions,
): ServeAnswer<z.infer<typeof meaningsSchema>> {
  const { matches } = lookupReport(query, options);
  const { shown, more } = firstOf(matches, limit);
  const data = {
    query: brief(query),
    meanings: shown.map(({ code, name, vocabulary, tier, meaning, source }) => ({
      ...{ code, name, vocabulary, tier, meaning: brief(meaning), source },
    })),
    moreMeanings: more,
  };
  const rest = more === 0 ? [] : [`${more} meanings more: ask with a higher limit, or name the vocabulary.`];
  // The command line's own last line names its options.
  const text = shown.length === 0 ? lookupText(query, options) : lookupText(query, options, limit);
  const lines = text.split('\n').filter((line) => !/^\d+ more\. Narrow the query/.test(line));
  return { text: answerText([...lines, ...rest]), data };
}
