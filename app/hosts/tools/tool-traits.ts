import { isJsonObject, type JsonObject, stringAt, type ValuePath } from '../../base/json-value.ts';
import { invalidKeyword } from '../../base/schema/schema-fault.ts';
import { mapAt, type SchemaNode, schemaNodes, textsAt, typesOf } from '../../base/schema/schema-nodes.ts';
import { isDangling, schemaDefects } from '../../base/schema/schema-soundness.ts';
import type { ToolShape, ToolWhen } from '../lens/tool-row.ts';

/** One tool in a list, as sent; `name` is empty if it has none. */
export type SentTool = { readonly name: string; readonly index: number; readonly sent: JsonObject };

/** Where a tool matches a row: the path in the tool, and the name or keyword found there. */
export type FoundPlace = { readonly at: ValuePath; readonly name: string };

export type ToolContext = {
  readonly names: ReadonlyMap<string, number>;
  /** The server's own name; empty for none. */
  readonly server: string;
};

/** The tools in a list, or in a page after `before` others; a non-object has no name and no schema. */
export function sentTools(tools: unknown, before = 0): readonly SentTool[] {
  if (!Array.isArray(tools)) return [];
  return tools.map((one: unknown, at) => {
    const sent = isJsonObject(one) ? one : {};
    return { name: stringAt(sent, 'name') ?? '', index: before + at, sent };
  });
}

/** Counts the tools by name, adding to `names` from earlier pages. */
export function namesOf(tools: readonly SentTool[], names = new Map<string, number>()): Map<string, number> {
  for (const { name } of tools) names.set(name, (names.get(name) ?? 0) + 1);
  return names;
}

/** All places where the tool matches the row; empty if it does not. */
export function placesOf(when: ToolWhen, tool: SentTool, context: ToolContext): readonly FoundPlace[] {
  const { name, sent } = tool;
  switch (when.has) {
    case 'name':
      return found(!new RegExp(when.not, 'u').test(name), ['name'], name);
    case 'long-name': {
      const full = fullName(when.form, name, context.server);
      return found(full.length > when.over, ['name'], full);
    }
    case 'same-name':
      return found((context.names.get(name) ?? 0) > 1, ['name'], name);
    case 'no-description':
      return found(!stringAt(sent, 'description'), [], 'description');
    case 'long-description':
      return longDescriptions(sent, when.over, when.at);
    case 'many':
      return when.of === 'tools'
        ? found(tool.index >= when.over, [], `${when.over}`)
        : tooMany(sent, when.of, when.over);
    default:
      return schemaPlaces(when, sent[when.part]).map(({ at, name: what }) => ({
        at: [when.part, ...at],
        name: what,
      }));
  }
}

export function fullName(form: string, tool: string, server: string): string {
  return form.replaceAll('{server}', () => server).replaceAll('{tool}', () => tool);
}

function found(is: boolean, at: ValuePath, name: string): readonly FoundPlace[] {
  return is ? [{ at, name }] : [];
}

type SchemaWhen = Extract<ToolWhen, { has: 'shape' | 'keyword' | 'beside' | 'format' | 'argument-name' }>;

function schemaPlaces(when: SchemaWhen, schema: unknown): readonly FoundPlace[] {
  if (when.has === 'shape') return shapePlaces(when.shape, when.at, schema);
  const nodes = schemaNodes(schema).filter(({ at }) => when.has === 'format' || isWithin(at, when.at));
  switch (when.has) {
    case 'keyword':
      return nodes.flatMap(({ schema: one, at }) =>
        when.keywords.flatMap((keyword) => found(keyword in one, [...at, keyword], keyword)),
      );
    case 'beside':
      return nodes.flatMap(({ schema: one, at }) => {
        const others = Object.keys(one).filter((key) => key !== when.keyword && !when.allowed?.includes(key));
        return found(when.keyword in one && others.length > 0, [...at, when.keyword], others[0] ?? '');
      });
    case 'format':
      return nodes.flatMap(({ schema: one, at }) => {
        const format = stringAt(one, 'format');
        return found(format !== undefined && !when.other.includes(format), [...at, 'format'], format ?? '');
      });
    case 'argument-name': {
      const right = new RegExp(when.not, 'u');
      return nodes
        .filter(({ at }) => when.at !== 'arguments' || at.length === 0)
        .flatMap(({ schema: one, at }) =>
          Object.keys(mapAt(one, 'properties')).flatMap((key) =>
            found(!right.test(key), [...at, 'properties', key], key),
          ),
        );
    }
  }
}

function isWithin(at: ValuePath, where: string): boolean {
  if (where === 'root') return at.length === 0;
  if (where === 'inside') return at.length > 0;
  return where === 'anywhere' || at.length <= 2;
}

function shapePlaces(shape: ToolShape, where: string, schema: unknown): readonly FoundPlace[] {
  if (shape === 'no-object') {
    const isObject = isJsonObject(schema) && schema.type === 'object';
    return found(!isObject && schema !== undefined, ['type'], 'type');
  }
  if (!isJsonObject(schema)) return [];
  if (shape === 'invalid') {
    const fault = invalidKeyword(schema, []);
    return fault === undefined ? [] : [{ at: fault.at, name: String(fault.at.at(-1)) }];
  }
  if (shape === 'recursive-ref') return recursive(schema);
  const nodes = schemaNodes(schema).filter(({ at }) => isWithin(at, where));
  return nodes.flatMap((node) => SHAPE_PLACES[shape](node, schema));
}

