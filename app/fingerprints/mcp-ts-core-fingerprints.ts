import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import { type Fingerprint, inError, inLog, inTool, type SeenToolError, TEXT_LIMIT } from './fingerprint.ts';

const OWN_CODES = [-32005, -32006, -32007, -32008, -32009, -32010, -32070, -32099];
const ALTERNATIVES = 8;
const LOG = /"operation":"Handle(Tool|Resource|Prompt)Request"|@cyanheads\/mcp-ts-core\//;

/** mcp-ts-core 0.10 was measured, 0.12 read in source; it sits on a TypeScript SDK. */
export const MCP_TS_CORE_FINGERPRINTS: readonly Fingerprint[] = [
  // Anybody may put an error into structuredContent: only what else comes with it tells the framework.
  inStructured('A tool error has structuredContent.error with a code and a message.', ({ result }) => {
    return errorOf(result) !== undefined;
  }),
  {
    vocabulary: 'mcp-ts-core',
    weight: 2,
    note: 'The text of a tool error repeats the message and the recovery hint.',
    matcher: {
      kind: 'tool-error',
      fits: (seen) => isMirrored(seen) && typeof errorOf(seen.result)?.hint === 'string',
    },
  },
  inStructured('The text of a tool error repeats the message.', isMirrored),
  inLog('mcp-ts-core', 3, 'The log names a step or a file of the framework.', LOG),
  inTool('mcp-ts-core', 3, 'An output schema describes its errors and their reasons.', describesErrors),
  inTool('mcp-ts-core', 3, 'Tools carry their error contract in _meta.', (tool) => {
    return isJsonObject(tool._meta) && 'mcp-ts-core/errors' in tool._meta;
  }),
  inStructured('A tool error has _meta.error.', ({ result }) => {
    return isJsonObject(result._meta) && isJsonObject(result._meta.error);
  }),
  {
    ...inError('mcp-ts-core', 1, 'A missing resource is -32001 "not found".', {
      code: -32001,
      fits: ({ method, message }) => method === 'resources/read' && /not found/i.test(message),
    }),
    supporting: true,
  },
  {
    ...inError('mcp-ts-core', 1, 'The code is one that only this framework numbers.', {
      code: OWN_CODES,
    }),
    supporting: true,
  },
];

/** A trait that counts only beside one that no other server shows. */
function inStructured(note: string, fits: (seen: SeenToolError) => boolean): Fingerprint {
  return {
    vocabulary: 'mcp-ts-core',
    weight: 1,
    note,
    supporting: true,
    matcher: { kind: 'tool-error', fits },
  };
}

/** Its codes lie in the server range of JSON-RPC; other servers put numbers of their own there. */
function errorOf(result: JsonObject): { code: number; message: string; hint: unknown } | undefined {
  const structured = result.structuredContent;
  const error = isJsonObject(structured) ? structured.error : undefined;
  if (!isJsonObject(error)) return undefined;
  const { code, message, data } = error;
  if (typeof code !== 'number' || !Number.isInteger(code) || code > -32000 || code < -32768) return undefined;
  if (typeof message !== 'string') return undefined;
  const recovery = isJsonObject(data) && isJsonObject(data.recovery) ? data.recovery.hint : undefined;
  return { code, message, hint: recovery };
}

function isMirrored({ result, text }: SeenToolError): boolean {
  const error = errorOf(result);
  if (error === undefined) return false;
  const hint = typeof error.hint === 'string' ? `\n\nRecovery: ${error.hint}` : '';
  return `Error: ${error.message}${hint}`.slice(0, TEXT_LIMIT) === text;
}

function describesErrors(tool: JsonObject): boolean {
  const schema = tool.outputSchema;
  if (!isJsonObject(schema)) return false;
  const properties = isJsonObject(schema.properties) ? schema.properties : undefined;
  if (!isJsonObject(properties?.error) || !Array.isArray(schema.anyOf)) return false;
  const text = properties.error.properties;
  const data = isJsonObject(text) ? text.data : undefined;
  const members = isJsonObject(data) ? data.properties : undefined;
  const reason = isJsonObject(members) ? members.reason : undefined;
  return isJsonObject(reason) && Array.isArray(reason.examples) && schema.anyOf.length <= ALTERNATIVES;
}
