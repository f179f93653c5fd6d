import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { checkSchema } from '../../../app/schema/check-schema.ts';
import { briefJson } from '../../../app/schema/json-compare.ts';
import { placeInside, placeText, resolvedRef } from '../../../app/schema/schema-walk.ts';
import { schemaTypeText } from '../../ui/forms/schema-fields.ts';

/** One argument: what was sent beside what the schema wants. */
export type SchemaRow = {
  /** Such as `$.a.b[2]`. */
  readonly path: string;
  readonly label: string;
  readonly depth: number;
  /** JSON text, shortened; undefined if nothing was sent. */
  readonly sent: string | undefined;
  /** A short name of the type; empty if the schema does not define the member. */
  readonly wanted: string;
  readonly required: boolean;
  readonly mismatches: readonly string[];
};

const MAX_MISMATCHES = 60;
const MAX_STEPS = 300_000;
const MAX_ROWS = 200;
const MAX_DEPTH = 6;
const SENT_CHARS = 160;
/** Items that are shown of a long list, beside those that do not fit. */
const FIRST_ITEMS = 3;

type SchemaRows = {
  readonly rows: readonly SchemaRow[];
  /** The part of the schema that could not be checked, in brief; empty if all of it was. */
  readonly unread: string;
};

/** Lists arguments and an input schema side by side, with every mismatch at its path. */
export function schemaRows(schema: JsonObject, sent: unknown): SchemaRows {
  const left = new Map<string, string[]>();
  const { warnings, unread } = checkSchema(schema, sent, { warnings: MAX_MISMATCHES, steps: MAX_STEPS });
  for (const { at, message } of warnings) {
    const path = placeText(at);
    left.set(path, [...(left.get(path) ?? []), message]);
  }
  const walk: Walk = { root: schema, mismatches: new Map(left), rows: [] };
  addMembers(walk, schema, sent, '$', 0);
  for (const row of walk.rows) left.delete(row.path);
  const beyond = [...left].map(([path, mismatches]) => ({ ...bare(path), mismatches }));
  const whole = beyond.filter(({ path }) => path === '$');
  return { rows: [...whole, ...walk.rows, ...beyond.filter((row) => !whole.includes(row))], unread };
}

type Walk = {
  readonly root: JsonObject;
  readonly mismatches: ReadonlyMap<string, readonly string[]>;
  readonly rows: SchemaRow[];
};

function addMembers(walk: Walk, schema: unknown, sent: unknown, path: string, depth: number): void {
  const known = objectSchema(walk, schema);
  const properties = isJsonObject(known.properties) ? known.properties : {};
  const required: readonly unknown[] = Array.isArray(known.required) ? known.required : [];
  const values = isJsonObject(sent) ? sent : {};
  for (const name of new Set([...Object.keys(properties), ...Object.keys(values)])) {
    const property = properties[name];
    const value = values[name];
    add(
      walk,
      { path: placeInside(path, name), label: name, depth },
      property,
      value,
      required.includes(name),
    );
  }
}

function add(
  walk: Walk,
  place: Pick<SchemaRow, 'path' | 'label' | 'depth'>,
  schema: unknown,
  value: unknown,
  required: boolean,
): void {
  if (walk.rows.length >= MAX_ROWS) return;
  const wanted = schema === undefined ? '' : schemaTypeText(objectSchema(walk, schema));
  const mismatches = walk.mismatches.get(place.path) ?? [];
  walk.rows.push({
    ...place,
    sent: value === undefined ? undefined : briefJson(value, SENT_CHARS),
    wanted,
    required,
    mismatches,
  });
  if (place.depth >= MAX_DEPTH || value === undefined) return;
  const known = objectSchema(walk, schema);
  if (isJsonObject(known.properties) && isJsonObject(value)) {
    addMembers(walk, known, value, place.path, place.depth + 1);
  } else if (Array.isArray(value) && isJsonObject(known.items)) {
    addItems(walk, known.items, value, place.path, place.depth + 1);
  }
}

/** The first items, and every item with a mismatch; a list of scalars that fits needs no rows. */
function addItems(
  walk: Walk,
  schema: JsonObject,
  list: readonly unknown[],
  path: string,
  depth: number,
): void {
  const faulty = [...walk.mismatches.keys()].filter((at) => at.startsWith(`${path}[`));
  const plain = list.every((item) => typeof item !== 'object' || item === null);
  for (const [index, item] of list.entries()) {
    const at = placeInside(path, index);
    const shown = faulty.some((other) => other.startsWith(at)) || (index < FIRST_ITEMS && !plain);
    if (shown) add(walk, { path: at, label: `[${index}]`, depth }, schema, item, false);
  }
}

function objectSchema(walk: Walk, schema: unknown): JsonObject {
  const at =
    isJsonObject(schema) && typeof schema.$ref === 'string' ? resolvedRef(walk.root, schema.$ref) : schema;
  return isJsonObject(at) ? at : {};
}

function bare(path: string): SchemaRow {
  const label = path === '$' ? 'arguments' : path.replace(/^\$\.?/, '');
  return { path, label, depth: 0, sent: undefined, wanted: '', required: false, mismatches: [] };
}
