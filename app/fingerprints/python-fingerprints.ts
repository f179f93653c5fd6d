import { isJsonObject, stringAt } from '../base/json-value.ts';
import { type Fingerprint, inError, inTool, inToolError, type SeenError } from './fingerprint.ts';

/** Errors that Go leaves without a code, in its own words. */
const GO_WORDS =
  /^method ".+" is invalid during session initialization$|^context canceled$|^validating tool output: /;

/** Methods that the second generation knows and answers. */
const KNOWN = /^(initialize|ping|tools\/|resources\/|prompts\/|completion\/|logging\/|server\/discover)/;

function isUncoded({ message }: SeenError): boolean {
  return !GO_WORDS.test(message);
}

function isBareInvalid({ message, data }: SeenError): boolean {
  return message === 'Invalid request parameters' && data === '';
}

function hasPydanticTitle(tool: { readonly [key: string]: unknown }): boolean {
  return typeof tool.name === 'string' && stringAt(tool.inputSchema, 'title') === `${tool.name}Arguments`;
}

/** mcp 1.29, and FastMCP 1, which is the same package; read in source. */
const V1: readonly Fingerprint[] = [
  inError('python-sdk-v1', 3, '-32602 "Invalid request parameters" with an empty data.', {
    code: -32602,
    fits: isBareInvalid,
  }),
  inError('python-sdk-v1', 3, 'An exception of a handler has the code 0.', { code: 0, fits: isUncoded }),
  inToolError(
    'python-sdk-v1',
    3,
    'A tool error is worded as in the Python SDK, without prefix.',
    /^(Unknown tool: [^\s'"]|Error executing tool [^\n]{1,300}: |Input validation error: (?!Invalid arguments for tool ))/,
  ),
  {
    vocabulary: 'python-sdk-v1',
    weight: 2,
    note: 'A tool error shows the output of pydantic.',
    matcher: {
      kind: 'tool-error',
      fits: ({ text }) =>
        /validation errors? for .{1,300}Arguments/.test(text) && text.includes('errors.pydantic.dev'),
    },
  },
  {
    vocabulary: 'python-sdk-v1',
    weight: 2,
    note: 'The logger mcp.server.exception_handler reports an internal error.',
    matcher: {
      kind: 'notification',
      method: 'notifications/message',
      fits: (params) => isJsonObject(params) && params.logger === 'mcp.server.exception_handler',
    },
  },
  inError('python-sdk-v1', 2, 'An error has the id "server-error".', {
    fits: ({ id }) => id === '"server-error"',
  }),
  inTool('python-sdk-v1', 1, 'Input schemas are titled as pydantic does.', hasPydanticTitle),
];

/** mcp 2.0, read in source. */
const V2: readonly Fingerprint[] = [
  inError('python-sdk-v2', 3, 'An unknown method gets -32601 with the method in data.', {
    code: -32601,
    message: /^Method not found$/,
    fits: ({ data, method }) => typeof data === 'string' && data !== '' && (method === '' || data === method),
  }),
  inError('python-sdk-v2', 3, 'An exception of a handler has the code 0.', { code: 0, fits: isUncoded }),
  inError('python-sdk-v2', 2, 'A known method gets -32602 with an empty data.', {
    code: -32602,
    fits: (seen) => seen.data === '' && KNOWN.test(seen.method) && seen.method !== 'server/discover',
  }),
  inToolError(
    'python-sdk-v2',
    2,
    'A tool error is worded as in the Python SDK, without prefix.',
    /^(Unknown tool: [^\s'"]|Error executing tool )/,
  ),
  inTool('python-sdk-v2', 1, 'Input schemas are titled as pydantic does.', hasPydanticTitle),
];

/** FastMCP 3 and 4 by PrefectHQ, read in source; it sits on a Python SDK. */
const FASTMCP: readonly Fingerprint[] = [
  inToolError(
    'fastmcp-python',
    3,
    'A tool error begins with "Error calling tool" and the name in quotes.',
    /^Error calling tool '[^\n]{1,300}'(: |$)/,
  ),
  inToolError('fastmcp-python', 3, 'An unknown tool is named in quotes.', /^Unknown tool: '[^\n]{1,300}'$/),
  inTool('fastmcp-python', 3, 'Tools carry the _meta of FastMCP.', (tool) => {
    return (
      isJsonObject(tool._meta) && (isJsonObject(tool._meta.fastmcp) || isJsonObject(tool._meta._fastmcp))
    );
  }),
  inError('fastmcp-python', 2, 'A tool that took too long is -32000 in the words of FastMCP.', {
    code: -32000,
    message: /^Tool '[^\n]{1,300}' execution timed out after [\d.]+s$/,
  }),
  {
    vocabulary: 'fastmcp-python',
    weight: 2,
    note: 'The server is named as FastMCP names it when its author does not.',
    matcher: {
      kind: 'result',
      method: 'initialize',
      fits: ({ serverInfo }) => /^FastMCP(-[0-9a-f]{4})?$/.test(stringAt(serverInfo, 'name') ?? ''),
    },
  },
];

export const PYTHON_FINGERPRINTS: readonly Fingerprint[] = [...V1, ...V2, ...FASTMCP];
