import { isJsonObject, type JsonObject } from '../json-value.ts';
import { percentDecoded } from '../percent-decoded.ts';
import { onceForEach } from '../text-memo.ts';
import { type Pattern, readingSteps, readPattern, testPattern } from './pattern.ts';
import type { PatternVerdict } from './pattern-run.ts';

export type SchemaWarning = {
  /** The place in words: names and list places with dots between; empty for the whole. */
  readonly path: string;
  readonly at: readonly (string | number)[];
  readonly message: string;
};

export type Walk = {
  readonly root: JsonObject;
  readonly dialect: Dialect;
  readonly found: SchemaWarning[];
  /** What of the schema could not be read, in a few words each. */
  readonly unread: Set<string>;
  readonly limit: number;
  /** How much may still be compared, over all trials: values and their equivalents, and steps of patterns. */
  readonly left: { steps: number };
  readonly patterns: { steps: number };
  /** The same for what costs many times a value: alternatives, formats, constants that are compared as text. */
  readonly trials: { left: number };
  /** The patterns that were read so far: to read one counts as well. */
  readonly read: Map<string, Pattern>;
  readonly references: Map<string, unknown>;
};

/** The steps to a place, the last one first: read only where something does not fit. */
type Trail = { readonly step: string | number; readonly before: Trail } | undefined;

/** What a part of the check works on. */
export type Location = {
  readonly trail: Trail;
  readonly depth: number;
  /** The schemas that led here without a step into the value: one that leads to itself says nothing. */
  readonly chain: readonly unknown[];
};

export const MAX_DEPTH = 80;
/** Sentences about what of a schema was not read: more would be read by nobody. */
const MAX_UNREAD = 12;
/** Characters of a text, or names in a keyword, that count as one value. */
const PER_STEP = 32;
/** A character of a reference is decoded and looked for: that costs several of a text. */
const CHARACTERS_OF_REF = 8;

export function note(walk: Walk, { trail }: Location, message: string): void {
  if (walk.found.length >= walk.limit) return;
  const at: (string | number)[] = [];
  for (let one = trail; one !== undefined; one = one.before) at.unshift(one.step);
  walk.found.push({ path: at.join('.'), at, message });
}

/** Says what of the schema was not read, of the first dozen parts. */
export function noteUnread(walk: Walk, words: string): void {
  if (walk.unread.size >= MAX_UNREAD) walk.unread.add('more of the schema was not compared');
  else walk.unread.add(words);
}

/** Counts work that grows with a text or a list beside the values themselves; false once there is none left. */
export function spend(walk: Walk, length: number): boolean {
  walk.left.steps -= length / PER_STEP;
  return walk.left.steps >= 0;
}

/** Counts work that costs as much as `trials` alternatives that are tried; beyond the bound nothing is compared. */
export function spendTrials(walk: Walk, trials: number): void {
  walk.trials.left -= trials;
  if (walk.trials.left < 0) walk.left.steps = Math.min(walk.left.steps, -1);
}

const NO_CHAIN: Location['chain'] = [];

/** The spot of a member or an item. */
export function inside({ trail, depth }: Location, step: string | number): Location {
  return { trail: { step, before: trail }, depth: depth + 1, chain: NO_CHAIN };
}

/** Whether a text matches a pattern of the schema; `unread` notes what cannot be checked. */
export function matchesPattern(walk: Walk, source: string, text: string): PatternVerdict {
  if (!spend(walk, 2 * PER_STEP + text.length)) return 'unchecked';
  const pattern = walk.read.get(source) ?? firstRead(walk, source);
  const verdict = testPattern(pattern, text, walk.patterns);
  if (verdict === 'unchecked') noteUnread(walk, whyUnchecked(pattern, source));
  return verdict;
}

const TOO_LATE: Pattern = { kind: 'unchecked', older: false, reason: 'it takes too long' };

function firstRead(walk: Walk, source: string): Pattern {
  walk.patterns.steps -= readingSteps(source);
  const pattern = walk.patterns.steps < 0 ? TOO_LATE : readPattern(source);
  walk.read.set(source, pattern);
  return pattern;
}

