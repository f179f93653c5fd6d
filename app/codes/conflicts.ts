/** One meaning of a number that several sources use. */
export type ConflictMeaning = {
  readonly name: string;
  /** The vocabularies that use the number so. */
  readonly vocabularies: readonly string[];
  /** The ones that only raise it inside a client, never on the wire. */
  readonly local?: readonly string[];
  /** A short remark, empty for none. */
  readonly note: string;
};

/** A number, or a group of codes, with all its meanings side by side. */
export type Conflict = {
  readonly label: string;
  /** The integers that the row stands for; empty for codes that are text. */
  readonly codes: readonly number[];
  readonly meanings: readonly ConflictMeaning[];
};

type Row = readonly [name: string, vocabularies: string, note?: string, local?: string];

/** The row of this number, or undefined where its meanings do not conflict. */
export function conflictOf(code: number): Conflict | undefined {
  return conflicts().find((conflict) => conflict.codes.includes(code));
}

/** Every conflicting number; built on the first call. */
export function conflicts(): readonly Conflict[] {
  built ??= CONFLICTS.map(([label, codes, rows]) => ({ label, codes, meanings: rows.map(meaningOf) }));
  return built;
}

let built: readonly Conflict[] | undefined;

function meaningOf([name, vocabularies, note = '', local = '']: Row): ConflictMeaning {
  const meaning = { name, vocabularies: words(vocabularies), note };
  return local === '' ? meaning : { ...meaning, local: words(local) };
}

function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

