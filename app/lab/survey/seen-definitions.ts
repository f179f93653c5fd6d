import { isJsonObject, type JsonObject, jsonEqual, parseJson, stringAt } from '../../base/json-value.ts';
import { EDITS, type ToolListRow } from '../../hosts/lens/tool-row.ts';
import { changedTool } from '../../hosts/tools/changed-tool.ts';
import { namesOf, placesOf, sentTools } from '../../hosts/tools/tool-traits.ts';

/** Where a tool has its schema: in MCP and the Anthropic API, in those of OpenAI, and in Gemini's. */
const SCHEMAS = ['inputSchema', 'input_schema', 'parameters', 'parametersJsonSchema'];

/** The tools that are defined in JSON, such as a recorded request to a model: one text, or one on each line. */
export function definitionsIn(text: string): readonly JsonObject[] {
  const whole = parseJson(text);
  const found: JsonObject[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.startsWith('{')) walk(parseJson(value));
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const schema = isJsonObject(value)
      ? SCHEMAS.map((member) => value[member]).find(isJsonObject)
      : undefined;
    if (isJsonObject(value) && schema !== undefined) found.push({ ...value, inputSchema: schema });
    for (const member of Object.values(value)) walk(member);
  };
  walk(whole ?? text.split('\n').map(parseJson));
  return found;
}

/** The changes, the plainest of those with the same effect first. */
const SEARCHED = ['delete', ...EDITS.toReversed()] as const;

type Fate = Pick<ToolListRow, 'does' | 'edit'>;

/** What became of what a row is about, by the tool as the model got it; undefined if no row can say. */
export function fateByDefinition(
  when: ToolListRow['when'],
  sent: JsonObject,
  got: JsonObject,
): Fate | undefined {
  const [before, after] = sentTools([sent, got]);
  if (before === undefined || after === undefined) return undefined;
  const isName = when.has === 'name' || when.has === 'long-name';
  const isWhole = isName && (stringAt(got, 'name') ?? '').endsWith(before.name);
  const context = { names: namesOf([after]), server: '' };
  if (isWhole || (!isName && placesOf(when, after, context).length > 0)) return { does: 'keeps' };
  if (isName) return { does: 'rewrites', edit: 'rename' };
  if (when.has === 'keyword') return { does: 'drops-keyword' };
  const edit = SEARCHED.find((one) => {
    const row = { when, does: 'rewrites', edit: one } as const;
    return jsonEqual(changedTool(before, [{ row }], context).inputSchema, got.inputSchema);
  });
  if (edit === 'delete') return { does: 'drops-keyword' };
  return edit === undefined ? undefined : { does: 'rewrites', edit };
}
