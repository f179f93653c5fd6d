import { isJsonObject, isReadInPart, type JsonObject } from '../json-value.ts';
import { onceForEach } from '../text-memo.ts';
import { cutText } from '../wrapped-text.ts';
import { readingSteps, readPattern, testPattern } from './pattern.ts';
import {
  canonicalText,
  checkConstants,
  checkNumber,
  checkText,
  checkType,
  hasType,
  TYPES,
} from './scalar-checks.ts';
import {
  count,
  type Dialect,
  followRef,
  inDraft,
  inside,
  type Location,
  MAX_DEPTH,
  matchesPattern,
  note,
  noteUnread,
  numberAt,
  placeText,
  resolvedRef,
  type SchemaWarning,
  spend,
  spendTrials,
  type Walk,
} from './schema-walk.ts';
import { surelyFits } from './sure-fit.ts';

/** Limits for huge results and for schemas that refer to themselves. */
export const MAX_STEPS = 150_000;
const MAX_WARNINGS = 5000;
/** A pattern step compares one character with one instruction: far less work than a value. */
const PATTERN_STEPS_PER_STEP = 16;

/** Trying an alternative costs as much as several values; a short check may spend all of its steps on trials. */
const STEPS_PER_TRIAL = 8;
const MIN_TRIALS = 20_000;
const LONGEST_REF = 200;
/** Each schema that a reference leads to is searched for among the schemas before it. */
const LINKS_PER_STEP = 8;
const TOO_MANY = 'not checked further: it has too many alternatives, formats or constants for this value';

type Limits = { readonly warnings: number; readonly steps: number };

const LIMITS: Limits = { warnings: MAX_WARNINGS, steps: MAX_STEPS };

type SchemaCheck = {
  readonly warnings: readonly SchemaWarning[];
  /** The parts of the schema that could not be read, in a few words; empty if all of it was read. */
  readonly unread: string;
};

/**
 * Checks a value against a JSON Schema of any dialect from draft 4 to 2020-12. It generates no code, which the page's
 * CSP forbids, stays within its limits, and never throws, whatever a server sends as a schema. (ajv generates code;
 * `@cfworker/json-schema` 4.1.6 does not, but is unbounded, as is the engine that runs a `pattern`.) Parts that are not
 * compared are named in `unread` and never reported as wrong.
 */
export function checkSchema(schema: unknown, value: unknown, most: Limits = LIMITS): SchemaCheck {
  return checkPart(schema, schema, value, most);
}

/** The first misfit, its place such as `$.rows[2]` and why; undefined if the first few thousand values fit. */
export function firstMisfit(schema: unknown, value: unknown): { place: string; message: string } | undefined {
  if (isJsonObject(schema) && surelyFits(schema, value)) return undefined;
  const [first] = checkSchema(schema, value, { warnings: 1, steps: 5000 }).warnings;
  return first === undefined || isReadInPart(value)
    ? undefined
    : { place: placeText(first.at), message: first.message };
}

/** {@link checkSchema} for a part of the schema `root`, the target of `$ref`. */
export function checkPart(
  root: unknown,
  part: unknown,
  value: unknown,
  most: Limits = LIMITS,
  dialect: Dialect = 'any',
): SchemaCheck {
  const walk: Walk = {
    root: isJsonObject(root) ? root : {},
    dialect,
    found: [],
    unread: new Set(),
    limit: most.warnings,
    left: { steps: most.steps },
    trials: { left: Math.max(MIN_TRIALS, most.steps / STEPS_PER_TRIAL) },
    patterns: { steps: most.steps * PATTERN_STEPS_PER_STEP },
    read: new Map(),
    references: new Map(),
  };
  check(walk, part, value, { trail: undefined, depth: 0, chain: [] });
  if (walk.trials.left < 0) walk.unread.add(TOO_MANY);
  else if (walk.left.steps < 0) walk.unread.add(`only the first ${most.steps} values were compared`);
  return { warnings: walk.found, unread: [...walk.unread].join('; ') };
}

