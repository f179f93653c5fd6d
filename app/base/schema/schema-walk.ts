import { isJsonObject, type JsonObject } from '../json-value.ts';
import { percentDecoded } from '../percent-decoded.ts';
import { onceForEach } from '../text-memo.ts';
import { type Pattern, readingSteps, readPattern, testPattern } from './pattern.ts';
import type { PatternVerdict } from './pattern-run.ts';

export type SchemaWarning = {
  /** The place as text: names and list indexes joined by dots; empty for the whole value. */
  readonly path: string;
  readonly at: readonly (string | number)[];
  readonly message: string;
};

export type Walk = {
  readonly root: JsonObject;
  readonly dialect: Dialect;
  readonly found: SchemaWarning[];
  /** The parts of the schema that could not be read, in a few words each. */
  readonly unread: Set<string>;
  readonly limit: number;
  /** The remaining budget over all trials: values and equivalent work here, pattern steps in `patterns`. */
  readonly left: { steps: number };
  readonly patterns: { steps: number };
  /** The remaining budget for expensive work: alternatives, formats, constants that are compared as text. */
  readonly trials: { left: number };
  /** Patterns read so far; reading a pattern costs steps too. */
  readonly read: Map<string, Pattern>;
  readonly references: Map<string, unknown>;
};

/** The path to a place, last step first; read only where a value does not fit. */
type Trail = { readonly step: string | number; readonly before: Trail } | undefined;

export type Location = {
  readonly trail: Trail;
  readonly depth: number;
  /** The schemas visited without descending into the value; a cycle among them says nothing. */
  readonly chain: readonly unknown[];
};

export const MAX_DEPTH = 80;
/** Maximum sentences about unread parts; nobody would read more. */
const MAX_UNREAD = 12;
/** Characters of a text, or names in a keyword, that cost as much as one value. */
const PER_STEP = 32;
/** Decoding and resolving a character of a reference costs as much as several characters of a text. */
const CHARACTERS_OF_REF = 8;

export function note(walk: Walk, { trail }: Location, message: string): void {
  if (walk.found.length >= walk.limit) return;
  const at: (string | number)[] = [];
  for (let one = trail; one !== undefined; one = one.before) at.unshift(one.step);
  walk.found.push({ path: at.join('.'), at, message });
}

export function noteUnread(walk: Walk, words: string): void {
  if (walk.unread.size >= MAX_UNREAD) walk.unread.add('more of the schema was not compared');
  else walk.unread.add(words);
}

/** Charges work that grows with a text or a list; false once the budget is used up. */
export function spend(walk: Walk, length: number): boolean {
  walk.left.steps -= length / PER_STEP;
  return walk.left.steps >= 0;
}

/** Charges work that costs as much as `trials` alternatives; beyond the limit nothing is compared. */
export function spendTrials(walk: Walk, trials: number): void {
  walk.trials.left -= trials;
  if (walk.trials.left < 0) walk.left.steps = Math.min(walk.left.steps, -1);
}

const NO_CHAIN: Location['chain'] = [];

export function inside({ trail, depth }: Location, step: string | number): Location {
  return { trail: { step, before: trail }, depth: depth + 1, chain: NO_CHAIN };
}

/** Whether a text matches a pattern of the schema; what cannot be checked is noted in `unread`. */
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

/** Resolves a `$ref` within the schema as a JSON pointer; `true`, which allows everything, for any other. */
export function resolvedRef(root: JsonObject, ref: string): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return true;
  let at: unknown = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    // JSON pointers in URIs are percent-encoded (RFC 6901, section 6).
    const step = percentDecoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(step)];
    else if (isJsonObject(at) && Object.hasOwn(at, step)) at = at[step];
    else return true;
  }
  return at ?? true;
}

/** {@link resolvedRef}, cached for one walk; undefined if the walk has no steps left. */
export function followRef(walk: Walk, ref: string): unknown {
  if (walk.references.has(ref)) return walk.references.get(ref);
  if (!spend(walk, ref.length * CHARACTERS_OF_REF)) return undefined;
  const target = resolvedRef(walk.root, ref);
  walk.references.set(ref, target);
  return target;
}

/** Formats a path as text: `$`, `$.a.b[2]`, `$["e-mail"]`. */
export function placeText(at: readonly (string | number)[]): string {
  return at.reduce((place: string, step) => placeInside(place, step), '$');
}

/** The text path of a member or an item within `place`. */
export function placeInside(place: string, step: string | number): string {
  if (typeof step === 'number') return `${place}[${step}]`;
  return /^[A-Za-z_$][\w$]*$/.test(step) ? `${place}.${step}` : `${place}[${JSON.stringify(step)}]`;
}

/** A draft that a validator implements. */
export type SchemaDraft = 'draft-07' | '2020-12';

/** `any` accepts every keyword from draft 4 to 2020-12 as its author meant it; a draft accepts only its own. */
export type Dialect = 'any' | SchemaDraft;

/** Keywords that validators of a draft ignore or treat as annotations. */
const NOT_IN: { readonly [draft in SchemaDraft]: readonly string[] } = {
  'draft-07': [
    ...['prefixItems', 'dependentRequired', 'dependentSchemas', 'minContains', 'maxContains'],
    ...['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef', 'contentEncoding'],
  ],
  '2020-12': ['additionalItems', '$recursiveRef', 'contentEncoding'],
};
/** Formats supported here but not by ajv-formats 3. */
const OWN_FORMATS: readonly unknown[] = ['idn-email', 'iri', 'base64'];

const DRAFT_PARTS: { readonly [draft in SchemaDraft]: (schema: JsonObject) => JsonObject } = {
  'draft-07': onceForEach((schema) => partKnownTo(schema, 'draft-07')),
  '2020-12': onceForEach((schema) => partKnownTo(schema, '2020-12')),
};

/** The part of a schema that the draft knows; cached, since every item in a long list asks for the same. */
export function inDraft(schema: JsonObject, draft: SchemaDraft): JsonObject {
  return DRAFT_PARTS[draft](schema);
}

function partKnownTo(schema: JsonObject, draft: SchemaDraft): JsonObject {
  const isKnown = (keyword: string): boolean =>
    !NOT_IN[draft].includes(keyword) && !(keyword === 'format' && OWN_FORMATS.includes(schema[keyword]));
  const keywords = Object.keys(schema);
  // Nearly every schema is fully known, and a list may have a hundred thousand.
  if (keywords.every(isKnown)) return schema;
  return Object.fromEntries(keywords.filter(isKnown).map((keyword) => [keyword, schema[keyword]]));
}
