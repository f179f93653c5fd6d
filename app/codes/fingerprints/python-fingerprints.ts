import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import {
  type Fingerprint,
  inError,
  inLog,
  inResult,
  inTool,
  inToolError,
  of,
  type SeenError,
  type Trait,
} from './fingerprint.ts';

/** Go's own words for errors that it sends without a code. */
const GO_WORDS =
  /^method ".+" is invalid during session initialization$|^context canceled$|^validating tool output: |^JSON RPC not handled\b|\bjson: cannot unmarshal\b|: dial tcp /;

/** Protocol methods, which SDK 2 validates by schema before anything else. */
const KNOWN = /^(initialize$|ping$|tools\/|resources\/|prompts\/|completion\/|logging\/|tasks\/)/;

function isBareInvalid({ message, data }: SeenError): boolean {
  return message === 'Invalid request parameters' && data === '';
}

/** The title that pydantic gives the schema of a function's arguments. */
function hasPydanticTitle(tool: JsonObject): boolean {
  return typeof tool.name === 'string' && stringAt(tool.inputSchema, 'title') === `${tool.name}Arguments`;
}

/** SDK 1 writes members in declaration order, SDK 2 in alphabetical order. */
function beginsWith(value: unknown, member: string): boolean {
  return isJsonObject(value) && Object.keys(value)[0] === member;
}

