import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { type Fingerprint, inError, inLog, inResult, inTool, inToolError } from './fingerprint.ts';

const INTEGER_FORMAT = /^u?int(8|16|32|64)?$/;
const PROPERTIES = 50;

/** The official Go SDK 1.8, measured. */
const GO: readonly Fingerprint[] = [
  inError('go-sdk', 3, 'An unknown tool or prompt is -32602 and named as Go quotes.', {
    code: -32602,
    message: /^unknown (tool|prompt) ".+"$/,
  }),
  inToolError('go-sdk', 3, 'A tool error begins with: validating "arguments".', /^validating "arguments": /),
  inError('go-sdk', 3, 'A request before the handshake gets code 0 in the words of the Go SDK.', {
    code: 0,
    message: /^method ".+" is invalid during session initialization$/,
  }),
  inError('go-sdk', 2, 'An unknown method is -32601 and quoted.', {
    code: -32601,
    message: /^method not found: ".+"$/,
  }),
  inError('go-sdk', 1, 'An error of a handler has the code 0.', { code: 0 }),
  inResult('go-sdk', 2, 'Lists begin with how long they may be cached, in every era.', {
    method: 'tools/list',
    fits: (result) => Object.keys(result)[0] === 'ttlMs' && result.cacheScope === 'public',
  }),
  inLog(
    'go-sdk',
    3,
    'The log names a package of the official SDK.',
    /\bgithub\.com\/modelcontextprotocol\/go-sdk(@[\w.-]+)?\/(mcp|internal)\b/,
  ),
  {
    vocabulary: 'go-sdk',
    weight: 2,
    note: 'A line that was no message ended the connection.',
    matcher: { kind: 'ended-by-malformed-line' },
  },
];

/** mark3labs/mcp-go 1.2, measured. */
const MCP_GO: readonly Fingerprint[] = [
  inError('mcp-go', 3, 'The message says twice that a tool, a prompt or a resource was not found.', {
    message:
      /^((tool|prompt) '[^\n]*' not found: \2 not found|handler not found for resource URI '[^\n]*': resource not found)$/,
  }),
  inError('mcp-go', 2, 'An unknown method is named without quotes.', {
    code: -32601,
    message: /^(Method \S+ not found|(logging|tools|resources|prompts|completions) not supported)$/,
  }),
  inTool('mcp-go', 2, 'Tools begin with all four hints.', hasFourHints),
  inLog(
    'mcp-go',
    3,
    'The log names a package of mcp-go.',
    /\bgithub\.com\/mark3labs\/mcp-go(@[\w.-]+)?\/(server|mcp|util)\b/,
  ),
  inError('mcp-go', 2, 'A panic is answered under the id null.', {
    code: -32603,
    fits: ({ id, message }) => id === 'null' && message.startsWith('internal panic: '),
  }),
  // JSON-RPC wants this of every server, and a code of the Language Server Protocol is anybody's.
  inError('mcp-go', 1, 'A line that cannot be parsed is answered under the id null.', {
    code: -32700,
    fits: ({ id, message, data }) => id === 'null' && message === 'Parse error' && data === undefined,
  }),
  inError('mcp-go', 1, 'The code -32800 stands for an interrupted request.', { code: -32800 }),
];

const HINTS = 'readOnlyHint,destructiveHint,idempotentHint,openWorldHint';

/** Its helper for tools sets every hint, in this order. */
function hasFourHints(tool: JsonObject): boolean {
  if (Object.keys(tool)[0] !== 'annotations' || !isJsonObject(tool.annotations)) return false;
  return (
    Object.keys(tool.annotations)
      .filter((key) => key !== 'title')
      .join() === HINTS
  );
}

/** rmcp 3.11, read in source. */
const RMCP: readonly Fingerprint[] = [
  inError('rust-rmcp', 3, 'An unknown tool is -32602 "tool not found".', {
    code: -32602,
    message: /^tool not found$/,
  }),
  inToolError(
    'rust-rmcp',
    3,
    'A tool error begins with "failed to deserialize parameters".',
    /^failed to deserialize parameters: /,
  ),
  inError('rust-rmcp', 2, 'The message of -32601 is the method alone.', {
    code: -32601,
    fits: ({ method, message }) => method !== '' && message === method,
  }),
  inError('rust-rmcp', 2, '-32600 "Invalid request" comes without an id.', {
    code: -32600,
    message: /^Invalid request$/,
    fits: ({ id }) => id === '',
  }),
  inLog('rust-rmcp', 3, 'The log names a module of rmcp.', /\brmcp::|\brmcp-\d+\.\d+\.\d+\/src\//),
  inTool(
    'rust-rmcp',
    2,
    'Input schemas have titles and integer formats, as schemars writes them.',
    isSchemars,
  ),
];

function isSchemars({ inputSchema }: JsonObject): boolean {
  if (!isJsonObject(inputSchema) || stringAt(inputSchema, 'title') === undefined) return false;
  if (inputSchema.$schema !== 'https://json-schema.org/draft/2020-12/schema') return false;
  if (!isJsonObject(inputSchema.properties)) return false;
  return Object.values(inputSchema.properties)
    .slice(0, PROPERTIES)
    .some((property) => INTEGER_FORMAT.test(stringAt(property, 'format') ?? ''));
}

export const GO_AND_RUST_FINGERPRINTS: readonly Fingerprint[] = [...GO, ...MCP_GO, ...RMCP];
