import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { resolvedRef } from '../../../app/findings/schema-mismatch.ts';
import { checkItems, checkMembers, dependentIn } from './container-checks.ts';
import { checkConstants, checkNumber, checkText, checkType, hasType } from './scalar-checks.ts';
import { fitsAt, note, type SchemaWarning, type Spot, type Walk } from './schema-walk.ts';

/** Bounds for huge results, and for schemas that refer to themselves. */
const MAX_STEPS = 300_000;
const MAX_DEPTH = 80;
const MAX_WARNINGS = 5000;

/** How much is compared and told at the most. */
export type Most = { readonly warnings: number; readonly steps: number };

export type SchemaCheck = {
  readonly warnings: readonly SchemaWarning[];
  /** What of the schema could not be read, in a few words; empty where all of it was. */
  readonly unread: string;
};

/**
 * Compares a value with a JSON Schema of any dialect from draft 4 to 2020-12. It generates no code, which the
 * page's CSP forbids, comes to an end within its bounds, and never throws, whatever a server calls a schema.
 * (`@cfworker/json-schema` 4.1.6 needs no eval either, but compares without an end where a schema doubles with
 * each layer, each item with each for `uniqueItems`, and throws where a long list is wrong in every item.)
 * What is not compared is told in `unread`.
 */
export function checkSchema(schema: unknown, value: unknown): SchemaCheck {
  return checkPart(schema, schema, value, { warnings: MAX_WARNINGS, steps: MAX_STEPS });
}

/** The same for a part of the schema `root`, which `$ref` points into. */
export function checkPart(root: unknown, part: unknown, value: unknown, most: Most): SchemaCheck {
  const document = isJsonObject(root) ? root : {};
  const walk: Walk = {
    root: document,
    found: [],
    unread: new Set(),
    limit: most.warnings,
    left: { steps: most.steps },
  };
  check(walk, part, value, { at: [], depth: 0, chain: [] });
  if (walk.left.steps < 0) walk.unread.add(`only the first ${most.steps} values were compared`);
  return { warnings: walk.found, unread: [...walk.unread].join('; ') };
}

function check(walk: Walk, schema: unknown, value: unknown, spot: Spot): void {
  walk.left.steps -= 1;
  if (walk.left.steps < 0 || walk.found.length >= walk.limit) return;
  if (spot.depth > MAX_DEPTH) {
    walk.unread.add(`nothing deeper than ${MAX_DEPTH} levels was compared`);
    return;
  }
  if (schema === false) note(walk, spot, 'nothing is allowed here');
  if (!isJsonObject(schema) || spot.chain.includes(schema)) return;
  checkObject(walk, schema, value, { ...spot, chain: [...spot.chain, schema] });
}

function checkObject(walk: Walk, schema: JsonObject, value: unknown, spot: Spot): void {
  if (typeof schema.$ref === 'string') checkRef(walk, schema.$ref, value, spot);
  tellUnread(walk, schema, value);
  // OpenAPI's keyword is no JSON Schema, yet servers mean it.
  if (value === null && schema.nullable === true) return;
  if (!checkType(walk, schema, value, spot) || !checkConstants(walk, schema, value, spot)) return;
  if (typeof value === 'number') checkNumber(walk, schema, value, spot);
  else if (typeof value === 'string') checkText(walk, schema, value, spot);
  else if (Array.isArray(value)) checkItems(check, walk, schema, value, spot);
  else if (isJsonObject(value)) {
    checkMembers(check, walk, schema, value, spot);
    for (const one of dependentIn(schema, value)) check(walk, one, value, deeper(spot));
  }
  checkCombined(walk, schema, value, spot);
}

/** Keywords whose meaning hangs on what the schemas around them compared: read by none of the checks here. */
function tellUnread(walk: Walk, schema: JsonObject, value: unknown): void {
  const { $dynamicRef, $recursiveRef, unevaluatedProperties, unevaluatedItems } = schema;
  for (const ref of [$dynamicRef, $recursiveRef]) {
    if (typeof ref === 'string') walk.unread.add(`the dynamic reference ${ref} cannot be followed`);
  }
  if (isJsonObject(value) && isLimit(unevaluatedProperties))
    walk.unread.add('unevaluatedProperties is not compared');
  if (Array.isArray(value) && isLimit(unevaluatedItems)) walk.unread.add('unevaluatedItems is not compared');
}

/** True for a schema that can rule something out; `{}` and what is no schema cannot. */
function isLimit(schema: unknown): boolean {
  return schema === false || (isJsonObject(schema) && Object.keys(schema).length > 0);
}

function checkRef(walk: Walk, ref: string, value: unknown, spot: Spot): void {
  const target = resolvedRef(walk.root, ref);
  // A reference that leads nowhere is taken for one that allows everything.
  if (target === true && ref !== '#') walk.unread.add(`the reference ${ref} cannot be followed`);
  check(walk, target, value, deeper(spot));
}

function checkCombined(walk: Walk, schema: JsonObject, value: unknown, spot: Spot): void {
  const { allOf, anyOf, oneOf, not } = schema;
  const fits = (one: unknown) => fitsAt(check, walk, one, value, spot);
  if (Array.isArray(allOf)) for (const part of allOf) check(walk, part, value, deeper(spot));
  if (Array.isArray(anyOf) && anyOf.length > 0) checkAlternatives(walk, anyOf, value, spot);
  if (Array.isArray(oneOf) && oneOf.length > 0) {
    const fitting = oneOf.filter(fits).length;
    if (fitting === 0) checkAlternatives(walk, oneOf, value, spot);
    if (fitting > 1) note(walk, spot, `fits ${fitting} of the alternatives, expected one only`);
  }
  if (not !== undefined && fits(not)) note(walk, spot, 'is what the schema rules out');
  if (schema.if === undefined) return;
  const then = fits(schema.if) ? schema.then : schema.else;
  check(walk, then, value, deeper(spot));
}

/** Of alternatives that are told apart by their type, what the one for the value's type says is of most use. */
function checkAlternatives(walk: Walk, branches: readonly unknown[], value: unknown, spot: Spot): void {
  const tried = branches.map((branch) => {
    const trial: Walk = { ...walk, found: [], limit: 8 };
    check(trial, branch, value, deeper(spot));
    return trial.found;
  });
  if (tried.some((found) => found.length === 0)) return;
  const ofType = (branch: unknown) => hasType(typeOf(walk.root, branch), value);
  const [only, ...more] = tried.filter((_found, index) => ofType(branches[index]));
  if (only === undefined || more.length > 0) note(walk, spot, 'fits none of the alternatives');
  else for (const { at, message } of only) note(walk, { ...spot, at }, message);
}

/** The type that a schema names itself, or that its reference does. */
function typeOf(root: JsonObject, schema: unknown): unknown {
  let at = schema;
  for (let turn = 0; turn < 8 && isJsonObject(at); turn += 1) {
    if (at.type !== undefined || typeof at.$ref !== 'string') return at.type;
    at = resolvedRef(root, at.$ref);
  }
  return undefined;
}

function deeper(spot: Spot): Spot {
  return { ...spot, depth: spot.depth + 1 };
}
