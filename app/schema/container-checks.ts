import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import { onceForEach } from '../base/text-memo.ts';
import { readingSteps, readPattern, testPattern } from './pattern.ts';
import { canonicalText } from './scalar-checks.ts';
import {
  type Check,
  count,
  fitsAt,
  inside,
  type Location,
  matchesPattern,
  note,
  numberAt,
  spend,
  type Walk,
} from './schema-walk.ts';

/** Compares the items of a list, also those by place: `prefixItems`, up to 2019-09 a list in `items`. */
export function checkItems(
  check: Check,
  walk: Walk,
  schema: JsonObject,
  value: readonly unknown[],
  spot: Location,
): void {
  const { places, rest } = itemSchemas(schema);
  for (let index = 0; index < value.length && walk.left.steps >= 0; index += 1) {
    const own = index < places.length ? places[index] : rest;
    if (own !== undefined) check(walk, own, value[index], inside(spot, index));
  }
  const least = numberAt(schema, 'minItems') ?? 0;
  const most = numberAt(schema, 'maxItems') ?? Number.POSITIVE_INFINITY;
  if (value.length < least) note(walk, spot, `expected at least ${count(least, 'item')}`);
  if (value.length > most) note(walk, spot, `expected at most ${count(most, 'item')}`);
  if (schema.uniqueItems === true && holdsTwice(walk, value)) note(walk, spot, 'holds an item twice');
  if (schema.contains !== undefined) checkContains(check, walk, schema, value, spot);
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

/** The schemas of the items by place, and of those after them; undefined if the schema names none. */
export function itemSchemas({ prefixItems, items, additionalItems }: JsonObject): {
  readonly places: readonly unknown[];
  readonly rest: unknown;
} {
  if (Array.isArray(prefixItems)) return { places: prefixItems, rest: items };
  if (Array.isArray(items)) return { places: items, rest: additionalItems };
  return { places: [], rest: items };
}

function checkContains(
  check: Check,
  walk: Walk,
  schema: JsonObject,
  value: readonly unknown[],
  spot: Location,
): void {
  const tried = value.map((item) => fitsAt(check, walk, schema.contains, item, spot));
  const fitting = tried.filter((fit) => fit === 'fits').length;
  const perhaps = tried.filter((fit) => fit !== 'misfits').length;
  const least = numberAt(schema, 'minContains') ?? 1;
  const most = numberAt(schema, 'maxContains') ?? Number.POSITIVE_INFINITY;
  if (perhaps < least) note(walk, spot, `expected at least ${count(least, 'item')} of a certain kind`);
  if (fitting > most) note(walk, spot, `expected at most ${count(most, 'item')} of a certain kind`);
}

/** Compares the members of an object. */
export function checkMembers(
  check: Check,
  walk: Walk,
  schema: JsonObject,
  value: JsonObject,
  spot: Location,
): void {
  const names = Object.keys(value);
  spend(walk, names.length);
  const needed = requiredIn(schema, value);
  spend(walk, needed.length * (isJsonObject(schema.dependentRequired ?? schema.dependencies) ? 8 : 1));
  for (const name of needed) {
    if (!Object.hasOwn(value, name)) note(walk, inside(spot, name), 'is required');
  }
  for (const name of names) {
    if (walk.left.steps < 0) break;
    checkMember(check, walk, schema, name, value[name], inside(spot, name));
  }
  const least = numberAt(schema, 'minProperties') ?? 0;
  const most = numberAt(schema, 'maxProperties') ?? Number.POSITIVE_INFINITY;
  if (names.length < least) note(walk, spot, `expected at least ${count(least, 'member')}`);
  if (names.length > most) note(walk, spot, `expected at most ${count(most, 'member')}`);
}

function checkMember(
  check: Check,
  walk: Walk,
  schema: JsonObject,
  name: string,
  value: unknown,
  spot: Location,
): void {
  const { properties, patternProperties, additionalProperties } = schema;
  // A name that a pattern may stand for, if that was not checked, is not among the others for certain.
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
  if (propertyNames !== undefined && fitsAt(check, walk, propertyNames, name, spot) === 'misfits')
    note(walk, spot, 'has a name that the schema does not allow');
}

/** Some ten milliseconds, over all patterns. */
const MAX_PATTERN_STEPS = 200_000;

/** The schemas that `patternProperties` have for a name, as far as that can be told at once. */
export function patternSchemas(patterns: JsonObject, name: string): unknown[] {
  const left = { steps: MAX_PATTERN_STEPS };
  const fitting = Object.entries(patterns).filter(([pattern]) => {
    left.steps -= readingSteps(pattern);
    return left.steps >= 0 && testPattern(readPattern(pattern), name, left) === 'matches';
  });
  return fitting.map(([, schema]) => schema);
}

/** The members that must be there, given those that are: also by `dependentRequired` and draft 7's `dependencies`. */
export function requiredIn(schema: JsonObject, value: JsonObject): readonly string[] {
  const names = [schema.required];
  for (const dependent of [schema.dependentRequired, schema.dependencies]) {
    for (const needed of partsFor(dependent, value)) names.push(needed);
  }
  const [only, ...more] = names.filter((list) => Array.isArray(list));
  if (only === undefined) return [];
  return more.length === 0 ? namesIn(only) : [...new Set([only, ...more].flatMap(namesIn))];
}

/** The texts of a list, each once; every object of a long list asks for the same. */
const namesIn = onceForEach((list: readonly unknown[]): readonly string[] => [
  ...new Set(list.filter((name) => typeof name === 'string')),
]);

/** The schemas that an object must fit beside its own because of a member that it has. */
export function dependentIn(schema: JsonObject, value: JsonObject): readonly unknown[] {
  const found: unknown[] = [];
  for (const dependent of [schema.dependentSchemas, schema.dependencies]) {
    for (const one of partsFor(dependent, value)) if (!Array.isArray(one)) found.push(one);
  }
  return found;
}

/** What a keyword by names says of the members that a value has: found by those, since the keyword may have more. */
function partsFor(keyword: unknown, value: JsonObject): unknown[] {
  if (!isJsonObject(keyword)) return [];
  return Object.keys(value)
    .filter((name) => Object.hasOwn(keyword, name))
    .map((name) => keyword[name]);
}
