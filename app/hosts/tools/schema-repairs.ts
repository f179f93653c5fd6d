import { isJsonObject, type JsonObject } from '../../base/json-value.ts';
import { mapAt, textsAt, typesOf } from '../../base/schema/schema-nodes.ts';
import type { ToolShape, ToolWhen } from '../lens/tool-row.ts';
import {
  anyOfTypes,
  constToEnum,
  filterRequired,
  inlined,
  mergedAllOf,
  NOTES,
  orNull,
  splitNotes,
  tupleToPrefix,
  unitedBranches,
  without,
} from './schema-edits.ts';

/**
 * What a change gives up: `wider` allows values that were not allowed, `narrower` no longer allows some that were,
 * `same` does neither; `either` is within a keyword that may invert it.
 */
export type Loss = { readonly kind: 'wider' | 'narrower' | 'either' | 'same'; readonly says: string };

/** A schema without what a host rejects, and what that gives up; undefined if only the author can change it. */
export type Repaired = { readonly schema: JsonObject; readonly loss: Loss };

const SAME: Loss = { kind: 'same', says: '' };
const wider = (says: string): Loss => ({ kind: 'wider', says });
const narrower = (says: string): Loss => ({ kind: 'narrower', says });

/** Changes the schema object in which a row found something; `name` is the keyword or name found. */
export function repaired(
  when: ToolWhen,
  schema: JsonObject,
  name: string,
  isRoot: boolean,
): Repaired | undefined {
  switch (when.has) {
    case 'keyword':
      return withoutKeyword(schema, name, isRoot);
    case 'format':
      return {
        schema: without(schema, 'format'),
        loss: wider(`That the text is of the format ${name} is no longer said.`),
      };
    case 'beside':
      return isRoot ? withoutKeyword(schema, when.keyword, isRoot) : alone(schema, when.keyword);
    case 'argument-name':
      return withoutArgument(schema, name);
    case 'long-description':
      return { schema: { ...schema, description: `${schema.description}`.slice(0, when.over) }, loss: SAME };
    case 'shape':
      return SHAPE_REPAIRS[when.shape](schema, name);
    default:
      return undefined;
  }
}

function withoutKeyword(schema: JsonObject, keyword: string, isRoot: boolean): Repaired {
  const rest = without(schema, keyword);
  if (NOTES.includes(keyword) || keyword === '$defs' || keyword === 'definitions')
    return { schema: rest, loss: SAME };
  if (keyword === 'const')
    return schema.enum === undefined
      ? { schema: constToEnum(schema), loss: SAME }
      : { schema: rest, loss: wider('One value of the enum was the only one.') };
  if (keyword === 'allOf') {
    const merged = mergedAllOf(schema);
    if (merged !== undefined) return { schema: merged, loss: SAME };
  }
  if (isRoot && ['anyOf', 'oneOf', 'allOf'].includes(keyword)) {
    const says =
      keyword === 'allOf'
        ? 'Rules that hold together are one object now: what only some of them say of an argument may be lost.'
        : 'Which arguments belong together is no longer said: those of all alternatives stand side by side.';
    return { schema: unitedBranches(schema), loss: wider(says) };
  }
  if (keyword === 'oneOf' && schema.anyOf === undefined) {
    const says = 'A value may fit several of the alternatives, where one only was allowed.';
    return { schema: { ...rest, anyOf: schema.oneOf }, loss: wider(says) };
  }
  return withoutLimit(schema, keyword, rest);
}

function withoutLimit(schema: JsonObject, keyword: string, rest: JsonObject): Repaired {
  const value = schema[keyword];
  const bound = { exclusiveMinimum: 'minimum', exclusiveMaximum: 'maximum' }[keyword];
  if (bound !== undefined && typeof value === 'number' && schema[bound] === undefined) {
    const isWhole = schema.type === 'integer';
    const step = keyword === 'exclusiveMinimum' ? Math.floor(value) + 1 : Math.ceil(value) - 1;
    const loss = isWhole ? SAME : wider(`${value} itself is allowed now.`);
    return { schema: { ...rest, [bound]: isWhole ? step : value }, loss };
  }
  if (keyword === 'additionalProperties' && (value === true || isEmpty(value)))
    return { schema: rest, loss: SAME };
  if (keyword === 'patternProperties' && schema.additionalProperties === false)
    return { schema: rest, loss: narrower('Arguments that only a pattern names are no longer allowed.') };
  return { schema: rest, loss: wider(`What ${keyword} rules out is no longer ruled out.`) };
}

