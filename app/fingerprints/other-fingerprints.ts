import { isJsonObject } from '../base/json-value.ts';
import { type Fingerprint, inError, inToolError } from './fingerprint.ts';

const HERMES_TITLES = [
  'Invalid params',
  'Invalid Request',
  'Method not found',
  'Internal error',
  'Resource not found',
  'Server error',
];
const HERMES_ATOMS =
  /^(Connection Refused|Request Timeout|Request Cancelled|Request Not Found|No Transport|Send Failure|Incompatible Transport|Execution Error)$/;

/** Hermes MCP 0.14 for Elixir, read in source. The ids "req_…" are its client's and say nothing of the server. */
const HERMES: readonly Fingerprint[] = [
  inError('hermes', 3, 'An error has an id of its own, "err_…", instead of that of the request.', {
    fits: ({ id, ownId }) => ownId && /^"err_[A-Za-z0-9_\-+/=]+"$/.test(id),
  }),
  inError('hermes', 3, 'The message is a title and the detail stands in data.message or data.method.', {
    fits: ({ message, data }) =>
      HERMES_TITLES.includes(message) &&
      isJsonObject(data) &&
      (typeof data.message === 'string' || typeof data.method === 'string'),
  }),
  inError('hermes', 2, 'The message of -32000 is the name of an atom in words.', {
    code: -32000,
    fits: ({ message }) =>
      HERMES_ATOMS.test(message) || message.startsWith('Tool doesnt conform for it output schema'),
  }),
  {
    vocabulary: 'hermes',
    weight: 1,
    supporting: true,
    note: 'The protocol version is at most 2025-06-18.',
    matcher: {
      kind: 'result',
      method: 'initialize',
      fits: ({ protocolVersion }) => typeof protocolVersion === 'string' && protocolVersion <= '2025-06-18',
    },
  },
];

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
];

/** Java SDK 2.0, read in source. */
const JAVA: readonly Fingerprint[] = [
  inError('java-sdk', 3, 'An unknown tool is "invalid_tool_name", with the name in data.', {
    code: -32602,
    message: /^Unknown tool: invalid_tool_name$/,
  }),
  inError('java-sdk', 2, 'data holds the causes of a Java exception.', {
    code: -32603,
    fits: ({ data }) =>
      typeof data === 'string' &&
      /Caused by: |\b(java|io|org|com)\.[\w.$]+(Exception|Error)\b/.test(data.slice(0, 2000)),
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
];

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
    fits: ({ id, data }) => id === 'null' && data === 'Invalid JSON',
  }),
  // The Python SDK 2 does so, too: neither leads by this alone.
  inError('ruby-sdk', 2, 'An unknown method gets -32601 with the method in data.', {
    code: -32601,
    fits: ({ method, data }) => method !== '' && data === method,
  }),
  inToolError(
    'ruby-sdk',
    2,
    'A tool error lists "Missing required arguments".',
    /^Missing required arguments: /,
  ),
];

export const OTHER_FINGERPRINTS: readonly Fingerprint[] = [
  ...HERMES,
  ...CSHARP,
  ...JAVA,
  ...KOTLIN,
  ...SWIFT,
  ...PHP,
  ...RUBY,
];
