import { isJsonObject, type JsonObject, type ValuePath } from '../../base/json-value.ts';
import { placeText } from '../../base/schema/schema-walk.ts';
import type { ToolListRow, ToolWhen } from '../lens/tool-row.ts';
import { editedAt } from './schema-edits.ts';
import { type Loss, repaired } from './schema-repairs.ts';
import { type FoundPlace, placesOf, type SentTool, type ToolContext } from './tool-traits.ts';

/** What a schema change gives up, and where in the schema. */
export type PlacedLoss = Loss & { readonly place: string };

export type ReducedSchema = {
  readonly schema: JsonObject;
  /** Distinct, wider ones before narrower ones; changes without effect are left out. */
  readonly losses: readonly PlacedLoss[];
  /** The rows that still apply: a name, a count, an argument's name. Only the author can change those. */
  readonly left: readonly ToolListRow[];
};

const MAX_ROUNDS = 25;
/** Keywords whose places concern the schema as a whole. */
const OF_ROOT: readonly string[] = ['reference', 'recursive-ref'];

/** Within these, allowing more may mean allowing less. */
const TURNING: readonly unknown[] = ['oneOf', 'not', 'if', 'contains', 'dependentSchemas'];

/** Derives from the tool's input schema one that passes all rows, with what that gives up. */
export function reducedSchema(
  tool: SentTool,
  rows: readonly ToolListRow[],
  context: ToolContext,
): ReducedSchema {
  let schema: JsonObject = isJsonObject(tool.sent.inputSchema) ? tool.sent.inputSchema : {};
  const losses = new Map<string, PlacedLoss>();
  const about = rows.filter(({ when }) => !('part' in when) || when.part === 'inputSchema');
  const found = (row: ToolListRow) =>
    placesOf(row.when, { ...tool, sent: { ...tool.sent, inputSchema: schema } }, context);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = schema;
    for (const row of about) schema = withoutFound(schema, row.when, found(row), losses);
    if (before === schema) break;
  }
  const left = about.filter((row) => found(row).length > 0);
  const order = ['wider', 'either', 'narrower'];
  const given = [...losses.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return { schema, losses: given, left };
}

/** Changes everything that a row found in the schema, deepest first, so that outer paths stay valid. */
function withoutFound(
  schema: JsonObject,
  when: ToolWhen,
  places: readonly FoundPlace[],
  losses: Map<string, PlacedLoss>,
): JsonObject {
  let edited = schema;
  const turnsAll = places.length > 0 && hasTurnedReference(schema);
  const isWhole = when.has === 'shape' && OF_ROOT.includes(when.shape);
  const open = isWhole ? places.slice(0, 1) : places.toSorted((a, b) => b.at.length - a.at.length);
  for (const { at, name } of open) {
    const path = isWhole ? [] : nodePath(when, at.slice(1));
    const done = editedAt(edited, path, (node) => {
      const change = repaired(when, node, name, path.length === 0);
      if (change === undefined) return node;
      const { says, kind } = change.loss;
      const place = placeText(['inputSchema', ...path]).slice(2);
      const isTurned = turnsAll || path.some((step) => TURNING.includes(step));
      if (kind !== 'same') losses.set(`${place} ${says}`, { says, kind: isTurned ? 'either' : kind, place });
      return change.schema;
    });
    if (isJsonObject(done)) edited = done;
  }
  return edited;
}

/** True if a reference stands within a turning keyword: then a change anywhere may be one of its target. */
function hasTurnedReference(node: unknown, isTurned = false): boolean {
  if (Array.isArray(node)) return node.some((one) => hasTurnedReference(one, isTurned));
  if (!isJsonObject(node)) return false;
  if (isTurned && '$ref' in node) return true;
  return Object.entries(node).some(([key, value]) =>
    hasTurnedReference(value, isTurned || TURNING.includes(key)),
  );
}

/** The path of the schema object to change for something found in the schema. */
function nodePath(when: ToolWhen, at: ValuePath): ValuePath {
  if (when.has === 'argument-name') return at.slice(0, -2);
  if (when.has !== 'shape') return at.slice(0, -1);
  if (when.shape === 'optional' || when.shape === 'boolean-schema') return at.slice(0, -2);
  return ['no-properties', 'no-items', 'open-object'].includes(when.shape) ? at : at.slice(0, -1);
}
