import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { SERVER_INFO_KEY } from '../protocol/meta-keys.ts';
import { FIRST_STATELESS } from '../protocol/revisions.ts';
import { type Fingerprint, inError, inLog, inTool, inToolError, type SeenError } from './fingerprint.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

/** Both SDKs write `{"result":…,"jsonrpc":"2.0","id":…}`; most others begin with jsonrpc. */
function resultFirst(_result: JsonObject, raw: string): boolean {
  return raw.startsWith('{"result":') && /"jsonrpc":"2\.0","id":[^{}]{1,80}\}\s*$/.test(raw.slice(-120));
}

function isBareMethodNotFound({ message, data }: SeenError): boolean {
  return message === 'Method not found' && data === undefined;
}

/** `@modelcontextprotocol/sdk` 1.32, measured. */
const V1: readonly Fingerprint[] = [
  inError('typescript-sdk-v1', 3, 'An error message begins with "MCP error" and its code.', {
    message: /^MCP error -?\d+: /,
  }),
  inToolError(
    'typescript-sdk-v1',
    3,
    'A tool error begins with "MCP error -32602", as McpServer writes it.',
    /^MCP error -32602: (Tool [^\n]{1,300} (not found|disabled)|Input validation error: Invalid arguments for tool )/,
  ),
  inTool('typescript-sdk-v1', 2, 'Input schemas name JSON Schema draft 07.', ({ inputSchema }) => {
    // The schemas of Rust name it, too, and have a title.
    return stringAt(inputSchema, '$schema') === DRAFT_07 && stringAt(inputSchema, 'title') === undefined;
  }),
  inTool('typescript-sdk-v1', 2, 'Tools carry execution.taskSupport "forbidden".', (tool) => {
    return isJsonObject(tool.execution) && tool.execution.taskSupport === 'forbidden';
  }),
  {
    vocabulary: 'typescript-sdk-v1',
    weight: 1,
    note: 'Answers begin with their result and end with their id.',
    matcher: { kind: 'result', fits: resultFirst },
  },
  inError('typescript-sdk-v1', 1, 'An unknown method gets a bare "Method not found".', {
    code: -32601,
    fits: isBareMethodNotFound,
  }),
  inLog(
    'typescript-sdk-v1',
    3,
    'The log names a file of the SDK for servers.',
    /@modelcontextprotocol\/sdk\/(dist|src)\/((esm|cjs)\/)?server\//,
  ),
  inError('typescript-sdk-v1', 1, 'server/discover is an unknown method: no 2026-07-28.', {
    code: -32601,
    fits: ({ method }) => method === 'server/discover',
  }),
];

/** `@modelcontextprotocol/server` 2.4, measured. */
const V2: readonly Fingerprint[] = [
  inError('typescript-sdk-v2', 3, 'An unknown tool is -32602 "Tool … not found", without prefix and data.', {
    code: -32602,
    message: /^Tool [^\n]{1,300} not found$/,
    fits: ({ data }) => data === undefined,
  }),
  inToolError(
    'typescript-sdk-v2',
    3,
    'A tool error begins with "Input validation error: Invalid arguments for tool", without prefix.',
    /^Input validation error: Invalid arguments for tool \S+: ./,
  ),
  // Servers on the first SDK hand on what zod 4 writes.
  inTool(
    'typescript-sdk-v2',
    1,
    'Input schemas name JSON Schema 2020-12, and tools carry no execution.',
    (tool) => {
      const schema = tool.inputSchema;
      // The schemas of Rust name 2020-12, too, and have a title.
      return (
        stringAt(schema, '$schema') === DRAFT_2020 &&
        stringAt(schema, 'title') === undefined &&
        !('execution' in tool)
      );
    },
  ),
  inError(
    'typescript-sdk-v2',
    2,
    'A missing resource or a broken envelope is reported in the words of this SDK.',
    {
      code: -32602,
      needs: 'data',
      fits: isV2Data,
    },
  ),
  {
    vocabulary: 'typescript-sdk-v2',
    weight: 2,
    note: 'server/discover is answered as this SDK does, member by member.',
    matcher: {
      kind: 'result',
      method: 'server/discover',
      fits: (result, raw) => raw.startsWith('{"result":') && isV2Discovery(result),
    },
  },
  // Every server of that revision should do so: it only fits.
  inError('typescript-sdk-v2', 1, 'initialize is refused with -32022 and data.supported.', {
    code: -32022,
    needs: 'data',
    fits: ({ method, data }) =>
      method === 'initialize' && isJsonObject(data) && Array.isArray(data.supported),
  }),
  inLog(
    'typescript-sdk-v2',
    3,
    'The log names a file of the SDK for servers.',
    /@modelcontextprotocol\/server\/(dist|src)\//,
  ),
  {
    vocabulary: 'typescript-sdk-v2',
    weight: 1,
    note: 'Answers begin with their result and end with their id.',
    matcher: { kind: 'result', fits: resultFirst },
  },
  inError('typescript-sdk-v2', 1, 'An unknown method gets a bare "Method not found".', {
    code: -32601,
    fits: (seen) => isBareMethodNotFound(seen) && seen.method !== 'server/discover',
  }),
];

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

/** fastmcp 4.20 by punkpeye, measured; it sits on the TypeScript SDK 1. */
const FASTMCP: readonly Fingerprint[] = [
  // Authors of other servers write so, too.
  inError('fastmcp-typescript', 2, 'An unknown tool, resource or prompt is -32601 in the words of fastmcp.', {
    code: -32601,
    message:
      /^(MCP error -32601: )?(Unknown tool: |Resource not found: [^\n]{1,500} Available resources: |Unknown prompt: )/,
  }),
  inError('fastmcp-typescript', 3, 'Rejected arguments are -32602 in the words of fastmcp.', {
    code: -32602,
    message:
      /Tool '[^\n]{1,300}' parameter validation failed: [\s\S]{1,1500}Please check the parameter types and values/,
  }),
  inToolError(
    'fastmcp-typescript',
    3,
    'A tool error names its tool in the words of fastmcp.',
    /^Tool '[^\n]{1,300}' (execution failed|timed out after|structured output validation failed)/,
  ),
  inLog(
    'fastmcp-typescript',
    3,
    'The log speaks in the name of fastmcp, or names one of its files.',
    /^\s*\[FastMCP (error|warning|info|debug)\] |node_modules\/fastmcp\//,
  ),
  inTool('fastmcp-typescript', 1, 'Tools list description, inputSchema and name in this order.', (tool) => {
    const schema = tool.inputSchema;
    if (!isJsonObject(schema) || schema.additionalProperties !== false || schema.$schema !== DRAFT_07)
      return false;
    const order = Object.keys(tool).filter(
      (key) => key === 'description' || key === 'inputSchema' || key === 'name',
    );
    return order.join() === 'description,inputSchema,name';
  }),
];

export const TYPESCRIPT_FINGERPRINTS: readonly Fingerprint[] = [...V1, ...V2, ...FASTMCP];