type ShapePlaces = (node: SchemaNode, root: JsonObject) => readonly FoundPlace[];

const LOOKAROUND = /\(\?<?[=!]/;

const SHAPE_PLACES: {
  readonly [One in Exclude<ToolShape, 'no-object' | 'invalid' | 'recursive-ref'>]: ShapePlaces;
} = {
  'no-properties': ({ schema, at }) =>
    found(typesOf(schema).includes('object') && !isJsonObject(schema.properties), at, 'properties'),
  'empty-properties': ({ schema, at }) =>
    found(
      typesOf(schema).includes('object') && Object.keys(mapAt(schema, 'properties')).length === 0,
      [...at, 'properties'],
      'properties',
    ),
  'no-items': ({ schema, at }) =>
    found(typesOf(schema).includes('array') && schema.items === undefined, at, 'items'),
  'type-list': ({ schema, at }) => found(Array.isArray(schema.type), [...at, 'type'], 'type'),
  'type-or-null': ({ schema: { type }, at }) =>
    found(Array.isArray(type) && type.length === 2 && type.includes('null'), [...at, 'type'], 'type'),
  'enum-not-text': ({ schema, at }) =>
    found(
      Array.isArray(schema.enum) && schema.enum.some((one) => typeof one !== 'string'),
      [...at, 'enum'],
      'enum',
    ),
  'enum-of-structure': ({ schema, at }) =>
    found(
      schema.enum !== undefined && typesOf(schema).some((one) => one === 'array' || one === 'object'),
      [...at, 'enum'],
      'enum',
    ),
  optional: ({ schema, at }) => {
    const required = textsAt(schema, 'required');
    return Object.keys(mapAt(schema, 'properties'))
      .filter((name) => !required.includes(name))
      .map((name) => ({ at: [...at, 'properties', name], name }));
  },
  'open-object': ({ schema, at }) =>
    found(
      (typesOf(schema).includes('object') || isJsonObject(schema.properties)) &&
        schema.additionalProperties !== false,
      at,
      'additionalProperties',
    ),
  'required-unknown': ({ schema, at }) => {
    if (!isJsonObject(schema.properties)) return [];
    const known = Object.keys(schema.properties);
    return textsAt(schema, 'required')
      .filter((name) => !known.includes(name))
      .map((name) => ({ at: [...at, 'required'], name }));
  },
  lookaround: ({ schema, at }) =>
    found(
      typeof schema.pattern === 'string' && LOOKAROUND.test(schema.pattern),
      [...at, 'pattern'],
      'pattern',
    ),
  'dangling-ref': ({ schema, at }, root) =>
    found(
      typeof schema.$ref === 'string' && isDangling(root, schema.$ref),
      [...at, '$ref'],
      stringAt(schema, '$ref') ?? '',
    ),
  reference: ({ schema, at }) =>
    found(typeof schema.$ref === 'string', [...at, '$ref'], stringAt(schema, '$ref') ?? ''),
  tuple: ({ schema, at }) => found(Array.isArray(schema.items), [...at, 'items'], 'items'),
  'object-keywords': ({ schema, at }) => {
    const types = typesOf(schema);
    const isOther = types.length > 0 && !types.includes('object');
    return ['properties', 'required'].flatMap((key) => found(isOther && key in schema, [...at, key], key));
  },
  'boolean-schema': ({ schema, at }) =>
    Object.entries(mapAt(schema, 'properties'))
      .filter(([, value]) => typeof value === 'boolean')
      .map(([name]) => ({ at: [...at, 'properties', name], name })),
};

/** References to an enclosing schema, or to one that leads back. */
function recursive(schema: JsonObject): readonly FoundPlace[] {
  const cycles = schemaDefects(schema).filter(({ kind }) => kind === 'cycle');
  const around = schemaNodes(schema).flatMap(({ schema: one, at }) => {
    const ref = stringAt(one, '$ref') ?? '';
    const target = ref === '#' ? '' : ref.startsWith('#/') ? ref.slice(1) : undefined;
    const isAround = target !== undefined && `/${at.join('/')}/`.startsWith(`${target}/`);
    return found(isAround, [...at, '$ref'], ref);
  });
  return [...around, ...cycles.map(({ at, what }) => ({ at, name: what }))];
}

function longDescriptions(sent: JsonObject, over: number, at: 'tool' | 'schema'): readonly FoundPlace[] {
  const isLong = (value: JsonObject) => (stringAt(value, 'description') ?? '').length > over;
  if (at === 'tool') return found(isLong(sent), ['description'], 'description');
  return schemaNodes(sent.inputSchema, ['inputSchema']).flatMap((node) =>
    found(isLong(node.schema), [...node.at, 'description'], 'description'),
  );
}

function tooMany(sent: JsonObject, of: 'arguments' | 'enum-values' | 'levels', over: number) {
  const nodes = schemaNodes(sent.inputSchema);
  const count = {
    arguments: () =>
      nodes.reduce((sum, { schema }) => sum + Object.keys(mapAt(schema, 'properties')).length, 0),
    'enum-values': () =>
      nodes.reduce((sum, { schema }) => sum + (Array.isArray(schema.enum) ? schema.enum.length : 0), 0),
    levels: () => Math.max(0, ...nodes.map(({ at }) => at.filter((step) => step === 'properties').length)),
  }[of]();
  return found(count > over, ['inputSchema'], `${count}`);
}
