import type { JsonObject } from '../../base/json-value.ts';

/** Characters examined per text; every telltale text is at the start. */
export const TEXT_LIMIT = 2000;

export type SeenError = {
  /** The method of the request; empty if unknown. */
  readonly method: string;
  readonly code: number | undefined;
  /** At most `TEXT_LIMIT` characters. */
  readonly message: string;
  readonly data: unknown;
  /** The id as text; `null` or empty if there is none. */
  readonly id: string;
  /** True if the id matches no client request. */
  readonly ownId: boolean;
  readonly raw: string;
};

/** A result with `isError: true`. */
export type SeenToolError = {
  /** The first text block, at most `TEXT_LIMIT` characters. */
  readonly text: string;
  readonly result: JsonObject;
};

/** A result, its line, and the params of its request. */
export type SeenResult = { readonly result: JsonObject; readonly raw: string; readonly params: unknown };
