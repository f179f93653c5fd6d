import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { checkSchema } from '../../../app/base/schema/check-schema.ts';
import { briefJson } from '../../../app/base/schema/scalar-checks.ts';
import { placeInside, placeText, resolvedRef } from '../../../app/base/schema/schema-walk.ts';
import { firstText } from '../../../app/frame/preview.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { settlingEnvelope, wireErrorOf } from '../../state/inspected/settling-envelope.ts';
import { unreadText } from '../../state/server/call-draft.ts';
import { schemaTypeText } from '../../ui/forms/schema-fields.ts';
import { Card, kit } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { useToolInfo } from '../use-tool-info.ts';

/** The arguments of a rejected call next to the tool's input schema. */
export function ArgumentsCard({ inspected }: { readonly inspected: Inspected }) {
  const { request, settling } = inspected;
  const call = request?.envelope.kind === 'request' && request.envelope.method === 'tools/call';
  if (!call || (settling.tier !== 'tool' && settling.tier !== 'protocol')) return null;
  return <Comparison key={settling.seq} inspected={inspected} name={settling.target} />;
}

function Comparison({ inspected, name }: { readonly inspected: Inspected; readonly name: string }) {
  const { session, request } = inspected;
  const tool = useToolInfo(session, name, request?.row.seq ?? 0);
  if (tool === undefined || request?.envelope.kind !== 'request') return null;
  const params = request.envelope.params;
  const { rows, unread } = schemaRows(tool.inputSchema, isJsonObject(params) ? (params.arguments ?? {}) : {});
  const wrong = rows.filter(({ mismatches }) => mismatches.length > 0).length;
  if (wrong === 0 && !speaksOfValidation(inspected)) return null;
  return (
    <Card title="Arguments against the input schema" aside={wrongText(wrong)}>
      {rows.length === 0 ? (
        <p>The schema names no arguments, and none were sent.</p>
      ) : (
        <DataTable
          label="Arguments"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ path }) => path}
          row={({ path, mismatches }) => ({ 'data-wrong': mismatches.length > 0, 'data-path': path })}
        />
      )}
      {unread !== '' && <p className={kit.remark}>{unreadText(unread)}</p>}
      {wrong === 0 && unread === '' && (
        <p className={kit.remark}>
          The arguments fit the schema that the server listed: it checks more than the schema says, or another
          schema.
        </p>
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<SchemaRow>[] = [
  {
    head: 'argument',
    isName: true,
    cell: ({ label, depth, required, mismatches }) => (
      <div style={{ paddingInlineStart: depth * 12 }}>
        <code>{label}</code>
        {required && <abbr title="required">*</abbr>}
        {mismatches.map((message) => (
          <p key={message} className={kit.fault}>
            ✗ {message}
          </p>
        ))}
      </div>
    ),
  },
  {
    head: 'sent',
    cell: ({ sent }) => (sent === undefined ? <i className={kit.mute}>not sent</i> : <code>{sent}</code>),
  },
  {
    head: 'schema',
    cell: ({ wanted }) => (wanted === '' ? <i className={kit.mute}>unknown to it</i> : <code>{wanted}</code>),
  },
];

function wrongText(wrong: number): string {
  if (wrong === 0) return 'no mismatch';
  return wrong === 1 ? '1 place does not fit' : `${wrong} places do not fit`;
}

const VALIDATION =
  /validat|invalid[_ ](?:tool )?(?:arguments?|params?|parameters?|input)|\bschema\b|is required|required property|missing required|must (?:be|have|match)|expected .{1,60} (?:received|got)/i;
/** The tool did not exist, so its arguments were never checked. */
const NO_TOOL = /unknown tool|tool .{0,200}not found/i;
const READ_CHARS = 4000;

function speaksOfValidation(inspected: Inspected): boolean {
  const error = wireErrorOf(inspected);
  if (error !== undefined) {
    if (NO_TOOL.test(error.message)) return false;
    return error.codeText === '-32602' || VALIDATION.test(error.message);
  }
  const envelope = settlingEnvelope(inspected);
  if (envelope?.kind !== 'result' || !isJsonObject(envelope.result)) return false;
  return VALIDATION.test((firstText(envelope.result) ?? '').slice(0, READ_CHARS));
}

export type SchemaRow = {
  /** For example `$.a.b[2]`. */
  readonly path: string;
  readonly label: string;
  readonly depth: number;
  /** JSON text, shortened; undefined if nothing was sent. */
  readonly sent: string | undefined;
  /** A short type name; empty if the schema does not define the member. */
  readonly wanted: string;
  readonly required: boolean;
  readonly mismatches: readonly string[];
};

const MAX_MISMATCHES = 60;
const MAX_STEPS = 300_000;
const MAX_ROWS = 200;
const MAX_DEPTH = 6;
const SENT_CHARS = 160;
/** How many items of a long list are shown, in addition to mismatches. */
const FIRST_ITEMS = 3;

/** Lists arguments and an input schema side by side, with every mismatch at its path. */
export function schemaRows(schema: JsonObject, sent: unknown) {
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

/** The first items and every mismatched item; a list of valid scalars needs no rows. */
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
