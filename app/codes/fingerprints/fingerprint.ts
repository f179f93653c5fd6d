import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { withPatterns } from '../../base/written-pattern.ts';
import written from './fingerprints.json' with { type: 'json' };
import type { SeenError, SeenResult, SeenToolError } from './seen-answer.ts';
import {
  ERROR_CONDITIONS,
  RESULT_CONDITIONS,
  TOOL_CONDITIONS,
  TOOL_ERROR_CONDITIONS,
} from './trait-conditions.ts';

export type Matcher =
  | {
      readonly kind: 'error';
      readonly code: number | readonly number[] | undefined;
      readonly message: RegExp | undefined;
      /** A quick precondition for `fits`: the error has data, or an id of its own. Most have neither. */
      readonly needs: 'data' | 'own-id' | undefined;
      readonly fits: (seen: SeenError) => boolean;
    }
  | {
      readonly kind: 'tool-error';
      readonly text: RegExp | undefined;
      readonly fits: (seen: SeenToolError) => boolean;
    }
  /** One tool in a `tools/list` result. */
  | { readonly kind: 'tool'; readonly fits: (tool: JsonObject) => boolean }
  /** The result of `method`, or of any method if undefined. */
  | {
      readonly kind: 'result';
      readonly method: string | undefined;
      readonly fits: (seen: SeenResult) => boolean;
    }
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

/** A trait as `fingerprints.json` has it, its patterns compiled. All that it says must hold. */
type Trait = Pick<Fingerprint, 'weight' | 'note' | 'supporting'> & {
  readonly in: Matcher['kind'];
  /** Of an error, its request's method; of a result, the method itself. */
  readonly method?: RegExp | string;
  readonly code?: number | readonly number[];
  readonly message?: RegExp;
  readonly text?: RegExp;
  /** The id as text, and whether it matches no request. */
  readonly id?: RegExp;
  readonly ownId?: boolean;
  readonly needs?: 'data' | 'own-id';
  /** `data` as text, `data.message`, the name of a member of `data`, or no `data` at all. */
  readonly data?: RegExp;
  readonly detail?: RegExp;
  readonly member?: string;
  readonly noData?: true;
  /** The members of a result in their order, with commas between them. */
  readonly members?: RegExp;
  /** How the line starts and ends. */
  readonly starts?: string;
  readonly ends?: string;
  /** The name of a condition in `trait-conditions.ts`. */
  readonly fits?: string;
};
type TraitsOf = { readonly vocabularies: readonly string[]; readonly traits: readonly Trait[] };

export const ALL_FINGERPRINTS: readonly Fingerprint[] = (
  withPatterns(written) as readonly TraitsOf[]
).flatMap(({ vocabularies, traits }) =>
  vocabularies.flatMap((vocabulary) =>
    traits.map((trait) => ({ ...trait, vocabulary, matcher: matcherOf(trait) })),
  ),
);

function matcherOf(trait: Trait): Matcher {
  const { in: kind, code, message, text, method, fits = '' } = trait;
  switch (kind) {
    case 'error':
      return { kind, code, message, needs: needsOf(trait), fits: errorFits(trait) };
    case 'tool-error':
      return { kind, text, fits: TOOL_ERROR_CONDITIONS[fits] ?? always };
    case 'tool':
      return { kind, fits: TOOL_CONDITIONS[fits] ?? always };
    case 'result':
      return { kind, method: typeof method === 'string' ? method : undefined, fits: resultFits(trait) };
    case 'log':
      return { kind, text: text ?? /^/ };
    case 'ended-by-malformed-line':
      return { kind };
  }
}

function always(): boolean {
  return true;
}

function needsOf({ needs, ownId, data, detail, member }: Trait): 'data' | 'own-id' | undefined {
  if (needs !== undefined || ownId === true) return needs ?? 'own-id';
  return data === undefined && detail === undefined && member === undefined ? undefined : 'data';
}

type Check<Seen> = (seen: Seen) => boolean;

/** All that a trait says of an error. The line is read last: it is long, and nothing has read it since parsing. */
function errorFits({ method, id, ownId, noData, data, detail, member, starts, fits }: Trait) {
  const condition = fits === undefined ? undefined : ERROR_CONDITIONS[fits];
  return allOf<SeenError>([
    ownId !== undefined && ((seen) => ownId === seen.ownId),
    noData === true && ((seen) => seen.data === undefined),
    member !== undefined && (({ data: given }) => isJsonObject(given) && member in given),
    data !== undefined && (({ data: given }) => typeof given === 'string' && data.test(given)),
    detail !== undefined && (({ data: given }) => detail.test(stringAt(given, 'message') ?? '')),
    id !== undefined && ((seen) => id.test(seen.id)),
    typeof method === 'object' && ((seen) => method.test(seen.method)),
    condition !== undefined && condition,
    starts !== undefined && ((seen) => seen.raw.startsWith(starts)),
  ]);
}

/** Most traits have one condition besides their code and message, and each error is checked for many traits. */
function allOf<Seen>(given: readonly (Check<Seen> | false)[]): Check<Seen> {
  const checks = given.filter((check) => check !== false);
  return checks.length === 0 ? always : checks.reduce((all, check) => (seen) => all(seen) && check(seen));
}

function resultFits({ members, starts = '', ends = '', fits = '' }: Trait) {
  const condition = RESULT_CONDITIONS[fits] ?? always;
  return (seen: SeenResult): boolean =>
    (members === undefined || members.test(Object.keys(seen.result).join())) &&
    seen.raw.startsWith(starts) &&
    seen.raw.endsWith(ends) &&
    condition(seen);
}
