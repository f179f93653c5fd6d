/** A claim of a widely read document, and what is really so. */
export type Correction = {
  readonly document: string;
  /** The vocabulary of the document. */
  readonly vocabulary: string;
  /** The codes that the claim is about; empty where it is about none. */
  readonly codes: readonly number[];
  readonly claim: string;
  readonly fact: string;
  readonly source: string;
};

const ALIVE = { document: 'AliveMCP, MCP server error codes guide', vocabulary: 'alivemcp-guide' };
const TYPESCRIPT = { document: 'TypeScript SDK v2, Errors page', vocabulary: 'typescript-sdk-v2' };
const CORE = { document: 'mcp-ts-core, api-errors', vocabulary: 'mcp-ts-core' };
const HERMES = { document: 'Hermes MCP, error handling guide', vocabulary: 'hermes' };

/** Every known correction, by document. */
export const CORRECTIONS: readonly Correction[] = [
  {
    ...ALIVE,
    codes: [-32001],
    claim: '-32001 is a protocol error for a time-out, set by transport options.',
    fact: 'A client raises it by itself, after 60 seconds by default. On the wire the number means something else in each library.',
    source: 'npm @modelcontextprotocol/sdk@1.32.2 shared/protocol.js:741',
  },
  {
    ...ALIVE,
    codes: [-32002],
    claim: 'The MCP SDK answers -32002 for a missing resource.',
    fact: 'The specification says so up to 2025-11-25, but the TypeScript SDKs answer -32602, and 2026-07-28 forbids -32002.',
    source: 'measured on @modelcontextprotocol/sdk 1.32.2 and server 2.4.0',
  },
  {
    ...ALIVE,
    codes: [-32003],
    claim: '-32003 means that the tool does not exist.',
    fact: 'No SDK sends it for that. The specification says -32602; in mcp-ts-core the number means RateLimited.',
    source: 'MCP docs/specification/2025-11-25/server/tools.mdx',
  },
  {
    ...ALIVE,
    codes: [-32603],
    claim: 'A tool that throws is answered with -32603.',
    fact: 'In the TypeScript SDKs only with the low-level Server; McpServer answers isError. Java, Ruby, mcp-go and PHP do answer -32603.',
    source: 'measured on @modelcontextprotocol/sdk 1.32.2 and server 2.4.0',
  },
  {
    ...ALIVE,
    codes: [-32700, -32600],
    claim: '-32700 and -32600 appear when JSON is malformed.',
    fact: 'On stdio the TypeScript SDKs stay silent. Only HTTP transports, PHP, Ruby, mcp-go, Swift and, where it can read the id, C# answer.',
    source: 'measured on @modelcontextprotocol/sdk 1.32.2 and server 2.4.0',
  },
  {
    ...TYPESCRIPT,
    codes: [],
    claim: 'instanceof does not work across bundles.',
    fact: 'Since 2.4.0 the classes are recognised by a brand. On the wire code and data remain the only way.',
    source: 'npm @modelcontextprotocol/client@2.4.0 core-internal/src/types/errors.ts:14-19',
  },
  {
    ...TYPESCRIPT,
    codes: [-32042, -32603, -32602],
    claim: 'A tool gives only tool errors, with UrlElicitationRequiredError as the one exception.',
    fact: 'On 2026-07-28 that error becomes -32603, and an unknown or disabled tool is the protocol error -32602.',
    source: 'measured on @modelcontextprotocol/server 2.4.0',
  },
  {
    ...TYPESCRIPT,
    codes: [-32020],
    claim: 'ProtocolErrorCode is the whole vocabulary.',
    fact: '-32020 is a constant beside it, and a callback may throw any integer.',
    source: 'npm @modelcontextprotocol/server@2.4.0 core-internal/src/types/enums.ts:5-36',
  },
  {
    document: 'SEP-1303',
    vocabulary: 'mcp-sep-1303',
    codes: [-32602],
    claim: 'Invalid tool arguments belong into an isError result.',
    fact: 'True since 2025-11-25. The comments and an example of the 2026-07-28 schema still list them under -32602, so the specification contradicts itself.',
    source: 'modelcontextprotocol/modelcontextprotocol schema/2026-07-28/schema.ts:365-395',
  },
  {
    ...CORE,
    codes: [-32007, -32603],
    claim: 'A TypeError becomes ValidationError (comment in the package).',
    fact: 'It becomes InternalError unless a pattern matches its message. The document is right, the comment is old.',
    source: 'npm @cyanheads/mcp-ts-core@0.10.17 dist/utils/internal/error-handler/errorHandler.js:35,302-303',
  },
  {
    ...CORE,
    codes: [-32000],
    claim: 'The pattern is "status code 5xx".',
    fact: 'It wants digits: /status code 5\\d\\d/i.',
    source: 'npm @cyanheads/mcp-ts-core@0.10.17 src/utils/internal/error-handler/mappings.ts:179-250',
  },
  {
    ...CORE,
    codes: [],
    claim: 'Every tool error carries structuredContent.error.',
    fact: 'Not when the SDK below rejects the arguments before the framework sees them.',
    source: 'measured on @cyanheads/mcp-ts-core 0.10.17',
  },
  {
    ...HERMES,
    codes: [],
    claim: 'The original text is in data.original_message.',
    fact: 'Since 0.14.1 the error has a message of its own; on the wire message is a title and the detail is in data.message.',
    source: 'cloudwalk/hermes-mcp 0.14.1 lib/hermes/mcp/error.ex:38-45',
  },
  {
    ...HERMES,
    codes: [],
    claim: 'An error prints as #MCP.Error<method_not_found %{…}>.',
    fact: 'Since 0.14.1 the message stands between: #MCP.Error<method_not_found: Method not found %{…}>.',
    source: 'cloudwalk/hermes-mcp 0.14.1 lib/hermes/mcp/error.ex:287-305',
  },
  {
    ...HERMES,
    codes: [-32002],
    claim: 'There are six codes.',
    fact: '-32002 :resource_not_found is missing from the list, and every unknown number becomes :server_error.',
    source: 'cloudwalk/hermes-mcp 0.14.1 lib/hermes/mcp/error.ex:273',
  },
];

/** The corrections that concern this number. */
export function correctionsFor(code: number): readonly Correction[] {
  return CORRECTIONS.filter(({ codes }) => codes.includes(code));
}
