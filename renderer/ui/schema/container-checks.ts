import { canonicalJson } from '../../../app/base/canonical-json.ts';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { type Check, count, fitsAt, inside, note, numberAt, type Spot, type Walk } from './schema-walk.ts';
import { readPattern } from './string-formats.ts';

/** Compares the items of a list, also those by place: `prefixItems`, up to 2019-09 a list in `items`. */
export function checkItems(
  check: Check,
  walk: Walk,
  schema: JsonObject,
  value: readonly unknown[],
  spot: Spot,
): void {
  const { places, rest } = itemSchemas(schema);
  for (const [index, item] of value.entries()) {
    const own = index < places.length ? places[index] : rest;
    if (own !== undefined) check(walk, own, item, inside(spot, index));
  }
  const least = numberAt(schema, 'minItems') ?? 0;
  const most = numberAt(schema, 'maxItems') ?? Number.POSITIVE_INFINITY;
  if (value.length < least) note(walk, spot, `expected at least ${count(least, 'item')}`);
  if (value.length > most) note(walk, spot, `expected at most ${count(most, 'item')}`);
  if (schema.uniqueItems === true && new Set(value.map(canonicalJson)).size < value.length)
    note(walk, spot, 'holds an item twice');
  if (schema.contains !== undefined) checkContains(check, walk, schema, value, spot);
}

/** The schemas of the items by place, and of those after them; undefined where nothing is said. */
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
  spot: Spot,
): void {
  const fitting = value.filter((item) => fitsAt(check, walk, schema.contains, item, spot)).length;
  const least = numberAt(schema, 'minContains') ?? 1;
  const most = numberAt(schema, 'maxContains') ?? Number.POSITIVE_INFINITY;
  if (fitting < least) note(walk, spot, `expected at least ${count(least, 'item')} of a certain kind`);
  if (fitting > most) note(walk, spot, `expected at most ${count(most, 'item')} of a certain kind`);
}

/** Compares the members of an object. */
export function checkMembers(
  check: Check,
  walk: Walk,
  schema: JsonObject,
  value: JsonObject,
  spot: Spot,
): void {
  const names = Object.keys(value);
  for (const name of requiredIn(schema, value)) {
    if (!Object.hasOwn(value, name)) note(walk, inside(spot, name), 'is required');
  }
  for (const name of names) checkMember(check, walk, schema, name, value[name], inside(spot, name));
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
  spot: Spot,
): void {
  const own = memberSchemas(schema, name);
  for (const one of own) check(walk, one, value, spot);
  if (own.length === 0 && schema.additionalProperties === false) note(walk, spot, 'is not in the schema');
  else if (own.length === 0) check(walk, schema.additionalProperties, value, spot);
  const { propertyNames } = schema;
  if (propertyNames !== undefined && !fitsAt(check, walk, propertyNames, name, spot))
    note(walk, spot, 'has a name that the schema does not allow');
}

/** The schemas that `properties` and `patternProperties` have for a member. */
export function memberSchemas({ properties, patternProperties }: JsonObject, name: string): unknown[] {
  const own = isJsonObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
  const patterns = isJsonObject(patternProperties) ? Object.entries(patternProperties) : [];
  return [...own, ...patterns.filter(([pattern]) => readPattern(pattern)?.test(name)).map(([, one]) => one)];
}

/** The members that must be there, given those that are: also by `dependentRequired` and draft 7's `dependencies`. */
export function requiredIn(schema: JsonObject, value: JsonObject): readonly string[] {
  const names = [schema.required];
  for (const dependent of [schema.dependentRequired, schema.dependencies]) {
    if (!isJsonObject(dependent)) continue;
    for (const [name, needed] of Object.entries(dependent))
      if (Object.hasOwn(value, name)) names.push(needed);
  }
  const texts = names.flatMap((list) => (Array.isArray(list) ? list : []));
  return [...new Set(texts.filter((name) => typeof name === 'string'))];
}

/** The schemas that an object must fit beside its own because of a member that it has. */
export function dependentIn(schema: JsonObject, value: JsonObject): readonly unknown[] {
  const found: unknown[] = [];
  for (const dependent of [schema.dependentSchemas, schema.dependencies]) {
    if (!isJsonObject(dependent)) continue;
    for (const [name, one] of Object.entries(dependent)) {
      if (Object.hasOwn(value, name) && !Array.isArray(one)) found.push(one);
    }
  }
  return found;
}