const CONFLICTS: readonly (readonly [label: string, codes: readonly number[], rows: readonly Row[]])[] = [
  [
    '-32000',
    [-32000],
    [
      [
        'Connection closed',
        'python-sdk-v2',
        'Raised locally; Python v2 also writes it at shutdown.',
        'typescript-sdk-v1 python-sdk-v1 python-sdk-v2 kotlin-sdk swift-sdk',
      ],
      [
        'HTTP transport error',
        'typescript-sdk-v1 csharp-sdk kotlin-sdk',
        'A bad host, origin, media type or session; never on stdio.',
      ],
      ['ServiceUnavailable', 'mcp-ts-core', 'A service behind the server is down.'],
      [
        ':server_error',
        'hermes anubis',
        'Every failure of a transport or a tool that has no code of its own.',
      ],
      ['SERVER_ERROR', 'php-sdk', 'Any error that the author gives no other code.'],
      ['Tool timeout, rate limit, permission denied', 'fastmcp-python', 'The message says which.'],
      [
        'Authorization example',
        'mcp-spec',
        'A tutorial of the specification answers a missing token with it.',
      ],
    ],
  ],
  [
    '-32001',
    [-32001],
    [
      [
        'Request timeout',
        'ruby-sdk alivemcp-guide',
        'Raised locally, except by Ruby for nested requests.',
        'typescript-sdk-v1 python-sdk-v2 kotlin-sdk',
      ],
      ['Session not found', 'typescript-sdk-v1 csharp-sdk', 'HTTP status 404; never on stdio.'],
      ['NotFound', 'mcp-ts-core fastmcp-python', 'In FastMCP only with its error-handling middleware.'],
      ['Unknown error', 'go-sdk', 'In practice Go sends code 0.'],
      ['Transport error', '', 'Raised locally.', 'swift-sdk'],
      ['HeaderMismatch', 'mcp-spec-2026-07-28-draft', 'Release candidates only; now -32020.'],
      ['UnknownErrorCode', 'lsp-3-17', 'Not MCP.'],
      ['TaskNotFound', 'a2a-1-0', 'Not MCP.'],
    ],
  ],
  [
    '-32002',
    [-32002],
    [
      [
        'Resource not found',
        'mcp-spec-until-2025-11-25 alivemcp-guide hermes rust-rmcp csharp-sdk java-sdk kotlin-sdk php-sdk fastmcp-python go-sdk mcp-go',
        'Up to 2025-11-25; FastMCP up to 3, Go up to 1.6.',
      ],
      ['Conflict', 'mcp-ts-core', 'A duplicate or a change in the meantime.'],
      ['ServerNotInitialized', 'lsp-3-17', 'Not MCP.'],
      ['TaskNotCancelable', 'a2a-1-0', 'Not MCP.'],
      [
        'Forbidden',
        'mcp-spec-2026-07-28',
        'Servers of this revision must not send it; clients should accept it.',
      ],
    ],
  ],
  [
    '-32003',
    [-32003],
    [
      ['Tool not found', 'alivemcp-guide', 'Only in the guide; no SDK sends it.'],
      ['RateLimited', 'mcp-ts-core', ''],
      ['Client is closing', '', 'Raised locally.', 'go-sdk'],
      [
        'MissingRequiredClientCapability',
        'mcp-spec-2026-07-28-draft',
        'Release candidates only; now -32021.',
      ],
      ['PushNotificationNotSupported', 'a2a-1-0', 'Not MCP.'],
    ],
  ],
  [
    '-32004',
    [-32004],
    [
      ['Timeout', 'mcp-ts-core', ''],
      ['Server is closing', 'go-sdk', ''],
      ['UnsupportedProtocolVersion', 'mcp-spec-2026-07-28-draft', 'Release candidates only; now -32022.'],
      ['UnsupportedOperation', 'a2a-1-0', 'Not MCP.'],
    ],
  ],
  [
    '-32005',
    [-32005],
    [
      ['Forbidden', 'mcp-ts-core', 'A right is missing.'],
      ['Rejected by transport', '', 'Raised locally.', 'go-sdk'],
      ['ContentTypeNotSupported', 'a2a-1-0', 'Not MCP.'],
    ],
  ],
  [
    '-32006',
    [-32006],
    [
      ['Unauthorized', 'mcp-ts-core', ''],
      ['InvalidAgentResponse', 'a2a-1-0', 'Not MCP.'],
    ],
  ],
  [
    '-32007',
    [-32007],
    [
      ['ValidationError', 'mcp-ts-core', ''],
      ['ExtendedAgentCardNotConfigured', 'a2a-1-0', 'Not MCP.'],
    ],
  ],
  [
    '-32008',
    [-32008],
    [
      ['ConfigurationError', 'mcp-ts-core', ''],
      ['ExtensionSupportRequired', 'a2a-1-0', 'Not MCP.'],
    ],
  ],
  [
    '-32009',
    [-32009],
    [
      ['InitializationFailed', 'mcp-ts-core', ''],
      ['VersionNotSupported', 'a2a-1-0', 'Not MCP.'],
    ],
  ],
  [
    '-32010',
    [-32010],
    [['DatabaseError', 'mcp-ts-core', 'The only known user of the number; others may follow.']],
  ],
  [
    '-32042',
    [-32042],
    [
      [
        'URLElicitationRequired',
        'mcp-spec-2025-11-25 typescript-sdk-v1 typescript-sdk-v2 python-sdk-v1 python-sdk-v2 go-sdk csharp-sdk java-sdk kotlin-sdk swift-sdk ruby-sdk mcp-go',
        'Revision 2025-11-25 only.',
      ],
      ['Undefined', 'mcp-spec-until-2025-06-18', 'The code did not exist yet.'],
      ['Forbidden', 'mcp-spec-2026-07-28', 'input_required replaces it.'],
    ],
  ],
  [
    '-32070, -32099',
    [-32070, -32099],
    [
      ['SerializationError, UnknownError', 'mcp-ts-core', ''],
      ['Reserved', 'mcp-spec-2026-07-28', 'Only the specification may define them since 2026-07-28.'],
    ],
  ],
  [
    '-32600',
    [-32600],
    [
      ['Invalid request', 'json-rpc-2-0', 'In every vocabulary: the envelope is wrong.'],
      ['Task augmentation required', 'mcp-tasks-2025-11-25', ''],
      ['Server not initialized', 'hermes swift-sdk', 'A request came before initialize.'],
      ['No session id', 'php-sdk', ''],
      ['Missing prompt argument', 'fastmcp-typescript', 'The specification wants -32602.'],
      ['Access forbidden', 'csharp-sdk', ''],
      [
        'Structured content missing',
        '',
        'Raised locally on a result that the wire shows as a success.',
        'typescript-sdk-v1',
      ],
      ['Request of the other era', 'python-sdk-v2', 'A 2026-07-28 request on an initialized connection.'],
      ['Second initialize, batch too large', 'typescript-sdk-v1', 'HTTP only.'],
    ],
  ],
  [
    '-32601',
    [-32601],
    [
      ['Method not found', 'json-rpc-2-0', 'In every vocabulary: the method is unknown.'],
      ['Unknown tool, resource or prompt', 'fastmcp-typescript', 'The specification wants -32602.'],
      ['Task support does not match', 'mcp-tasks-2025-11-25', ''],
      ['Capability missing', '', 'Raised locally; the request is never sent.', 'hermes'],
      ['Roots not supported', 'mcp-spec-until-2025-11-25', 'Sent by a client.'],
      ['HTTP method not allowed', 'hermes', 'Status 405.'],
    ],
  ],
  [
    '-32602',
    [-32602],
    [
      ['Invalid params', 'json-rpc-2-0', 'In every vocabulary: the params are wrong.'],
      ['Unknown tool or prompt', 'mcp-spec', ''],
      [
        'Resource not found',
        'mcp-spec-2026-07-28 typescript-sdk-v1 typescript-sdk-v2',
        'Since 2026-07-28; the TypeScript SDKs always.',
      ],
      [
        'Invalid tool arguments',
        'mcp-spec-until-2025-06-18 hermes php-sdk fastmcp-typescript',
        'Since 2025-11-25 this belongs into an isError result.',
      ],
      ['Unknown method, or too early', 'python-sdk-v1', 'data is an empty string.'],
      ['Missing _meta', 'mcp-spec-2026-07-28', ''],
      ['Invalid requestState', 'typescript-sdk-v2', ''],
      [
        'Structured content breaks its schema',
        '',
        'Raised locally on a result that the wire shows as a success.',
        'typescript-sdk-v1',
      ],
      [
        'Unsupported protocol version',
        'mcp-spec-until-2025-11-25',
        'On initialize; Java raises it locally.',
        'java-sdk',
      ],
    ],
  ],
  [
    '-32603',
    [-32603],
    [
      ['Internal error', 'json-rpc-2-0', 'In every vocabulary: something broke inside.'],
      [
        'A tool threw',
        'java-sdk ruby-sdk mcp-go php-sdk typescript-sdk-v1',
        'In TypeScript only with the low-level Server.',
      ],
      ['Malformed tools/call', 'typescript-sdk-v1', 'Measured; the message is raw zod text.'],
      ['Unknown prompt', 'kotlin-sdk', 'The specification wants -32602.'],
      ['Overload', 'kotlin-sdk typescript-sdk-v2', 'Too many messages or subscriptions.'],
      ['URL elicitation on 2026-07-28', 'typescript-sdk-v2', 'What -32042 turns into on that revision.'],
    ],
  ],
  [
    '-32800',
    [-32800],
    [
      ['Request interrupted', 'mcp-go', ''],
      ['Request cancelled', 'python-sdk-v2', 'HTTP only.'],
      ['RequestCancelled', 'lsp-3-17', 'Not MCP; where the number comes from.'],
    ],
  ],
  [
    '0',
    [0],
    [
      [
        'Exception without a code',
        'python-sdk-v1 python-sdk-v2 go-sdk',
        'Python v2 only on connections of the old kind.',
      ],
      ['Request cancelled', 'python-sdk-v1', ''],
    ],
  ],
  [
    '408, 32600, HTTP status',
    [408, 32600],
    [
      ['Request timeout (408)', '', 'Raised locally.', 'python-sdk-v1'],
      ['Session terminated (32600)', '', 'Raised locally; the minus sign is missing.', 'python-sdk-v1'],
      ['HTTP status as code', '', 'Raised locally by the HTTP transport.', 'typescript-sdk-v1'],
    ],
  ],
  [
    '-1',
    [-1],
    [
      ['User rejected sampling', 'mcp-spec-until-2025-11-25', 'Sent by a client.'],
      ['Any refusal of sampling', 'hermes', 'Sent by a client; data.reason is text.'],
    ],
  ],
  [
    'codes that are text',
    [],
    [
      ['SdkErrorCode, such as REQUEST_TIMEOUT', '', 'Raised locally.', 'typescript-sdk-v2'],
      ['ENOENT, EPIPE', 'tierscope', 'Raised by Node around the server process.'],
      ['OAuth error names', 'typescript-sdk-v2', 'HTTP authorization only.'],
    ],
  ],
];
