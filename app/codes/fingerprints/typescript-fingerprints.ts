import { isJsonObject, type JsonObject, stringAt, valueAt } from '../../base/json-value.ts';
import { SERVER_INFO_KEY } from '../../protocol/meta-keys.ts';
import { FIRST_STATELESS } from '../../protocol/revisions.ts';
import { mirroredText, structuredErrorOf } from '../structured-error.ts';
import {
  type Fingerprint,
  inError,
  inLog,
  inResult,
  inTool,
  inToolError,
  of,
  type SeenError,
  type SeenToolError,
  supporting,
  TEXT_LIMIT,
  type Trait,
} from './fingerprint.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

/** Both SDKs write `{"result":…,"jsonrpc":"2.0","id":…}`; most others start with jsonrpc. */
function resultFirst(_result: JsonObject, raw: string): boolean {
  return raw.startsWith('{"result":') && /"jsonrpc":"2\.0","id":[^{}]{1,80}\}\s*$/.test(raw.slice(-120));
}

function isBareMethodNotFound({ message, data }: SeenError): boolean {
  return message === 'Method not found' && data === undefined;
}

/** `@modelcontextprotocol/sdk` 1.32, measured. */
const V1 = of('typescript-sdk-v1', [
  inError(3, 'An error message begins with "MCP error" and its code.', {
    message: /^MCP error -?\d+: /,
  }),
  inToolError(3, 'A tool error begins with "MCP error -32602", as McpServer writes it.', {
    text: /^MCP error -32602: (Tool [^\n]{1,300} (not found|disabled)|Input validation error: Invalid arguments for tool )/,
  }),
  inTool(2, 'Input schemas name JSON Schema draft 07.', ({ inputSchema }) => {
    // Rust's schemas name it too, but have a title.
    return stringAt(inputSchema, '$schema') === DRAFT_07 && stringAt(inputSchema, 'title') === undefined;
  }),
  inTool(2, 'Tools carry execution.taskSupport "forbidden".', (tool) => {
    return isJsonObject(tool.execution) && tool.execution.taskSupport === 'forbidden';
  }),
  inResult(1, 'Answers begin with their result and end with their id.', { fits: resultFirst }),
  inError(1, 'An unknown method gets a bare "Method not found".', {
    code: -32601,
    fits: isBareMethodNotFound,
  }),
  inLog(3, 'The log names a file of the SDK for servers.', {
    text: /@modelcontextprotocol\/sdk\/(dist|src)\/((esm|cjs)\/)?server\//,
  }),
  inError(1, 'server/discover is an unknown method: no 2026-07-28.', {
    code: -32601,
    fits: ({ method }) => method === 'server/discover',
  }),
]);

/** `@modelcontextprotocol/server` 2.4, measured. */
const V2 = of('typescript-sdk-v2', [
  inError(3, 'An unknown tool is -32602 "Tool … not found", without prefix and data.', {
    code: -32602,
    message: /^Tool [^\n]{1,300} not found$/,
    fits: ({ data }) => data === undefined,
  }),
  inToolError(
    3,
    'A tool error begins with "Input validation error: Invalid arguments for tool", without prefix.',
    { text: /^Input validation error: Invalid arguments for tool \S+: ./ },
  ),
  // Servers on SDK 1 pass on what zod 4 writes.
  inTool(1, 'Input schemas name JSON Schema 2020-12, and tools carry no execution.', (tool) => {
    const schema = tool.inputSchema;
    // Rust's schemas name 2020-12 too, but have a title.
    return (
      stringAt(schema, '$schema') === DRAFT_2020 &&
      stringAt(schema, 'title') === undefined &&
      !('execution' in tool)
    );
  }),
  inError(2, 'A missing resource or a broken envelope is reported in the words of this SDK.', {
    code: -32602,
    needs: 'data',
    fits: isV2Data,
  }),
  inResult(2, 'server/discover is answered as this SDK does, member by member.', {
    method: 'server/discover',
    fits: (result, raw) => raw.startsWith('{"result":') && isV2Discovery(result),
  }),
  // Every server of that revision should do this, so it only fits.
  inError(1, 'initialize is refused with -32022 and data.supported.', {
    code: -32022,
    needs: 'data',
    fits: ({ method, data }) =>
      method === 'initialize' && isJsonObject(data) && Array.isArray(data.supported),
  }),
  inLog(3, 'The log names a file of the SDK for servers.', {
    text: /@modelcontextprotocol\/server\/(dist|src)\//,
  }),
  inResult(1, 'Answers begin with their result and end with their id.', { fits: resultFirst }),
  inError(1, 'An unknown method gets a bare "Method not found".', {
    code: -32601,
    fits: (seen) => isBareMethodNotFound(seen) && seen.method !== 'server/discover',
  }),
]);

function isV2Data({ message, data }: SeenError): boolean {
  if (!isJsonObject(data)) return false;
  if (data.reason === 'invalid_uri' || data.reason === 'invalid_request_state') return true;
  if (isJsonObject(data.envelope) && 'key' in data.envelope && 'problem' in data.envelope) return true;
  const members = Object.keys(data);
  return (
    members.length === 1 && typeof data.uri === 'string' && message === `Resource not found: ${data.uri}`
  );
}