function check(walk: Walk, schema: unknown, value: unknown, spot: Location): void {
  walk.left.steps -= 1 + spot.chain.length / LINKS_PER_STEP;
  if (walk.left.steps < 0 || walk.found.length >= walk.limit) return;
  if (spot.depth > MAX_DEPTH) {
    noteUnread(walk, `nothing deeper than ${MAX_DEPTH} levels was compared`);
    return;
  }
  if (schema === false) note(walk, spot, 'nothing is allowed here');
  if (!isJsonObject(schema) || spot.chain.includes(schema)) return;
  if (saysTypeOnly(schema) && hasType(schema.type, value)) return;
  const read = walk.dialect === 'any' ? schema : inDraft(schema, walk.dialect);
  checkObject(walk, read, value, { trail: spot.trail, depth: spot.depth, chain: [...spot.chain, schema] });
}

/** Keywords that constrain nothing. */
const NOTES = [
  ...['title', 'description', 'default', 'examples'],
  ...['$comment', 'deprecated', 'readOnly', 'writeOnly'],
];

/** True if a schema consists of one known type, as in most long lists. */
const saysTypeOnly = onceForEach(
  (schema: JsonObject) =>
    TYPES.some((type) => type === schema.type) &&
    Object.keys(schema).every((keyword) => keyword === 'type' || NOTES.includes(keyword)),
);

function checkObject(walk: Walk, schema: JsonObject, value: unknown, spot: Location): void {
  if (typeof schema.$ref === 'string') checkRef(walk, schema.$ref, value, spot);
  reportUnread(walk, schema, value);
  if (value === null && schema.nullable === true && walk.dialect === 'any') return;
  if (!checkType(walk, schema, value, spot) || !checkConstants(walk, schema, value, spot)) return;
  if (typeof value === 'number') checkNumber(walk, schema, value, spot);
  else if (typeof value === 'string') checkText(walk, schema, value, spot);
  else if (Array.isArray(value)) checkItems(walk, schema, value, spot);
  else if (isJsonObject(value)) {
    checkMembers(walk, schema, value, spot);
    for (const one of dependentIn(schema, value)) check(walk, one, value, deeper(spot));
  }
  checkCombined(walk, schema, value, spot);
}

/** Reports keywords that depend on what surrounding schemas evaluated: none of the checks here reads them. */
function reportUnread(walk: Walk, schema: JsonObject, value: unknown): void {
  const { $dynamicRef, $recursiveRef, unevaluatedProperties, unevaluatedItems } = schema;
  for (const ref of [$dynamicRef, $recursiveRef]) {
    if (typeof ref === 'string')
      noteUnread(walk, `the dynamic reference ${cutText(ref, LONGEST_REF)} cannot be followed`);
  }
  if (isJsonObject(value) && isLimit(unevaluatedProperties))
    noteUnread(walk, 'unevaluatedProperties is not compared');
  if (Array.isArray(value) && isLimit(unevaluatedItems)) noteUnread(walk, 'unevaluatedItems is not compared');
}

/** True if a schema can reject a value; `{}` and non-schemas cannot. */
function isLimit(schema: unknown): boolean {
  return schema === false || (isJsonObject(schema) && Object.keys(schema).length > 0);
}

function checkRef(walk: Walk, ref: string, value: unknown, spot: Location): void {
  const target = followRef(walk, ref);
  if (target === undefined) return;
  // A reference that cannot be resolved allows everything.
  if (target === true && ref !== '#')
    noteUnread(walk, `the reference ${cutText(ref, LONGEST_REF)} cannot be followed`);
  check(walk, target, value, deeper(spot));
}

function checkCombined(walk: Walk, schema: JsonObject, value: unknown, spot: Location): void {
  const { allOf, anyOf, oneOf, not } = schema;
  const tried = (one: unknown) => fitsAt(walk, one, value, spot);
  if (Array.isArray(allOf)) for (const part of allOf) check(walk, part, value, deeper(spot));
  if (Array.isArray(anyOf) && anyOf.length > 0) checkAlternatives(walk, anyOf, value, spot);
  if (Array.isArray(oneOf) && oneOf.length > 0) {
    const fits = oneOf.map(tried);
    const fitting = fits.filter((fit) => fit === 'fits').length;
    if (fits.every((fit) => fit === 'misfits')) checkAlternatives(walk, oneOf, value, spot);
    if (fitting > 1) note(walk, spot, `fits ${fitting} of the alternatives, expected one only`);
  }
  if (not !== undefined && tried(not) === 'fits') note(walk, spot, 'is what the schema rules out');
  if (schema.if === undefined || (schema.then === undefined && schema.else === undefined)) return;
  const condition = tried(schema.if);
  if (condition !== 'unsure')
    check(walk, condition === 'fits' ? schema.then : schema.else, value, deeper(spot));
}

