import { isJsonObject, type JsonObject, jsonTypeOf } from '../json-value.ts';
import { onceForEach } from '../text-memo.ts';
import { TYPES } from './scalar-checks.ts';

/** True only if a value certainly fits; each visited value takes a step. */
type Test = (value: unknown, left: { steps: number }) => boolean;

/** Keywords that are tested here or constrain nothing. A schema with any other keyword goes to the full check. */
const READ: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minLength', 'maxLength', 'items', 'minItems', 'maxItems'],
  ...['properties', 'required', 'additionalProperties', 'anyOf'],
  ...['$schema', '$id', '$comment', '$defs', 'definitions', 'title', 'description', 'default', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly'],
]);
/** Longer walks are left to the full check, which has its own limits. */
const STEPS = 2000;
const SURROGATE = /[\ud800-\udfff]/;

const always: Test = () => true;
const unsure: Test = () => false;

/** True only if `checkSchema` finds no fault; false says nothing. Costs a fraction of the full check. */
export function surelyFits(schema: JsonObject, value: unknown): boolean {
  return testOf(schema)(value, { steps: STEPS });
}

const testOf = onceForEach((schema: JsonObject): Test => {
  const keywords = Object.keys(schema);
  if (!keywords.every((keyword) => READ.has(keyword))) return unsure;
  const tests = [
    typeTest(schema),
    choiceTest(schema),
    numberTest(schema),
    textTest(schema),
    listTest(schema),
    memberTest(schema),
    branchTest(schema),
  ].filter((test) => test !== always);
  if (tests.includes(unsure)) return unsure;
  return (value, left) => {
    left.steps -= 1;
    return left.steps >= 0 && tests.every((test) => test(value, left));
  };
});

/** Compiles a part of the schema on first use; most of a large schema is never used. */
function partTest(part: unknown): Test {
  if (!isJsonObject(part)) return part === false ? unsure : always;
  let test: Test | undefined;
  return (value, left) => {
    test ??= testOf(part);
    return test(value, left);
  };
}

function typeTest({ type }: JsonObject): Test {
  if (type === undefined) return always;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (!types.every((one) => typeof one === 'string' && TYPES.includes(one))) return unsure;
  const [only] = types;
  if (types.length > 1 || only === undefined)
    return (value) =>
      types.includes(jsonTypeOf(value)) || (types.includes('integer') && Number.isInteger(value));
  if (only === 'integer') return (value) => Number.isInteger(value);
  return (value) => jsonTypeOf(value) === only;
}

/** Scalars only: comparing composite values needs order and depth. */
function choiceTest(schema: JsonObject): Test {
  const choices = 'const' in schema ? [schema.const] : schema.enum;
  if (!Array.isArray(choices)) return always;
  if ('const' in schema && schema.enum !== undefined) return unsure;
  return (value) => (typeof value !== 'object' || value === null) && choices.includes(value);
}

function numberTest({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject): Test {
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum];
  if (bounds.every((bound) => bound === undefined)) return always;
  if (bounds.some((bound) => typeof bound === 'boolean')) return unsure;
  const least = bound(minimum, Number.NEGATIVE_INFINITY);
  const most = bound(maximum, Number.POSITIVE_INFINITY);
  const above = bound(exclusiveMinimum, Number.NEGATIVE_INFINITY);
  const below = bound(exclusiveMaximum, Number.POSITIVE_INFINITY);
  return (value) =>
    typeof value !== 'number' || (value >= least && value <= most && value > above && value < below);
}

/** JSON Schema counts characters, which may take two UTF-16 units. */
function textTest({ minLength, maxLength }: JsonObject): Test {
  if (minLength === undefined && maxLength === undefined) return always;
  const least = bound(minLength, 0);
  const most = bound(maxLength, Number.POSITIVE_INFINITY);
  return (value) => {
    if (typeof value !== 'string') return true;
    const { length } = value;
    return length <= most && length >= least && (length >= 2 * least || !SURROGATE.test(value));
  };
}

function listTest({ items, minItems, maxItems }: JsonObject): Test {
  if (items === undefined && minItems === undefined && maxItems === undefined) return always;
  // One schema for each position.
  if (Array.isArray(items)) return unsure;
  const least = bound(minItems, 0);
  const most = bound(maxItems, Number.POSITIVE_INFINITY);
  const test = partTest(items);
  return (value, left) => {
    if (!Array.isArray(value)) return true;
    if (value.length < least || value.length > most) return false;
    for (const item of value) if (!test(item, left)) return false;
    return true;
  };
}

function memberTest({ properties, required, additionalProperties }: JsonObject): Test {
  if (properties === undefined && required === undefined && additionalProperties === undefined) return always;
  const known = new Map<string, Test>();
  for (const name in isJsonObject(properties) ? properties : {})
    known.set(name, partTest(isJsonObject(properties) ? properties[name] : undefined));
  const needed = (Array.isArray(required) ? required : []).filter((name) => typeof name === 'string');
  const others = partTest(additionalProperties);
  return (value, left) => {
    if (!isJsonObject(value)) return true;
    for (const name of needed) if (!Object.hasOwn(value, name)) return false;
    for (const name in value) {
      const test = known.get(name) ?? others;
      if (!test(value[name], left)) return false;
    }
    return true;
  };
}

function branchTest({ anyOf }: JsonObject): Test {
  if (!Array.isArray(anyOf) || anyOf.length === 0) return always;
  const tests = anyOf.map(partTest);
  return (value, left) => tests.some((test) => test(value, left));
}

function bound(limit: unknown, otherwise: number): number {
  return typeof limit === 'number' ? limit : otherwise;
}
