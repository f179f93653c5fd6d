import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import {
  ENDED_BY_MALFORMED_LINE,
  type Fingerprint,
  inError,
  inLog,
  inResult,
  inTool,
  inToolError,
  of,
  type SeenError,
  supporting,
  TEXT_LIMIT,
  type Trait,
} from './fingerprint.ts';

/** C# SDK 2.2, read in source, and 1.0, measured. */
const CSHARP = of('csharp-sdk', [
  inToolError(3, 'A tool error reads "An error occurred invoking" and the name in quotes.', {
    text: /^An error occurred invoking '[^\n]{1,300}'\.?(: |$)/,
  }),
  inError(3, 'An unknown tool or uri is named in quotes.', {
    message: /^(Unknown tool|Unknown resource URI): '.+'$/,
    fits: ({ code }) => code === -32602 || code === -32002,
  }),
  // FastMCP 4 may use the same wording.
  inError(2, 'An unknown prompt is named in quotes.', {
    code: -32602,
    message: /^Unknown prompt: '.+'$/,
  }),
  inError(3, 'An unknown method is "not available".', {
    code: -32601,
    message: /^Method '.+' is not available\.$/,
  }),
  inError(2, '-32700 reads "Failed to parse the JSON-RPC request."', {
    code: -32700,
    message: /^Failed to parse the JSON-RPC request\.$/,
  }),
  inResult(3, 'The result stands before the id and jsonrpc, and its quotes are escaped as .NET does.', {
    fits: (_result, raw) => raw.startsWith('{"result":') && /\\u002[27].*,"jsonrpc":"2\.0"\}$/.test(raw),
  }),
  inLog(3, 'The log names a class of the C# SDK.', {
    text: /\bModelContextProtocol\.(Server|Protocol|McpSession\w*|AspNetCore)\b/,
  }),
]);

/** Java SDK 2.1, measured; up to 2.0, data had the causes of an exception. */
const JAVA = of('java-sdk', [
  inError(3, 'An unknown tool is "invalid_tool_name", with the name in data.', {
    code: -32602,
    message: /^Unknown tool: invalid_tool_name$/,
  }),
  inError(3, 'data repeats the message behind the class of a Java exception.', {
    code: -32603,
    needs: 'data',
    fits: isJavaCause,
  }),
  inError(3, 'An unknown prompt is named as text in data.', {
    code: -32602,
    message: /^Invalid prompt name$/,
    fits: ({ data }) => typeof data === 'string' && data.startsWith('Prompt not found: '),
  }),
  inError(3, 'Params of another shape are refused in the words of Jackson.', {
    code: -32603,
    message: /^tools\.jackson\.databind\.exc\.|\bio\.modelcontextprotocol\.spec\.McpSchema\b/,
  }),
  inToolError(2, 'A tool error names its tool in brackets.', {
    text: /^Tool \([^\n]{1,300}\) (input|output) validation failed: /,
  }),
  inError(1, '-32601 repeats the method after a colon.', {
    code: -32601,
    fits: ({ method, message }) => method !== '' && message === `Method not found: ${method}`,
  }),
  ENDED_BY_MALFORMED_LINE,
  inLog(3, 'The log names a class of the Java SDK.', {
    text: /\bio\.modelcontextprotocol\.(server|spec|util)\.|\bMcp(Async|Stateless|Streamable)\w*Server\b|\bStdioServerTransportProvider\b/,
  }),
]);

/** "IllegalStateException: boom", then a line for each further cause. */
function isJavaCause({ message, data }: SeenError): boolean {
  if (typeof data !== 'string') return false;
  const [name, rest] = data.slice(0, TEXT_LIMIT).split(': ', 2);
  return /^[A-Z]\w*(Exception|Error)$/.test(name ?? '') && rest !== undefined && data.includes(message);
}

/** Kotlin SDK 0.16, measured. */
const KOTLIN = of('kotlin-sdk', [
  inError(3, '-32601 reads "Server does not support".', {
    code: -32601,
    message: /^Server does not support /,
  }),
  inToolError(2, 'A tool error is worded as in the Kotlin SDK.', {
    text: /^(Tool [^\n]{1,300} not found$|Error executing tool [^\n]{1,300}: )/,
  }),
  inResult(2, 'The id stands before the result, and jsonrpc behind it.', {
    fits: (_result, raw) => raw.startsWith('{"id":') && raw.endsWith(',"jsonrpc":"2.0"}'),
  }),
  inLog(2, 'Its logger introduces itself.', { text: /^kotlin-logging: initializing\b/ }),
  inLog(3, 'The log names a class of the Kotlin SDK.', {
    text: /\bio\.modelcontextprotocol\.kotlin\.sdk\.(server|shared)\b/,
  }),
]);

