import type { JsonObject } from '../../base/json-value.ts';

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

export type Matcher =
  | {
      readonly kind: 'error';
      readonly code?: number | readonly number[];
      readonly message?: RegExp;
      /** A quick precondition for `fits`: the error has data, or an id of its own. Most have neither. */
      readonly needs?: 'data' | 'own-id';
      readonly fits?: (seen: SeenError) => boolean;
    }
  | { readonly kind: 'tool-error'; readonly text?: RegExp; readonly fits?: (seen: SeenToolError) => boolean }
  /** One tool in a `tools/list` result. */
  | { readonly kind: 'tool'; readonly fits: (tool: JsonObject) => boolean }
  /** The result of `method`, or of any method if undefined; `raw` is the line, `params` are the request's. */
  | {
      readonly kind: 'result';
      readonly method?: string;
      readonly fits: (result: JsonObject, raw: string, params: unknown) => boolean;
    }
  | { readonly kind: 'notification'; readonly method: string; readonly fits: (params: unknown) => boolean }
  /** A server log line: on stderr, on stdout by mistake, or the logger of a `notifications/message`. */
  | { readonly kind: 'log'; readonly text: RegExp }
  /** The connection ended right after a malformed line. */
  | { readonly kind: 'ended-by-malformed-line' };

export type Fingerprint = {
  readonly vocabulary: string;
  /** 3: only this vocabulary does this; 2: few others do; 1: consistent with it and with others. */
  readonly weight: 1 | 2 | 3;
  /** One sentence for the list of evidence. */
  readonly note: string;
  /** True for a trait that counts only together with another one of its vocabulary. */
  readonly supporting?: true;
  readonly matcher: Matcher;
};

/** Characters examined per text; every telltale text is at the start. */
export const TEXT_LIMIT = 2000;

/** A trait not yet assigned to a vocabulary. */
export type Trait = Omit<Fingerprint, 'vocabulary'>;
type Weight = Fingerprint['weight'];
type Looking<Kind extends Matcher['kind']> = Omit<Extract<Matcher, { kind: Kind }>, 'kind'>;

/** Assigns traits to a vocabulary. */
export function of(vocabulary: string, traits: readonly Trait[]): readonly Fingerprint[] {
  return traits.map((trait) => ({ vocabulary, ...trait }));
}

/** Marks a trait that counts only together with another one of its vocabulary. */
export function supporting(trait: Trait): Trait {
  return { ...trait, supporting: true };
}

export function inError(weight: Weight, note: string, matcher: Looking<'error'>): Trait {
  return { weight, note, matcher: { kind: 'error', ...matcher } };
}

export function inToolError(weight: Weight, note: string, matcher: Looking<'tool-error'>): Trait {
  return { weight, note, matcher: { kind: 'tool-error', ...matcher } };
}

export function inTool(weight: Weight, note: string, fits: Looking<'tool'>['fits']): Trait {
  return { weight, note, matcher: { kind: 'tool', fits } };
}

export function inLog(weight: Weight, note: string, matcher: Looking<'log'>): Trait {
  return { weight, note, matcher: { kind: 'log', ...matcher } };
}

export function inResult(weight: Weight, note: string, matcher: Looking<'result'>): Trait {
  return { weight, note, matcher: { kind: 'result', ...matcher } };
}

export const ENDED_BY_MALFORMED_LINE: Trait = {
  weight: 2,
  note: 'A line that was no message ended the connection.',
  matcher: { kind: 'ended-by-malformed-line' },
};