function whyUnchecked(pattern: Pattern, source: string): string {
  const shown = `the pattern ${JSON.stringify(source.length > 60 ? `${source.slice(0, 60)}…` : source)}`;
  if (pattern.kind === 'invalid') return `${shown} is not a regular expression`;
  return `${shown} was not checked: ${pattern.kind === 'runs' ? 'it takes too long' : pattern.reason}`;
}

export function numberAt(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}

export function count(quantity: number, noun: string): string {
  return `${quantity} ${noun}${quantity === 1 ? '' : 's'}`;
}

/** A `$ref` within the schema, as a JSON pointer; true, which allows all, for any other. */
export function resolvedRef(root: JsonObject, ref: string): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return true;
  let at: unknown = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    // A pointer in a URI is percent-encoded (RFC 6901, section 6).
    const step = percentDecoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(step)];
    else if (isJsonObject(at) && Object.hasOwn(at, step)) at = at[step];
    else return true;
  }
  return at ?? true;
}

/** {@link resolvedRef}, worked out once in a walk; undefined if the walk has no steps left for it. */
export function followRef(walk: Walk, ref: string): unknown {
  if (walk.references.has(ref)) return walk.references.get(ref);
  if (!spend(walk, ref.length * CHARACTERS_OF_REF)) return undefined;
  const target = resolvedRef(walk.root, ref);
  walk.references.set(ref, target);
  return target;
}

/** A place in a value as text: `$`, `$.a.b[2]`, `$["e-mail"]`. */
export function placeText(at: readonly (string | number)[]): string {
  return at.reduce((place: string, step) => placeInside(place, step), '$');
}

/** The place of a member or an item of what stands at `place`. */
export function placeInside(place: string, step: string | number): string {
  if (typeof step === 'number') return `${place}[${step}]`;
  return /^[A-Za-z_$][\w$]*$/.test(step) ? `${place}.${step}` : `${place}[${JSON.stringify(step)}]`;
}

/** A draft that a validator keeps to. */
export type SchemaDraft = 'draft-07' | '2020-12';

/** `any` takes every keyword from draft 4 to 2020-12 as its author meant it; a draft only its own. */
export type Dialect = 'any' | SchemaDraft;

/** Keywords that a validator of a draft knows nothing of, or takes for a note. */
const NOT_IN: { readonly [draft in SchemaDraft]: readonly string[] } = {
  'draft-07': [
    ...['prefixItems', 'dependentRequired', 'dependentSchemas', 'minContains', 'maxContains'],
    ...['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef', 'contentEncoding'],
  ],
  '2020-12': ['additionalItems', '$recursiveRef', 'contentEncoding'],
};
/** Formats of ours that ajv-formats 3 does not have. */
const OWN_FORMATS: readonly unknown[] = ['idn-email', 'iri', 'base64'];

const DRAFT_PARTS: { readonly [draft in SchemaDraft]: (schema: JsonObject) => JsonObject } = {
  'draft-07': onceForEach((schema) => partKnownTo(schema, 'draft-07')),
  '2020-12': onceForEach((schema) => partKnownTo(schema, '2020-12')),
};

/** The part of a schema that the draft knows; every item of a long list asks for the same. */
export function inDraft(schema: JsonObject, draft: SchemaDraft): JsonObject {
  return DRAFT_PARTS[draft](schema);
}

function partKnownTo(schema: JsonObject, draft: SchemaDraft): JsonObject {
  const isKnown = (keyword: string): boolean =>
    !NOT_IN[draft].includes(keyword) && !(keyword === 'format' && OWN_FORMATS.includes(schema[keyword]));
  const keywords = Object.keys(schema);
  // Nearly every schema is known as it is, and a list may have a hundred thousand.
  if (keywords.every(isKnown)) return schema;
  return Object.fromEntries(keywords.filter(isKnown).map((keyword) => [keyword, schema[keyword]]));
}
