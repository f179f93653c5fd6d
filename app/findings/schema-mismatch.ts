import { isJsonObject, type JsonObject } from '../base/json-value.ts';

/** Where a value does not fit its schema. `path` is `$`, `$.a.b[2]` and so on. */
export type SchemaMismatch = { readonly path: string; readonly message: string };

type Walk = {
  readonly root: JsonObject;
  readonly found: SchemaMismatch[];
  readonly limit: number;
  steps: number;
};

/** Values beyond this many are not looked at: a large result must not cost more than its reading. */
const MAX_STEPS = 5000;
const MAX_DEPTH = 40;

/**
 * Compares a value with a JSON Schema and gives at most `limit` mismatches.
 * It reads the keywords that tell shapes apart and takes every other keyword for fulfilled,
 * so that what it reports is wrong in any dialect; what it does not report may still be wrong.
 */
export function schemaMismatches(schema: unknown, value: unknown, limit: number): SchemaMismatch[] {
  if (!isJsonObject(schema)) return [];
  const walk: Walk = { root: schema, found: [], limit, steps: 0 };
  check(walk, schema, value, '$', 0);
  return walk.found;
}

function check(walk: Walk, schema: unknown, value: unknown, path: string, depth: number): void {
  walk.steps += 1;
  if (walk.steps > MAX_STEPS || depth > MAX_DEPTH || walk.found.length >= walk.limit) return;
  if (schema === false) note(walk, path, 'nothing is allowed here');
  if (!isJsonObject(schema)) return;
  if (typeof schema.$ref === 'string') {
    check(walk, resolvedRef(walk.root, schema.$ref), value, path, depth + 1);
    return;
  }
  if (!checkType(walk, schema, value, path) || !checkConstants(walk, schema, value, path)) return;
  checkBranches(walk, schema, value, path, depth);
  checkRange(walk, schema, value, path);
  if (Array.isArray(value)) checkItems(walk, schema, value, path, depth);
  else if (isJsonObject(value)) checkMembers(walk, schema, value, path, depth);
}

function checkType(walk: Walk, schema: JsonObject, value: unknown, path: string): boolean {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (schema.type === undefined || types.some((type) => isOfType(type, value))) return true;
  // OpenAPI's keyword is no JSON Schema, yet servers mean it.
  if (value === null && schema.nullable === true) return true;
  note(walk, path, `expected ${types.map(String).join(' or ')}, got ${typeName(value)}`);
  return false;
}

/** True where the value has the type of JSON Schema; an unknown type allows everything. */
export function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isJsonObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'null':
      return value === null;
    default:
      return true;
  }
}

function checkConstants(walk: Walk, schema: JsonObject, value: unknown, path: string): boolean {
  if ('const' in schema && isScalar(schema.const) && schema.const !== value) {
    note(walk, path, `expected ${JSON.stringify(schema.const)}`);
    return false;
  }
  const choices = schema.enum;
  if (!Array.isArray(choices) || !choices.every(isScalar) || choices.includes(value)) return true;
  note(walk, path, `expected one of ${JSON.stringify(choices.slice(0, 8)).slice(1, -1)}`);
  return false;
}

function checkBranches(walk: Walk, schema: JsonObject, value: unknown, path: string, depth: number): void {
  if (Array.isArray(schema.allOf)) for (const part of schema.allOf) check(walk, part, value, path, depth + 1);
  for (const branches of [schema.anyOf, schema.oneOf]) {
    if (!Array.isArray(branches) || branches.length === 0) continue;
    const fits = branches.some((branch) => {
      const trial: Walk = { root: walk.root, found: [], limit: 1, steps: walk.steps };
      check(trial, branch, value, path, depth + 1);
      walk.steps = trial.steps;
      return trial.found.length === 0;
    });
    if (!fits) note(walk, path, `fits none of ${branches.length} alternatives`);
  }
}

function checkRange(walk: Walk, schema: JsonObject, value: unknown, path: string): void {
  const { minimum, maximum, minLength, maxLength } = schema;
  if (typeof value === 'number') {
    if (typeof minimum === 'number' && value < minimum) note(walk, path, `expected at least ${minimum}`);
    if (typeof maximum === 'number' && value > maximum) note(walk, path, `expected at most ${maximum}`);
  }
  if (typeof value !== 'string') return;
  // JSON Schema counts characters, not UTF-16 units: only what no counting allows is wrong.
  if (typeof minLength === 'number' && value.length < minLength)
    note(walk, path, `shorter than ${minLength}`);
  if (typeof maxLength === 'number' && value.length > maxLength * 2)
    note(walk, path, `longer than ${maxLength}`);
}

function checkItems(
  walk: Walk,
  schema: JsonObject,
  value: readonly unknown[],
  path: string,
  depth: number,
): void {
  // A list in `items` or `prefixItems` means places, which the dialects write in different ways.
  if (!isJsonObject(schema.items) || schema.prefixItems !== undefined) return;
  for (const [index, item] of value.entries()) {
    if (walk.steps > MAX_STEPS || walk.found.length >= walk.limit) return;
    check(walk, schema.items, item, `${path}[${index}]`, depth + 1);
  }
}

function checkMembers(walk: Walk, schema: JsonObject, value: JsonObject, path: string, depth: number): void {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  if (Array.isArray(schema.required)) {
    for (const name of schema.required) {
      if (typeof name === 'string' && !Object.hasOwn(value, name))
        note(walk, memberPath(path, name), 'is required');
    }
  }
  for (const name of Object.keys(properties)) {
    if (!Object.hasOwn(value, name)) continue;
    check(walk, properties[name], value[name], memberPath(path, name), depth + 1);
  }
  checkOthers(walk, schema, properties, value, path, depth);
}

function checkOthers(
  walk: Walk,
  schema: JsonObject,
  properties: JsonObject,
  value: JsonObject,
  path: string,
  depth: number,
): void {
  const others = schema.additionalProperties;
  if (others === undefined || others === true || schema.patternProperties !== undefined) return;
  for (const name in value) {
    if (walk.steps > MAX_STEPS || walk.found.length >= walk.limit) return;
    if (Object.hasOwn(properties, name)) continue;
    if (others === false) note(walk, memberPath(path, name), 'is not in the schema');
    else check(walk, others, value[name], memberPath(path, name), depth + 1);
  }
}

function note(walk: Walk, path: string, message: string): void {
  if (walk.found.length < walk.limit) walk.found.push({ path, message });
}

/** A `$ref` within the schema, as a JSON pointer; true, which allows all, for any other. */
export function resolvedRef(root: JsonObject, ref: string): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return true;
  let at: unknown = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    const step = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(step)];
    else if (isJsonObject(at) && Object.hasOwn(at, step)) at = at[step];
    else return true;
  }
  return at ?? true;
}

/** A pointer in a URI is percent-encoded (RFC 6901, section 6). */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The path of a member in the form of {@link SchemaMismatch}. */
export function memberPath(path: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}
