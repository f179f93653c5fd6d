import { isJsonObject } from '../base/json-value.ts';
import { type Fingerprint, inError, inLog, inToolError, type SeenError, TEXT_LIMIT } from './fingerprint.ts';

/** C# SDK 2.2, read in source. */
const CSHARP: readonly Fingerprint[] = [
  inToolError(
    'csharp-sdk',
    3,
    'A tool error reads "An error occurred invoking" and the name in quotes.',
    /^An error occurred invoking '[^\n]{1,300}'\.?(: |$)/,
  ),
  inError('csharp-sdk', 3, 'An unknown tool or uri is named in quotes.', {
    message: /^(Unknown tool|Unknown resource URI): '.+'$/,
    fits: ({ code }) => code === -32602 || code === -32002,
  }),
  // FastMCP 4 may word it alike.
  inError('csharp-sdk', 2, 'An unknown prompt is named in quotes.', {
    code: -32602,
    message: /^Unknown prompt: '.+'$/,
  }),
  inError('csharp-sdk', 3, 'An unknown method is "not available".', {
    code: -32601,
    message: /^Method '.+' is not available\.$/,
  }),
  inError('csharp-sdk', 2, '-32700 reads "Failed to parse the JSON-RPC request."', {
    code: -32700,
    message: /^Failed to parse the JSON-RPC request\.$/,
  }),
  inLog(
    'csharp-sdk',
    3,
    'The log names a class of the C# SDK.',
    /\bModelContextProtocol\.(Server|Protocol|McpSession\w*|AspNetCore)\b/,
  ),
];

/** Java SDK 2.1, read in source. */
const JAVA: readonly Fingerprint[] = [
  inError('java-sdk', 3, 'An unknown tool is "invalid_tool_name", with the name in data.', {
    code: -32602,
    message: /^Unknown tool: invalid_tool_name$/,
  }),
  inError('java-sdk', 3, 'data repeats the message behind the class of a Java exception.', {
    code: -32603,
    needs: 'data',
    fits: isJavaCause,
  }),
  inToolError(
    'java-sdk',
    2,
    'A tool error names its tool in brackets.',
    /^Tool \([^\n]{1,300}\) (input|output) validation failed: /,
  ),
  inError('java-sdk', 1, '-32601 repeats the method after a colon.', {
    code: -32601,
    fits: ({ method, message }) => method !== '' && message === `Method not found: ${method}`,
  }),
  {
    vocabulary: 'java-sdk',
    weight: 2,
    note: 'A line that was no message ended the connection.',
    matcher: { kind: 'ended-by-malformed-line' },
  },
  inLog(
    'java-sdk',
    3,
    'The log names a class of the Java SDK.',
    /\bio\.modelcontextprotocol\.(server|spec|util)\.|\bMcp(Async|Stateless|Streamable)\w*Server\b|\bStdioServerTransportProvider\b/,
  ),
];

/** "IllegalStateException: boom", then a line for each further cause. */
function isJavaCause({ message, data }: SeenError): boolean {
  if (typeof data !== 'string') return false;
  const [name, rest] = data.slice(0, TEXT_LIMIT).split(': ', 2);
  return /^[A-Z]\w*(Exception|Error)$/.test(name ?? '') && rest !== undefined && data.includes(message);
}

/** Kotlin SDK 0.14, read in source. */
const KOTLIN: readonly Fingerprint[] = [
  inError('kotlin-sdk', 3, '-32601 reads "Server does not support".', {
    code: -32601,
    message: /^Server does not support /,
  }),
  inToolError(
    'kotlin-sdk',
    2,
    'A tool error is worded as in the Kotlin SDK.',
    /^(Tool [^\n]{1,300} not found$|Error executing tool [^\n]{1,300}: )/,
  ),
  inLog(
    'kotlin-sdk',
    3,
    'The log names a class of the Kotlin SDK.',
    /\bio\.modelcontextprotocol\.kotlin\.sdk\.(server|shared)\b/,
  ),
];

/** Swift SDK 0.12, read in source. */
const SWIFT: readonly Fingerprint[] = [
  inError('swift-sdk', 3, '-32601 says "Method not found" and "Unknown method" in one.', {
    code: -32601,
    message: /^Method not found: Unknown method: /,
  }),
  // Authors of other servers write such messages themselves.
  inError('swift-sdk', 2, 'The message begins with the title of its code.', {
    message: /^(Parse error|Invalid Request|Invalid params|Internal error): /,
  }),
  inError('swift-sdk', 2, 'A line that cannot be parsed is answered under a random id.', {
    code: -32700,
    needs: 'own-id',
    fits: ({ id, ownId }) => ownId && id.startsWith('"') && !id.startsWith('"err_'),
  }),
];

/** PHP SDK 0.7, read in source. */
const PHP: readonly Fingerprint[] = [
  inError('php-sdk', 3, 'Rejected arguments are listed in data.validation_errors.', {
    code: -32602,
    message: /^Invalid parameters for tool '.+': /,
    fits: ({ data }) => isJsonObject(data) && Array.isArray(data.validation_errors),
  }),
  inError('php-sdk', 3, 'An unknown tool is named in double quotes, with a full stop.', {
    code: -32602,
    message: /^Tool not found: "[^"]+"\.$/,
  }),
  inError('php-sdk', 2, '-32603 reads "Error while executing tool".', {
    code: -32603,
    message: /^Error while executing tool/,
  }),
  inError('php-sdk', 2, 'An unknown method has "No handler".', {
    code: -32601,
    message: /^No handler found for method ".+"\.$/,
  }),
  inLog('php-sdk', 3, 'The log names a file of the PHP SDK.', /\bvendor\/mcp\/sdk\/src\/|\bMcp\\Server\\/),
];

/** Ruby SDK 1.3, read in source. */
const RUBY: readonly Fingerprint[] = [
  inError('ruby-sdk', 3, '"Invalid params" has the missing tool or prompt as text in data.', {
    code: -32602,
    message: /^Invalid params$/,
    fits: ({ data }) => typeof data === 'string' && /^(Tool|Prompt) not found: /.test(data),
  }),
  inError('ruby-sdk', 3, '"Internal error" has the failed tool as text in data.', {
    code: -32603,
    message: /^Internal error$/,
    fits: ({ data }) => typeof data === 'string' && data.startsWith('Internal error calling tool '),
  }),
  inError('ruby-sdk', 2, 'A line that cannot be parsed is "Invalid JSON" under the id null.', {
    code: -32700,
    needs: 'data',
    fits: ({ id, data }) => id === 'null' && data === 'Invalid JSON',
  }),
  // The Python SDK 2 does so, too: neither leads by this alone.
  inError('ruby-sdk', 2, 'An unknown method gets -32601 with the method in data.', {
    code: -32601,
    needs: 'data',
    fits: ({ method, data }) => method !== '' && data === method,
  }),
  inToolError(
    'ruby-sdk',
    2,
    'A tool error lists "Missing required arguments".',
    /^Missing required arguments: /,
  ),
  inLog('ruby-sdk', 3, 'The log names a file of the Ruby SDK.', /\/gems\/mcp-\d[\w.]*\/lib\/mcp\//),
];

export const OTHER_FINGERPRINTS: readonly Fingerprint[] = [
  ...CSHARP,
  ...JAVA,
  ...KOTLIN,
  ...SWIFT,
  ...PHP,
  ...RUBY,
];