/** If the alternatives differ by type, the most useful faults are those of the alternative for the value's type. */
function checkAlternatives(walk: Walk, branches: readonly unknown[], value: unknown, spot: Location): void {
  const tried = branches.map((branch) => {
    spendTrials(walk, 1);
    const trial: Walk = { ...walk, found: [], limit: 8 };
    check(trial, branch, value, deeper(spot));
    return trial.found;
  });
  if (tried.some((found) => found.length === 0)) return;
  const ofType = (branch: unknown) => hasType(typeOf(walk.root, branch), value);
  const [only, ...more] = tried.filter((_found, index) => ofType(branches[index]));
  if (only === undefined || more.length > 0) note(walk, spot, 'fits none of the alternatives');
  else walk.found.push(...only.slice(0, Math.max(0, walk.limit - walk.found.length)));
}

function typeOf(root: JsonObject, schema: unknown): unknown {
  let at = schema;
  for (let turn = 0; turn < 8 && isJsonObject(at); turn += 1) {
    if (at.type !== undefined || typeof at.$ref !== 'string') return at.type;
    at = resolvedRef(root, at.$ref);
  }
  return undefined;
}

function deeper(spot: Location): Location {
  return { ...spot, depth: spot.depth + 1 };
}

/** Tries a schema on a value without reporting anything; `unsure` if an unread part of it may reject the value. */
function fitsAt(walk: Walk, schema: unknown, value: unknown, spot: Location): 'fits' | 'misfits' | 'unsure' {
  spendTrials(walk, 1);
  const trial: Walk = { ...walk, found: [], unread: new Set(), limit: 1 };
  check(trial, schema, value, { ...spot, depth: spot.depth + 1 });
  for (const words of trial.unread) noteUnread(walk, words);
  if (trial.found.length > 0) return 'misfits';
  return trial.unread.size > 0 || walk.left.steps < 0 ? 'unsure' : 'fits';
}

/** Checks the items of a list, including positional items: `prefixItems`, or a list in `items` up to 2019-09. */
function checkItems(walk: Walk, schema: JsonObject, value: readonly unknown[], spot: Location): void {
  const { places, rest } = itemSchemas(schema);
  for (let index = 0; index < value.length && walk.left.steps >= 0; index += 1) {
    const own = index < places.length ? places[index] : rest;
    if (own !== undefined) check(walk, own, value[index], inside(spot, index));
  }
  checkSize(walk, schema, 'Items', 'item', value.length, spot);
  if (schema.uniqueItems === true && holdsTwice(walk, value)) note(walk, spot, 'holds an item twice');
  if (schema.contains !== undefined) checkContains(walk, schema, value, spot);
}

function checkSize(
  walk: Walk,
  schema: JsonObject,
  keyword: 'Items' | 'Properties',
  noun: string,
  size: number,
  spot: Location,
): void {
  const least = numberAt(schema, `min${keyword}`) ?? 0;
  const most = numberAt(schema, `max${keyword}`) ?? Number.POSITIVE_INFINITY;
  if (size < least) note(walk, spot, `expected at least ${count(least, noun)}`);
  if (size > most) note(walk, spot, `expected at most ${count(most, noun)}`);
}

function holdsTwice(walk: Walk, list: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of list) {
    const text = canonicalText(walk, item);
    if (text === undefined) return false;
    if (seen.has(text)) return true;
    seen.add(text);
  }
  return false;
}

/** The schemas for positional items and for the items after them; undefined if the schema has none. */
export function itemSchemas({ prefixItems, items, additionalItems }: JsonObject): {
  readonly places: readonly unknown[];
  readonly rest: unknown;
} {
  if (Array.isArray(prefixItems)) return { places: prefixItems, rest: items };
  if (Array.isArray(items)) return { places: items, rest: additionalItems };
  return { places: [], rest: items };
}