/** Swift SDK 0.12, read in source. */
const SWIFT = of('swift-sdk', [
  inError(3, '-32601 says "Method not found" and "Unknown method" in one.', {
    code: -32601,
    message: /^Method not found: Unknown method: /,
  }),
  // Authors of other servers write such messages too.
  inError(2, 'The message begins with the title of its code.', {
    message: /^(Parse error|Invalid Request|Invalid params|Internal error): /,
  }),
  inError(2, 'A line that cannot be parsed is answered under a random id.', {
    code: -32700,
    needs: 'own-id',
    fits: ({ id, ownId }) => ownId && id.startsWith('"') && !id.startsWith('"err_'),
  }),
]);

/** PHP SDK 0.7, read in source. */
const PHP = of('php-sdk', [
  inError(3, 'Rejected arguments are listed in data.validation_errors.', {
    code: -32602,
    message: /^Invalid parameters for tool '.+': /,
    fits: ({ data }) => isJsonObject(data) && Array.isArray(data.validation_errors),
  }),
  inError(3, 'An unknown tool is named in double quotes, with a full stop.', {
    code: -32602,
    message: /^Tool not found: "[^"]+"\.$/,
  }),
  inError(2, '-32603 reads "Error while executing tool".', {
    code: -32603,
    message: /^Error while executing tool/,
  }),
  inError(2, 'An unknown method has "No handler".', {
    code: -32601,
    message: /^No handler found for method ".+"\.$/,
  }),
  inLog(3, 'The log names a file of the PHP SDK.', { text: /\bvendor\/mcp\/sdk\/src\/|\bMcp\\Server\\/ }),
]);