function isV2Discovery(result: JsonObject): boolean {
  const members = Object.keys(result);
  const versions = result.supportedVersions;
  return (
    Array.isArray(versions) &&
    versions.includes(FIRST_STATELESS) &&
    result.ttlMs === 0 &&
    result.cacheScope === 'private' &&
    members.indexOf('resultType') > members.indexOf('capabilities') &&
    isJsonObject(result._meta) &&
    SERVER_INFO_KEY in result._meta
  );
}

/** fastmcp 4.20 by punkpeye, measured; built on TypeScript SDK 1. */
const FASTMCP = of('fastmcp-typescript', [
  // Authors of other servers write this too.
  inError(2, 'An unknown tool, resource or prompt is -32601 in the words of fastmcp.', {
    code: -32601,
    message:
      /^(MCP error -32601: )?(Unknown tool: |Resource not found: [^\n]{1,500} Available resources: |Unknown prompt: )/,
  }),
  inError(3, 'Rejected arguments are -32602 in the words of fastmcp.', {
    code: -32602,
    message:
      /Tool '[^\n]{1,300}' parameter validation failed: [\s\S]{1,1500}Please check the parameter types and values/,
  }),
  inToolError(3, 'A tool error names its tool in the words of fastmcp.', {
    text: /^Tool '[^\n]{1,300}' (execution failed|timed out after|structured output validation failed)/,
  }),
  inLog(3, 'The log speaks in the name of fastmcp, or names one of its files.', {
    text: /^\s*\[FastMCP (error|warning|info|debug)\] |node_modules\/fastmcp\//,
  }),
  inTool(1, 'Tools list description, inputSchema and name in this order.', (tool) => {
    const schema = tool.inputSchema;
    if (!isJsonObject(schema) || schema.additionalProperties !== false || schema.$schema !== DRAFT_07)
      return false;
    const order = Object.keys(tool).filter(
      (key) => key === 'description' || key === 'inputSchema' || key === 'name',
    );
    return order.join() === 'description,inputSchema,name';
  }),
]);

export const TYPESCRIPT_FINGERPRINTS: readonly Fingerprint[] = [...V1, ...V2, ...FASTMCP];

const OWN_CODES = [-32005, -32006, -32007, -32008, -32009, -32010, -32070, -32099];
const ALTERNATIVES = 8;
const REASON_PATH = ['error', 'data', 'reason'].flatMap((name) => ['properties', name]);
const FRAMEWORK_LOG = /"operation":"Handle(Tool|Resource|Prompt)Request"|@cyanheads\/mcp-ts-core\//;

/** mcp-ts-core 0.10, measured, and 0.12, read in source; built on a TypeScript SDK. */
export const MCP_TS_CORE_FINGERPRINTS = of('mcp-ts-core', [
  // Any server may put an error into structuredContent: only what comes with it identifies the framework.
  inStructured('A tool error has structuredContent.error with a code and a message.', ({ result }) => {
    return errorOf(result) !== undefined;
  }),
  inToolError(2, 'The text of a tool error repeats the message and the recovery hint.', {
    fits: (seen) => isMirrored(seen) && errorOf(seen.result)?.hint !== '',
  }),
  inStructured('The text of a tool error repeats the message.', isMirrored),
  inLog(3, 'The log names a step or a file of the framework.', { text: FRAMEWORK_LOG }),
  inToolError(
    3,
    'A tool error is the complaint of the framework about a reason that its tool does not declare.',
    {
      text: /^Error: ctx\.fail\(\) called with unknown reason /,
    },
  ),
  inTool(3, 'An output schema describes its errors and their reasons.', describesErrors),
  inTool(3, 'Tools carry their error contract in _meta.', (tool) => {
    return isJsonObject(tool._meta) && 'mcp-ts-core/errors' in tool._meta;
  }),
  inStructured('A tool error has _meta.error.', ({ result }) => {
    return isJsonObject(result._meta) && isJsonObject(result._meta.error);
  }),
  supporting(
    inError(1, 'A missing resource is -32001 "not found".', {
      code: -32001,
      fits: ({ method, message }) => method === 'resources/read' && /not found/i.test(message),
    }),
  ),
  supporting(inError(1, 'The code is one that only this framework numbers.', { code: OWN_CODES })),
]);

/** A trait that counts only together with one that is unique to this framework. */
function inStructured(note: string, fits: (seen: SeenToolError) => boolean): Trait {
  return supporting(inToolError(1, note, { fits }));
}

/** Its codes are in JSON-RPC's server range; other servers put their own numbers there. */
function errorOf(result: JsonObject): ReturnType<typeof structuredErrorOf> {
  const error = structuredErrorOf(result);
  return error !== undefined && error.code <= -32000 && error.code >= -32768 ? error : undefined;
}

function isMirrored({ result, text }: SeenToolError): boolean {
  const error = errorOf(result);
  return error !== undefined && mirroredText(error).slice(0, TEXT_LIMIT) === text;
}

function describesErrors({ outputSchema }: JsonObject): boolean {
  if (!isJsonObject(outputSchema) || !Array.isArray(outputSchema.anyOf)) return false;
  const reason = valueAt(outputSchema, REASON_PATH);
  return isJsonObject(reason) && Array.isArray(reason.examples) && outputSchema.anyOf.length <= ALTERNATIVES;
}