function isEmpty(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** Isolates a keyword by moving its siblings into its branches, where they mean the same. */
function alone(schema: JsonObject, keyword: string): Repaired | undefined {
  const { [keyword]: list, ...others } = schema;
  if (keyword === '$ref')
    return { schema: { $ref: list }, loss: wider('What stood beside a reference is no longer said.') };
  if (!Array.isArray(list)) return undefined;
  const { notes, rest } = splitNotes(others);
  const clashes = list.some((one) => isJsonObject(one) && Object.keys(rest).some((key) => key in one));
  const description = notes.description === undefined ? {} : { description: notes.description };
  const branches = list.map((one) =>
    isJsonObject(one) ? { ...description, ...(clashes ? {} : rest), ...one } : one,
  );
  const loss = clashes ? wider('What stood beside the alternatives is no longer said.') : SAME;
  return { schema: { [keyword]: branches }, loss };
}

function withoutArgument(schema: JsonObject, name: string): Repaired | undefined {
  if (textsAt(schema, 'required').includes(name)) return undefined;
  const properties = without(mapAt(schema, 'properties'), name);
  const says = `The argument ${JSON.stringify(name)} is left out: only another name brings it back.`;
  const loss = schema.additionalProperties === false ? narrower(says) : wider(says);
  return { schema: { ...schema, properties }, loss };
}

const SHAPE_REPAIRS: {
  readonly [One in ToolShape]: (schema: JsonObject, name: string) => Repaired | undefined;
} = {
  'no-object': (schema) => ({
    schema: { ...without(schema, 'type'), type: 'object' },
    loss: narrower('Only an object is allowed, as MCP asks of arguments.'),
  }),
  'no-properties': (schema) => ({ schema: { ...schema, properties: {} }, loss: SAME }),
  'empty-properties': () => undefined,
  'no-items': (schema) => ({ schema: { ...schema, items: {} }, loss: SAME }),
  'type-list': (schema) => ({ schema: anyOfTypes(schema), loss: SAME }),
  'type-or-null': (schema) => ({ schema: anyOfTypes(schema), loss: SAME }),
  'enum-not-text': enumOfTexts,
  'enum-of-structure': (schema) => ({
    schema: without(schema, 'enum'),
    loss: wider('Which values are allowed is no longer said.'),
  }),
  optional: (schema, name) => {
    const known = mapAt(schema, 'properties');
    return {
      schema: {
        ...schema,
        properties: { ...known, [name]: orNull(known[name]) },
        required: [...textsAt(schema, 'required'), name],
      },
      loss: wider(
        `null stands for ${JSON.stringify(name)} where it was left out: the server has to take it so.`,
      ),
    };
  },
  'open-object': (schema) => ({
    schema: { ...schema, additionalProperties: false },
    loss:
      schema.additionalProperties === undefined && isJsonObject(schema.properties)
        ? narrower('Arguments that are not named are no longer allowed.')
        : narrower('An object that may have any members may have only those that are named.'),
  }),
  'required-unknown': (schema, name) =>
    schema.additionalProperties === false || schema.patternProperties !== undefined
      ? { schema: filterRequired(schema), loss: wider(`${JSON.stringify(name)} is no longer required.`) }
      : isJsonObject(schema.additionalProperties)
        ? {
            schema: withProperty(schema, name, schema.additionalProperties),
            loss: SAME,
          }
        : { schema: withProperty(schema, name, {}), loss: SAME },
  lookaround: (schema) => ({
    schema: without(schema, 'pattern'),
    loss: wider('The pattern of a text is no longer said.'),
  }),
  'dangling-ref': (schema) => ({ schema: without(schema, '$ref'), loss: SAME }),
  'recursive-ref': inlinedRepair,
  reference: inlinedRepair,
  invalid: (schema, name) => ({
    schema: without(schema, name),
    loss: wider(`${name}, which has a value that no JSON Schema has there, is left out.`),
  }),
  tuple: (schema) => ({ schema: tupleToPrefix(schema), loss: SAME }),
  'object-keywords': (schema, name) => ({ schema: without(schema, name), loss: SAME }),
  'boolean-schema': (schema, name) => {
    const known = mapAt(schema, 'properties');
    const loss =
      known[name] === true ? SAME : wider(`The argument ${JSON.stringify(name)} was never allowed.`);
    return { schema: { ...schema, properties: { ...known, [name]: {} } }, loss };
  },
};

function withProperty(schema: JsonObject, name: string, property: unknown): JsonObject {
  return { ...schema, properties: { ...mapAt(schema, 'properties'), [name]: property } };
}

/** Keeps only the strings of an enum, if it has some and strings are allowed; else drops the enum. */
function enumOfTexts(schema: JsonObject): Repaired {
  const values = Array.isArray(schema.enum) ? schema.enum : [];
  const texts = values.filter((one) => typeof one === 'string');
  const types = typesOf(schema);
  const others = values.filter((one) => typeof one !== 'string').map((one) => JSON.stringify(one));
  if (texts.length === 0 || (types.length > 0 && !types.includes('string')))
    return {
      schema: without(schema, 'enum'),
      loss: wider(`That the values are ${others.join(', ').slice(0, 80)} is no longer said.`),
    };
  const says = `${others.join(', ').slice(0, 80)} is no longer allowed.`;
  return { schema: { ...schema, type: 'string', enum: texts }, loss: narrower(says) };
}

function inlinedRepair(schema: JsonObject): Repaired {
  const { schema: copied, cut } = inlined(schema);
  const says = `Below the second level of ${cut.join(', ').slice(0, 80)} everything is allowed.`;
  return { schema: copied, loss: cut.length === 0 ? SAME : wider(says) };
}