/** Traits of both SDKs, so neither wins by them alone. */
const SHARED: readonly Trait[] = [
  inError(2, 'An exception of a handler has the code 0.', {
    code: 0,
    fits: ({ message }) => !GO_WORDS.test(message),
  }),
  inError(2, 'Wrong params of a known method are -32602 with an empty data.', {
    code: -32602,
    fits: (seen) => isBareInvalid(seen) && KNOWN.test(seen.method),
  }),
  inToolError(2, 'An unknown tool or a failed one is reported in the words of a Python SDK.', {
    text: /^(Unknown tool: [^\s'"]|Error executing tool [^\n]{1,300}: )/,
  }),
];

/** mcp 1.30, and FastMCP 1, which is the same package; measured. */
const V1 = of('python-sdk-v1', [
  inError(3, 'An unknown method is -32602 "Invalid request parameters" with an empty data.', {
    code: -32602,
    fits: (seen) => isBareInvalid(seen) && seen.method !== '' && !KNOWN.test(seen.method),
  }),
  ...SHARED,
  inError(3, 'A cancelled request is answered with the code 0.', { code: 0, message: /^Request cancelled$/ }),
  inToolError(3, 'Arguments or a result that miss their schema are reported in the words of jsonschema.', {
    text: /^(Input|Output) validation error: (?!Invalid ).*( is a required property|is not of type|is not one of|were unexpected\)|is (less|greater) than the |does not match|is too (short|long)|should be non-empty|is valid under|is not valid under)/,
  }),
  inToolError(3, 'A tool without the output that it declares is reported in the words of this SDK.', {
    text: /^Output validation error: outputSchema defined but no structured output returned/,
  }),
  inResult(2, 'The capabilities begin with an empty "experimental".', {
    method: 'initialize',
    fits: ({ capabilities }) => beginsWith(capabilities, 'experimental') && isEmptyFirst(capabilities),
  }),
  inTool(2, 'Input schemas are titled as pydantic does, and tools begin with their name.', (tool) => {
    return hasPydanticTitle(tool) && beginsWith(tool, 'name');
  }),
  inLog(3, 'The log is worded as in the first Python SDK, or names one of its files.', {
    text: /Failed to validate request: |validation errors for ClientRequest\b|Processing request of type \w+Request\b|\bmcp\.server\.(exception_handler|fastmcp)\b|site-packages\/mcp\/(server\/fastmcp|shared\/session\.py)/,
  }),
  inError(2, 'An error has the id "server-error".', {
    fits: ({ id }) => id === '"server-error"',
  }),
]);

function isEmptyFirst(value: unknown): boolean {
  const first = isJsonObject(value) ? Object.values(value)[0] : undefined;
  return isJsonObject(first) && Object.keys(first).length === 0;
}

/** mcp 2.3, measured. */
const V2 = of('python-sdk-v2', [
  inError(3, 'An unknown method gets -32601 with the method in data.', {
    code: -32601,
    message: /^Method not found$/,
    fits: ({ data, method }) => typeof data === 'string' && data !== '' && (method === '' || data === method),
  }),
  ...SHARED,
  inToolError(3, 'A failed tool is named without its cause.', {
    text: /^Error executing tool [^\n:]{1,300}$/,
  }),
  inError(3, 'A missing resource is -32602 "Unknown resource" with the uri in data.', {
    code: -32602,
    message: /^Unknown resource: /,
    fits: ({ data, message }) => message === `Unknown resource: ${stringAt(data, 'uri')}`,
  }),
  inError(3, 'A resource that cannot be read is named without its cause, with the uri in data.', {
    code: -32603,
    message: /^Error reading resource /,
    fits: ({ data, message }) => message === `Error reading resource ${stringAt(data, 'uri')}`,
  }),
  inError(2, 'An open request is answered while stdin closes.', {
    code: -32000,
    message: /^Connection closed$/,
    fits: ({ ownId }) => !ownId,
  }),
  inError(3, 'Era and envelope are refused in the words of this SDK.', {
    message: /^params\._meta must be an object carrying the required |^connection is serving the /,
  }),
  inResult(3, 'server/discover is answered as this SDK does, member by member.', {
    method: 'server/discover',
    fits: (result) =>
      /^(_meta,ttlMs,cacheScope,supportedVersions,capabilities,resultType|cacheScope,capabilities,resultType,supportedVersions,ttlMs,_meta)$/.test(
        Object.keys(result).join(),
      ),
  }),
  inTool(2, 'Input schemas are titled as pydantic does, and members are sorted.', (tool) => {
    return hasPydanticTitle(tool) && !beginsWith(tool, 'name');
  }),
  inLog(3, 'The log names a file of the second Python SDK.', {
    text: /site-packages\/mcp\/(server\/(mcpserver|runner\.py|request_state\.py)|shared\/(jsonrpc_)?dispatcher\.py)|\bmcp\.server\.mcpserver\b/,
  }),
]);

/** FastMCP 3 and 4 by PrefectHQ, measured; built on a Python SDK. */
const FASTMCP = of('fastmcp-python', [
  inToolError(3, 'A tool error begins with "Error calling tool" and the name in quotes.', {
    text: /^Error calling tool '[^\n]{1,300}'(: |$)/,
  }),
  inToolError(3, 'An unknown tool is named in quotes.', { text: /^Unknown tool: '[^\n]{1,300}'$/ }),
  inToolError(3, 'Rejected arguments are a call as pydantic names it.', {
    text: /^\d+ validation errors? for call\[/,
  }),
  inTool(3, 'Tools carry the _meta of FastMCP.', ({ _meta, outputSchema }) => {
    if (isJsonObject(outputSchema) && outputSchema['x-fastmcp-wrap-result'] === true) return true;
    return isJsonObject(_meta) && (isJsonObject(_meta.fastmcp) || isJsonObject(_meta._fastmcp));
  }),
  inError(2, 'A tool that took too long is -32000 in the words of FastMCP.', {
    code: -32000,
    message: /^Tool '[^\n]{1,300}' execution timed out after [\d.]+s$/,
  }),
  inError(2, 'A prompt or a resource that is missing or fails is named in quotes.', {
    message:
      /^(Error rendering prompt '[^\n]{1,300}'(: |$)|Error reading resource '[^\n]{1,500}'(: |$)|Resource not found: (Unknown resource: )?'[^\n]{1,500}'$)/,
  }),
  inResult(2, 'The server is named as FastMCP names it when its author does not.', {
    method: 'initialize',
    fits: ({ serverInfo }) => /^FastMCP(-[0-9a-f]{4})?$/.test(stringAt(serverInfo, 'name') ?? ''),
  }),
  inLog(3, "The log shows FastMCP's banner, or names one of its files.", {
    text: /\bFastMCP \d+\.\d+|\bgofastmcp\.com\b|\bfastmcp\.server\b|site-packages\/fastmcp\//,
  }),
]);

export const PYTHON_FINGERPRINTS: readonly Fingerprint[] = [...V1, ...V2, ...FASTMCP];
