import { isJsonObject } from '../../../app/base/json-value.ts';

/** Values that a server offers for a text (MCP, server/utilities/completion). */
export type Completion = {
  readonly values: readonly string[];
  /** How many there are altogether; undefined where the server does not tell. */
  readonly total: number | undefined;
  /** True where the server says that it has more than it sent. */
  readonly hasMore: boolean;
};

/** Reads a `CompleteResult`; undefined where it holds no list of values. */
export function readCompletion(result: unknown): Completion | undefined {
  const completion = isJsonObject(result) ? result.completion : undefined;
  if (!isJsonObject(completion) || !Array.isArray(completion.values)) return undefined;
  const { total, hasMore } = completion;
  return {
    values: completion.values.filter((value: unknown) => typeof value === 'string'),
    total: typeof total === 'number' ? total : undefined,
    hasMore: hasMore === true,
  };
}

/** How many values there are, and whether that is all, in a few words. */
export function completionWords({ values, total, hasMore }: Completion): string {
  if (values.length === 0) return 'The server has no value for this text.';
  const shown = `${values.length} ${values.length === 1 ? 'value' : 'values'}`;
  if (total !== undefined && total > values.length)
    return `${shown} of ${total}; type on to narrow them down`;
  return hasMore ? `${shown}; the server has more` : shown;
}
