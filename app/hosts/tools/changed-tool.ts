import { isJsonObject, type JsonObject, stringAt, type ValuePath } from '../../base/json-value.ts';
import { mapAt, typesOf } from '../../base/schema/schema-nodes.ts';
import type { EditName, ToolListRow } from '../lens/tool-row.ts';
import {
  anyOfTypes,
  constToEnum,
  editedAt,
  filterRequired,
  firstBranch,
  inlined,
  without,
} from './schema-edits.ts';
import { fullName, placesOf, type SentTool, type ToolContext } from './tool-traits.ts';

type Row = Pick<ToolListRow, 'when' | 'does' | 'edit'>;
type Change = { readonly row: Row };

/** The tool as a host passes it on after the changes in its rows, applied in row order. */
export function changedTool(tool: SentTool, faults: readonly Change[], context: ToolContext): JsonObject {
  let sent = tool.sent;
  for (const { row } of faults) {
    if (row.does !== 'drops-keyword' && row.does !== 'rewrites') continue;
    sent = changedBy(row, { ...tool, sent }, context);
  }
  return sent;
}

function changedBy({ when, edit = 'delete' }: Row, tool: SentTool, context: ToolContext): JsonObject {
  const { sent, name } = tool;
  if (edit === 'describe') return { ...sent, description: 'No description provided' };
  if (edit === 'rename') {
    const form = when.has === 'long-name' ? when.form : '{tool}';
    const clean = fullName(form, name, context.server).replace(/[^a-zA-Z0-9_-]+/g, '_');
    return { ...sent, name: when.has === 'long-name' ? `${clean.slice(0, when.over - 1)}…` : clean };
  }
  const { inputSchema } = sent;
  const schema = isJsonObject(inputSchema) ? inputSchema : {};
  if (edit === 'inline') return { ...sent, inputSchema: inlined(schema).schema };
  let edited: unknown = schema;
  // A change may move what is below it, so every place is searched for again.
  const places = placesOf(when, tool, context).toSorted((a, b) => b.at.length - a.at.length);
  for (const { at, name: found } of places) {
    const isOfNode = edit === 'add-properties' || edit === 'add-items' || edit === 'close';
    const path: ValuePath =
      isOfNode && when.has === 'shape' && when.shape !== 'no-object' ? at.slice(1) : at.slice(1, -1);
    edited = editedAt(edited, path, (node) => EDITED[edit](node, found));
  }
  return { ...sent, inputSchema: edited };
}

type NodeChange = (schema: JsonObject, found: string) => unknown;

const EDITED: { readonly [Edit in Exclude<EditName, 'describe' | 'rename' | 'inline'>]: NodeChange } = {
  delete: (schema, keyword) => (keyword in schema ? without(schema, keyword) : without(schema, 'format')),
  'empty-object': () => ({ type: 'object', properties: {} }),
  'add-properties': (schema) => ({
    ...schema,
    ...(typesOf(schema).includes('object') ? {} : { type: 'object' }),
    properties: mapAt(schema, 'properties'),
  }),
  'add-items': (schema) => ({ ...schema, items: { type: 'string' } }),
  close: (schema) => ({ ...schema, additionalProperties: false }),
  'first-branch': firstBranch,
  'filter-required': filterRequired,
  'any-of-types': anyOfTypes,
  'const-to-enum': constToEnum,
  'to-string': (schema, name) => {
    const properties = mapAt(schema, 'properties');
    if (typeof properties[name] === 'boolean')
      return { ...schema, properties: { ...properties, [name]: { type: 'string' } } };
    const description = stringAt(schema, 'description');
    return { type: 'string', ...(description === undefined ? {} : { description }) };
  },
};