function checkContains(walk: Walk, schema: JsonObject, value: readonly unknown[], spot: Location): void {
  const tried = value.map((item) => fitsAt(walk, schema.contains, item, spot));
  const fitting = tried.filter((fit) => fit === 'fits').length;
  const perhaps = tried.filter((fit) => fit !== 'misfits').length;
  const least = numberAt(schema, 'minContains') ?? 1;
  const most = numberAt(schema, 'maxContains') ?? Number.POSITIVE_INFINITY;
  if (perhaps < least) note(walk, spot, `expected at least ${count(least, 'item')} of a certain kind`);
  if (fitting > most) note(walk, spot, `expected at most ${count(most, 'item')} of a certain kind`);
}

function checkMembers(walk: Walk, schema: JsonObject, value: JsonObject, spot: Location): void {
  const names = Object.keys(value);
  spend(walk, names.length);
  const needed = requiredIn(schema, value);
  spend(walk, needed.length * (isJsonObject(schema.dependentRequired ?? schema.dependencies) ? 8 : 1));
  for (const name of needed) {
    if (!Object.hasOwn(value, name)) note(walk, inside(spot, name), 'is required');
  }
  for (const name of names) {
    if (walk.left.steps < 0) break;
    checkMember(walk, schema, name, value[name], inside(spot, name));
  }
  checkSize(walk, schema, 'Properties', 'member', names.length, spot);
}

function checkMember(walk: Walk, schema: JsonObject, name: string, value: unknown, spot: Location): void {
  const { properties, patternProperties, additionalProperties } = schema;
  // If an unchecked pattern may match a name, the name cannot be treated as additional.
  let isOther = true;
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) {
    isOther = false;
    check(walk, properties[name], value, spot);
  }
  for (const [pattern, one] of isJsonObject(patternProperties) ? Object.entries(patternProperties) : []) {
    const verdict = matchesPattern(walk, pattern, name);
    if (verdict !== 'differs') isOther = false;
    if (verdict === 'matches') check(walk, one, value, spot);
  }
  if (isOther && additionalProperties === false) note(walk, spot, 'is not in the schema');
  else if (isOther) check(walk, additionalProperties, value, spot);
  const { propertyNames } = schema;
  if (propertyNames !== undefined && fitsAt(walk, propertyNames, name, spot) === 'misfits')
    note(walk, spot, 'has a name that the schema does not allow');
}

/** About ten milliseconds, over all patterns. */
const MAX_PATTERN_STEPS = 200_000;

/** The schemas in `patternProperties` for a name, as far as a bounded check can tell. */
export function patternSchemas(patterns: JsonObject, name: string): unknown[] {
  const left = { steps: MAX_PATTERN_STEPS };
  const fitting = Object.entries(patterns).filter(([pattern]) => {
    left.steps -= readingSteps(pattern);
    return left.steps >= 0 && testPattern(readPattern(pattern), name, left) === 'matches';
  });
  return fitting.map(([, schema]) => schema);
}

/** The required members, given those present: includes `dependentRequired` and draft 7's `dependencies`. */
export function requiredIn(schema: JsonObject, value: JsonObject): readonly string[] {
  const names = [schema.required];
  for (const dependent of [schema.dependentRequired, schema.dependencies]) {
    for (const needed of partsFor(dependent, value)) names.push(needed);
  }
  const [only, ...more] = names.filter((list) => Array.isArray(list));
  if (only === undefined) return [];
  return more.length === 0 ? namesIn(only) : [...new Set([only, ...more].flatMap(namesIn))];
}

/** The strings in a list without duplicates; cached, since every object in a long list asks again. */
const namesIn = onceForEach((list: readonly unknown[]): readonly string[] => [
  ...new Set(list.filter((name) => typeof name === 'string')),
]);

/** The additional schemas that an object must fit because it has a certain member. */
export function dependentIn(schema: JsonObject, value: JsonObject): readonly unknown[] {
  const found: unknown[] = [];
  for (const dependent of [schema.dependentSchemas, schema.dependencies]) {
    for (const one of partsFor(dependent, value)) if (!Array.isArray(one)) found.push(one);
  }
  return found;
}

/** A keyword's parts for the members that a value has; iterates the value, since the keyword may be larger. */
function partsFor(keyword: unknown, value: JsonObject): unknown[] {
  if (!isJsonObject(keyword)) return [];
  return Object.keys(value)
    .filter((name) => Object.hasOwn(keyword, name))
    .map((name) => keyword[name]);
}