/** Ruby SDK 1.3, read in source. */
const RUBY = of('ruby-sdk', [
  inError(3, '"Invalid params" has the missing tool or prompt as text in data.', {
    code: -32602,
    message: /^Invalid params$/,
    fits: ({ data }) => typeof data === 'string' && /^(Tool|Prompt) not found: /.test(data),
  }),
  inError(3, '"Internal error" has the failed tool as text in data.', {
    code: -32603,
    message: /^Internal error$/,
    fits: ({ data }) => typeof data === 'string' && data.startsWith('Internal error calling tool '),
  }),
  inError(2, 'A line that cannot be parsed is "Invalid JSON" under the id null.', {
    code: -32700,
    needs: 'data',
    fits: ({ id, data }) => id === 'null' && data === 'Invalid JSON',
  }),
  // Python SDK 2 does this too, so neither wins by this alone.
  inError(2, 'An unknown method gets -32601 with the method in data.', {
    code: -32601,
    needs: 'data',
    fits: ({ method, data }) => method !== '' && data === method,
  }),
  inToolError(2, 'A tool error lists "Missing required arguments".', {
    text: /^Missing required arguments: /,
  }),
  inLog(3, 'The log names a file of the Ruby SDK.', { text: /\/gems\/mcp-\d[\w.]*\/lib\/mcp\// }),
]);

export const OTHER_FINGERPRINTS: readonly Fingerprint[] = [
  ...CSHARP,
  ...JAVA,
  ...KOTLIN,
  ...SWIFT,
  ...PHP,
  ...RUBY,
];

const INTEGER_FORMAT = /^u?int(8|16|32|64)?$/;
const PROPERTIES = 50;

/** The official Go SDK 1.8, measured. */
const GO = of('go-sdk', [
  inError(3, 'An unknown tool or prompt is -32602 and named as Go quotes.', {
    code: -32602,
    message: /^unknown (tool|prompt) ".+"$/,
  }),
  inToolError(3, 'A tool error begins with: validating "arguments".', { text: /^validating "arguments": / }),
  inError(3, 'A request before the handshake gets code 0 in the words of the Go SDK.', {
    code: 0,
    message: /^method ".+" is invalid during session initialization$/,
  }),
  inError(2, 'An unknown method is -32601 and quoted.', {
    code: -32601,
    message: /^method not found: ".+"$/,
  }),
  inError(3, 'A method or params are refused in the words of the Go SDK.', {
    code: [0, -32602],
    message:
      /^JSON RPC not handled\b|^(handling '[^']+': )?(invalid params: )?unmarshal\w* .*\bjson: cannot unmarshal\b/,
  }),
  inError(1, 'An error of a handler has the code 0.', { code: 0 }),
  inResult(2, 'Lists begin with how long they may be cached, in every era.', {
    method: 'tools/list',
    fits: (result) => Object.keys(result)[0] === 'ttlMs' && result.cacheScope === 'public',
  }),
  inLog(3, 'The log names a package of the official SDK.', {
    text: /\bgithub\.com\/modelcontextprotocol\/go-sdk(@[\w.-]+)?\/(mcp|internal)\b/,
  }),
  ENDED_BY_MALFORMED_LINE,
]);

/** mark3labs/mcp-go 1.2, measured. */
const MCP_GO = of('mcp-go', [
  inError(3, 'The message says twice that a tool, a prompt or a resource was not found.', {
    message:
      /^((tool|prompt) '[^\n]*' not found: \2 not found|handler not found for resource URI '[^\n]*': resource not found)$/,
  }),
  inError(2, 'An unknown method is named without quotes.', {
    code: -32601,
    message: /^(Method \S+ not found|(logging|tools|resources|prompts|completions) not supported)$/,
  }),
  inTool(2, 'Tools begin with all four hints.', hasFourHints),
  inLog(3, 'The log names a package of mcp-go.', {
    text: /\bgithub\.com\/mark3labs\/mcp-go(@[\w.-]+)?\/(server|mcp|util)\b/,
  }),
  inError(3, 'Params of another shape are "unparsable".', {
    code: -32600,
    message: /^unparsable \S+ request: json: /,
  }),
  inError(2, 'A panic is reported as "internal panic".', { code: -32603, message: /^internal panic: / }),
  // JSON-RPC requires this of every server, and LSP's code is in general use.
  inError(1, 'A line that cannot be parsed is answered under the id null.', {
    code: -32700,
    fits: ({ id, message, data }) => id === 'null' && message === 'Parse error' && data === undefined,
  }),
  inError(1, 'The code -32800 stands for an interrupted request.', { code: -32800 }),
]);

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

/** rmcp 0.3 and 3.11, measured. */
const RMCP = of('rust-rmcp', [
  inError(3, 'An unknown tool is -32602 "tool not found".', {
    code: -32602,
    message: /^tool not found$/,
  }),
  inToolError(3, 'A tool error begins with "failed to deserialize parameters".', {
    text: /^failed to deserialize parameters: /,
  }),
  inError(2, 'The message of -32601 is the method alone.', {
    code: -32601,
    fits: ({ method, message }) => method !== '' && message === method,
  }),
  inError(2, '-32600 "Invalid request" comes without an id.', {
    code: -32600,
    message: /^Invalid request$/,
    fits: ({ id }) => id === '',
  }),
  inError(3, 'An unknown prompt comes with the prompts that there are.', {
    code: -32602,
    message: /^prompt '.+' not found$/,
    fits: ({ data }) => isJsonObject(data) && Array.isArray(data.available_prompts),
  }),
  inError(3, 'A request before the handshake is refused for the _meta that it lacks.', {
    code: -32602,
    message: /^request _meta is missing or has malformed required fields: /,
  }),
  inLog(3, 'The log names a module of rmcp, or is in its words.', {
    text: /\brmcp::|\brmcp-\d+\.\d+\.\d+\/src\/|\bexpect initialized? (notification|request), but received: |\bExpectedInitialized?(Notification|Request)\b|\bJsonRpcVersion2_0\b/,
  }),
  inTool(2, 'Input schemas have integer formats, as schemars writes them.', isSchemars),
]);

function isSchemars({ inputSchema }: JsonObject): boolean {
  if (!isJsonObject(inputSchema) || !isJsonObject(inputSchema.properties)) return false;
  if (inputSchema.$schema !== 'https://json-schema.org/draft/2020-12/schema') return false;
  return Object.values(inputSchema.properties)
    .slice(0, PROPERTIES)
    .some((property) => INTEGER_FORMAT.test(stringAt(property, 'format') ?? ''));
}

export const GO_AND_RUST_FINGERPRINTS: readonly Fingerprint[] = [...GO, ...MCP_GO, ...RMCP];

const TITLES = [
  'Parse error',
  'Invalid params',
  'Invalid Request',
  'Method not found',
  'Internal error',
  'Resource not found',
  'Server error',
];
const ATOMS =
  /^(Connection Refused|Request Timeout|Request Cancelled|Request Not Found|No Transport|Send Failure|Incompatible Transport|Execution Error)$/;
/** The `data.message` after a tool or session crash. */
const ANUBIS_CRASHES = ['Tool execution crashed', 'Session terminating', 'Invalid handler return value'];
const NOT_INITIALIZED = 'Server not initialized';
const CANCELLED = 'Request cancelled';

function detailOf({ data }: SeenError): string | undefined {
  return stringAt(data, 'message');
}

/** Both write message members in alphabetical order, and a title as the message. */
function isTitled({ raw, message, data }: SeenError): boolean {
  // The line is checked last: it is long, and nothing has read it since parsing.
  if (!isJsonObject(data) || !TITLES.includes(message)) return false;
  return (typeof data.message === 'string' || typeof data.method === 'string') && raw.startsWith('{"error":');
}

/** True if a revision that only the fork supports was answered with an older one, as Hermes does. */
function wentBack(asked: string | undefined, answered: string | undefined): boolean {
  if (asked !== '2025-06-18' && asked !== '2025-11-25') return false;
  return answered !== undefined && answered < asked;
}

/** Traits that Hermes and its fork share, so neither wins by them; ids such as "req_…" come from their clients. */
const SHARED: readonly Trait[] = [
  inError(2, 'The message is a title, and the detail stands in data.', {
    needs: 'data',
    fits: isTitled,
  }),
  inError(2, 'The message of -32000 is the name of an atom in words.', {
    code: -32000,
    fits: ({ raw, message }) =>
      raw.startsWith('{"error":') &&
      (ATOMS.test(message) || message.startsWith('Tool doesnt conform for it output schema')),
  }),
];

/** hermes_mcp 0.12.0 and 0.14.1 for Elixir, measured. */
const HERMES = of('hermes', [
  inError(3, 'An error has an id of its own, "err_…", instead of that of the request.', {
    needs: 'own-id',
    fits: ({ id, ownId, raw }) => {
      return ownId && raw.startsWith('{"error":') && /^"err_[A-Za-z0-9_\-+/=]+"$/.test(id);
    },
  }),
  ...SHARED,
  supporting(
    inResult(2, 'The server answered an older revision than the one that its fork knows.', {
      method: 'initialize',
      fits: ({ protocolVersion }, _raw, params) =>
        typeof protocolVersion === 'string' && wentBack(stringAt(params, 'protocolVersion'), protocolVersion),
    }),
  ),
  inLog(3, 'The log names the package hermes_mcp.', { text: /\(hermes_mcp \d|\bHermes\.(Server|MCP)\b/ }),
]);

/** anubis_mcp 2.0.0 for Elixir, the fork of Hermes: measured, and read in source. */
const ANUBIS = of('anubis', [
  ...SHARED,
  inError(3, 'A request before the handshake is refused under its own id.', {
    code: -32600,
    needs: 'data',
    fits: (seen) => !seen.ownId && isTitled(seen) && detailOf(seen) === NOT_INITIALIZED,
  }),
  inError(3, 'A crash is reported in the words of Anubis.', {
    code: -32603,
    needs: 'data',
    fits: (seen) => isTitled(seen) && ANUBIS_CRASHES.includes(detailOf(seen) ?? ''),
  }),
  inError(2, 'A cancelled request is answered with -32000.', {
    code: -32000,
    needs: 'data',
    fits: ({ raw, message, data }) =>
      raw.startsWith('{"error":') && message === CANCELLED && isJsonObject(data) && 'reason' in data,
  }),
  supporting(
    inResult(2, 'The server speaks a revision that is too new for Hermes.', {
      method: 'initialize',
      fits: ({ protocolVersion }) => typeof protocolVersion === 'string' && protocolVersion >= '2025-11-25',
    }),
  ),
  inLog(3, 'The log names the package anubis_mcp.', { text: /\(anubis_mcp \d|\bAnubis\.(Server|MCP)\b/ }),
]);

export const ELIXIR_FINGERPRINTS: readonly Fingerprint[] = [...HERMES, ...ANUBIS];
