import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VOCABULARIES } from '../codes/vocabularies.ts';
import type { KnownRecord } from '../frame/record.ts';
import { LogModel } from '../session/log-model.ts';
import { FingerprintReader } from './fingerprint-reader.ts';
import { ALL_FINGERPRINTS } from './matcher-table.ts';

type Params = { readonly [key: string]: unknown };

/** Requests and answers; answers are written in the member order of JSON-RPC unless given as text. */
class Talk {
  readonly reader = new FingerprintReader();
  readonly #log = new LogModel({ all: [this.reader] });
  #seq = 0;
  #id = 0;

  ask(method: string, params: Params, answer: Params | string): this {
    this.#id += 1;
    this.#frame('client-to-server', { jsonrpc: '2.0', id: this.#id, method, params });
    return this.server(typeof answer === 'string' ? answer : { jsonrpc: '2.0', id: this.#id, ...answer });
  }

  /** The four moments in which an SDK speaks with its own words, each where it is given. */
  unknownTool = (answer: Params | string) => this.ask('tools/call', { name: 'nope', arguments: {} }, answer);
  unknownMethod = (answer: Params) => this.ask('inspector/doesNotExist', {}, answer);
  unknownResource = (answer: Params) => this.ask('resources/read', { uri: 'x://y' }, answer);
  unknownPrompt = (answer: Params) => this.ask('prompts/get', { name: 'nope' }, answer);
  call = (answer: Params | string) => this.ask('tools/call', { name: 'add', arguments: {} }, answer);

  server(line: Params | string): this {
    return this.#frame('server-to-client', line);
  }

  client(line: string): this {
    return this.#frame('client-to-server', line);
  }

  log(text: string): this {
    this.#seq += 1;
    this.#log.take({ type: 'stderr', seq: this.#seq, at: 0, session: 's1', text });
    return this;
  }

  ends(): this {
    this.#seq += 1;
    this.#log.take({
      type: 'process',
      seq: this.#seq,
      at: 0,
      session: 's1',
      event: 'exited',
      exitCode: 0,
    });
    return this;
  }

  get shown(): string[] {
    const { sdk, framework } = this.reader.layers;
    return [sdk?.id, framework?.id].filter((id) => id !== undefined);
  }

  #frame(direction: 'client-to-server' | 'server-to-client', line: Params | string): this {
    this.#seq += 1;
    const raw = typeof line === 'string' ? line : JSON.stringify(line);
    this.#log.take({ type: 'frame', seq: this.#seq, at: 0, session: 's1', direction, raw });
    return this;
  }
}

const err = (code: number, message: string, data?: unknown): Params => ({
  error: { code, message, ...(data === undefined ? {} : { data }) },
});
const isError = (text: string, more: Params = {}): Params => ({
  result: { content: [{ type: 'text', text }], isError: true, ...more },
});
/** As Elixir writes it: every member in the order of the alphabet. */
const titled = (id: number, code: number, message: string, detail: string): string =>
  JSON.stringify({ error: { code, data: { message: detail }, message }, id, jsonrpc: '2.0' });
const hinted = {
  structuredContent: {
    error: { code: -32001, message: 'gone', data: { recovery: { hint: 'List the notes.' } } },
  },
};
const tools = (tool: Params): Params => ({ result: { tools: [{ name: 'add', ...tool }] } });
const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' };
const draft2020 = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' };

/** Frames as each SDK was measured to write them, or as its source does. */
const SPEAKERS: readonly (readonly [string[], string, (talk: Talk) => Talk])[] = [
  [
    ['typescript-sdk-v1'],
    'an unknown tool',
    (t) => t.unknownTool(isError('MCP error -32602: Tool nope not found')),
  ],
  [
    ['typescript-sdk-v1'],
    'only what every session has',
    (t) =>
      t
        .ask('tools/list', {}, tools({ inputSchema: draft07, execution: { taskSupport: 'forbidden' } }))
        .ask('ping', {}, '{"result":{},"jsonrpc":"2.0","id":2}'),
  ],
  [['typescript-sdk-v2'], 'an unknown tool', (t) => t.unknownTool(err(-32602, 'Tool nope not found'))],
  [
    ['typescript-sdk-v2'],
    'bad arguments',
    (t) =>
      t.call(
        isError('Input validation error: Invalid arguments for tool add: a: Invalid input, b: Required'),
      ),
  ],
  [
    ['typescript-sdk-v2'],
    'a discovery and a missing resource',
    (t) =>
      t
        .ask(
          'server/discover',
          {},
          JSON.stringify({
            result: {
              supportedVersions: ['2026-07-28'],
              capabilities: {},
              resultType: 'complete',
              ttlMs: 0,
              cacheScope: 'private',
              _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'x', version: '1' } },
            },
            jsonrpc: '2.0',
            id: 1,
          }),
        )
        .unknownResource(err(-32602, 'Resource not found: x://y', { uri: 'x://y' })),
  ],
  [
    ['mcp-ts-core'],
    'a structured error whose hint the text repeats',
    (t) => t.call(isError('Error: gone\n\nRecovery: List the notes.', hinted)),
  ],
  [
    ['typescript-sdk-v1', 'mcp-ts-core'],
    'a structured error and a rejected call',
    (t) =>
      t
        .call(isError('Error: gone\n\nRecovery: List the notes.', hinted))
        .unknownTool(isError('MCP error -32602: Tool nope not found')),
  ],
  [['mcp-ts-core'], 'a step in its log', (t) => t.log('{"level":50,"operation":"HandleToolRequest"}')],
  [
    ['hermes'],
    'an older revision than it was asked for, and an unknown tool',
    (t) =>
      t
        .ask('initialize', { protocolVersion: '2025-06-18' }, { result: { protocolVersion: '2025-03-26' } })
        .unknownTool(titled(2, -32602, 'Invalid params', 'Tool not found: nope')),
  ],
  [
    ['hermes'],
    'a crash on stderr',
    (t) => t.log('    (hermes_mcp 0.12.0) lib/hermes/server/base.ex:157: Hermes.Server.Base.handle_call/3'),
  ],
  [
    ['hermes'],
    'its log on stdout',
    (t) => t.server('10:00:00.000 [error] GenServer {Hermes.Server.Registry, {:server, A}} terminating'),
  ],
  [
    ['anubis'],
    'a request before the handshake',
    (t) => t.ask('tools/list', {}, titled(1, -32600, 'Invalid Request', 'Server not initialized')),
  ],
  [
    ['anubis'],
    'a crash of a tool',
    (t) => t.call(titled(1, -32603, 'Internal error', 'Tool execution crashed')),
  ],
  [
    ['anubis'],
    'a new revision, and an unknown tool',
    (t) =>
      t
        .ask('initialize', { protocolVersion: '2025-11-25' }, { result: { protocolVersion: '2025-11-25' } })
        .unknownTool(titled(2, -32602, 'Invalid params', 'Tool not found: nope')),
  ],
  [['anubis'], 'a crash on stderr', (t) => t.log('    (anubis_mcp 2.0.0) lib/anubis/server/session.ex:640')],
  [
    ['hermes'],
    'an answer under its own id',
    (t) => t.server(JSON.stringify({ ...err(-32600, 'Invalid Request'), id: 'err_Gx1-_=', jsonrpc: '2.0' })),
  ],
  [
    ['python-sdk-v1'],
    'an unknown method',
    (t) => t.unknownMethod(err(-32602, 'Invalid request parameters', '')),
  ],
  [
    ['python-sdk-v1'],
    'bad arguments',
    (t) => t.call(isError("Input validation error: 'a' is a required property")),
  ],
  [
    ['python-sdk-v2'],
    'an unknown method and a failed tool',
    (t) =>
      t
        .unknownMethod(err(-32601, 'Method not found', 'inspector/doesNotExist'))
        .ask('resources/read', {}, err(-32602, 'Invalid request parameters', '')),
  ],
  [
    ['python-sdk-v1'],
    'its handshake and its tools',
    (t) =>
      t
        .ask(
          'initialize',
          {},
          { result: { capabilities: { experimental: {}, tools: { listChanged: false } } } },
        )
        .ask('tools/list', {}, tools({ inputSchema: { type: 'object', title: 'addArguments' } })),
  ],
  [
    ['python-sdk-v2'],
    'a missing resource',
    (t) => t.unknownResource(err(-32602, 'Unknown resource: x://y', { uri: 'x://y' })),
  ],
  [['python-sdk-v2'], 'a tool that raised', (t) => t.call(isError('Error executing tool add'))],
  [
    ['python-sdk-v2'],
    'a traceback',
    (t) =>
      t.log('  File "/srv/app/lib/python3.11/site-packages/mcp/server/runner.py", line 747, in on_request'),
  ],
  [
    ['python-sdk-v2'],
    'a discovery',
    (t) =>
      t.ask(
        'server/discover',
        {},
        {
          result: {
            _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'x', version: '1' } },
            ttlMs: 0,
            cacheScope: 'private',
            supportedVersions: ['2026-07-28'],
            capabilities: {},
            resultType: 'complete',
          },
        },
      ),
  ],
  [
    ['python-sdk-v1'],
    'its log',
    (t) => t.log('WARNING:root:Failed to validate request: 31 validation errors'),
  ],
  [
    ['python-sdk-v1'],
    'its logger',
    (t) =>
      t.server({
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'error', logger: 'mcp.server.exception_handler', data: 'Internal Server Error' },
      }),
  ],
  [['fastmcp-python'], 'its banner', (t) => t.log('│           FastMCP 4.1.2           │')],
  [['fastmcp-python'], 'rejected arguments', (t) => t.call(isError('1 validation error for call[add]\na\n'))],
  [['fastmcp-python'], 'a failed tool', (t) => t.call(isError("Error calling tool 'add': boom"))],
  [['fastmcp-python'], 'an unknown tool', (t) => t.unknownTool(isError("Unknown tool: 'nope'"))],
  [['go-sdk'], 'an unknown tool', (t) => t.unknownTool(err(-32602, 'unknown tool "nope"'))],
  [
    ['go-sdk'],
    'a request before the handshake',
    (t) => t.ask('tools/list', {}, err(0, 'method "tools/list" is invalid during session initialization')),
  ],
  [
    ['go-sdk'],
    'a panic',
    (t) => t.log('github.com/modelcontextprotocol/go-sdk/mcp.(*Server).callTool(0xc000)'),
  ],
  [
    ['mcp-go'],
    'a panic',
    (t) => t.log('github.com/mark3labs/mcp-go/server.(*MCPServer).handleToolCall(0xc000)'),
  ],
  [
    ['mcp-go'],
    'an unknown prompt',
    (t) => t.unknownPrompt(err(-32602, "prompt 'nope' not found: prompt not found")),
  ],
  [['rust-rmcp'], 'its log', (t) => t.log(' INFO rmcp::handler::server: client initialized')],
  [
    ['java-sdk'],
    'its log',
    (t) => t.log('INFO io.modelcontextprotocol.server.McpAsyncServer - Client initialize'),
  ],
  [['java-sdk'], 'an exception of a tool', (t) => t.call(err(-32603, 'boom', 'IllegalStateException: boom'))],
  [['kotlin-sdk'], 'its log', (t) => t.log('WARN io.modelcontextprotocol.kotlin.sdk.server.Server - gone')],
  [
    ['csharp-sdk'],
    'its log',
    (t) => t.log('info: ModelContextProtocol.Server.StdioServerTransport[8572508]'),
  ],
  [['php-sdk'], 'its log', (t) => t.log('#0 /srv/app/vendor/mcp/sdk/src/Server/Protocol.php(88)')],
  [['ruby-sdk'], 'its log', (t) => t.log("/srv/app/gems/mcp-1.3.0/lib/mcp/server.rb:88:in `call'")],
  [['fastmcp-typescript'], 'its log', (t) => t.log('[FastMCP warning] could not infer client capabilities')],
  [
    ['typescript-sdk-v1'],
    'a stack',
    (t) =>
      t.log('    at file:///srv/app/node_modules/@modelcontextprotocol/sdk/dist/esm/server/mcp.js:105:43'),
  ],
  [
    ['typescript-sdk-v2'],
    'a stack',
    (t) => t.log('    at file:///srv/app/node_modules/@modelcontextprotocol/server/dist/index.mjs:105:43'),
  ],
  [['mcp-go'], 'an unknown tool', (t) => t.unknownTool(err(-32602, "tool 'nope' not found: tool not found"))],
  [['rust-rmcp'], 'an unknown tool', (t) => t.unknownTool(err(-32602, 'tool not found'))],
  [
    ['rust-rmcp'],
    'bad arguments',
    (t) => t.call(isError('failed to deserialize parameters: missing field `a`')),
  ],
  [['csharp-sdk'], 'an unknown tool', (t) => t.unknownTool(err(-32602, "Unknown tool: 'nope'"))],
  [['csharp-sdk'], 'a failed tool', (t) => t.call(isError("An error occurred invoking 'add'."))],
  [
    ['java-sdk'],
    'an unknown tool',
    (t) => t.unknownTool(err(-32602, 'Unknown tool: invalid_tool_name', 'Tool not found: nope')),
  ],
  [
    ['kotlin-sdk'],
    'an unknown method',
    (t) => t.unknownMethod(err(-32601, 'Server does not support inspector/doesNotExist')),
  ],
  [
    ['swift-sdk'],
    'an unknown method',
    (t) => t.unknownMethod(err(-32601, 'Method not found: Unknown method: inspector/doesNotExist')),
  ],
  [['php-sdk'], 'an unknown tool', (t) => t.unknownTool(err(-32602, 'Tool not found: "nope".'))],
  [
    ['php-sdk'],
    'bad arguments',
    (t) =>
      t.call(err(-32602, "Invalid parameters for tool 'add': a is required", { validation_errors: [{}] })),
  ],
  [
    ['ruby-sdk'],
    'an unknown tool',
    (t) => t.unknownTool(err(-32602, 'Invalid params', 'Tool not found: nope')),
  ],
  [
    ['ruby-sdk'],
    'an unknown tool and method',
    (t) =>
      t
        .unknownTool(err(-32602, 'Invalid params', 'Tool not found: nope'))
        .unknownMethod(err(-32601, 'Method not found', 'inspector/doesNotExist')),
  ],
  [
    ['typescript-sdk-v1', 'fastmcp-typescript'],
    'an unknown tool and a failed one',
    (t) =>
      t
        .unknownTool(err(-32601, 'MCP error -32601: Unknown tool: nope'))
        .call(isError("Tool 'add' execution failed: boom")),
  ],
  [['fastmcp-typescript'], 'a failed tool', (t) => t.call(isError("Tool 'add' execution failed: boom"))],
];

/** What several SDKs do, or any author might: no name may come of it. */
const STRANGERS: readonly (readonly [string, (talk: Talk) => Talk])[] = [
  ['a plain result', (t) => t.call({ result: { content: [{ type: 'text', text: 'MCP error -32602: 3' }] } })],
  ['a bare unknown method', (t) => t.unknownMethod(err(-32601, 'Method not found'))],
  ['an uncaught exception with code 0', (t) => t.unknownResource(err(0, 'Unknown resource: x://y'))],
  ['an old protocol version', (t) => t.ask('initialize', {}, { result: { protocolVersion: '2024-11-05' } })],
  ['a draft of JSON Schema', (t) => t.ask('tools/list', {}, tools({ inputSchema: draft2020 }))],
  ['a failed tool of Python or Kotlin', (t) => t.call(isError('Error executing tool add: boom'))],
  ['the method in data', (t) => t.unknownMethod(err(-32601, 'Method not found', 'inspector/doesNotExist'))],
  ['a line that ended the connection', (t) => t.client('{oops').ends()],
  ['a title before a message', (t) => t.call(err(-32603, 'Internal error: boom'))],
  [
    'errors of the client',
    (t) => t.client(JSON.stringify({ jsonrpc: '2.0', id: 1, ...err(-32602, 'tool not found') })),
  ],
  [
    'a structured error that its text repeats, with a code of mcp-ts-core',
    (t) =>
      t.call(isError('Error: gone', { structuredContent: { error: { code: -32009, message: 'gone' } } })),
  ],
  [
    'a title with its detail, of Hermes or its fork',
    (t) => t.unknownTool(titled(1, -32602, 'Invalid params', 'Tool not found: nope')),
  ],
  [
    'a title with its detail in the order of other servers',
    (t) =>
      t
        .ask('initialize', { protocolVersion: '2025-11-25' }, { result: { protocolVersion: '2025-11-25' } })
        .unknownTool(err(-32602, 'Invalid params', { message: 'Tool not found: nope' })),
  ],
  ['wrong params of a known method', (t) => t.unknownPrompt(err(-32602, 'Invalid request parameters', ''))],
  [
    'a log of a client',
    (t) => t.log('  File "/srv/site-packages/mcp/client/session.py", line 3, in call_tool'),
  ],
  [
    'an unknown tool under -32601, with the prefix of the SDK below',
    (t) => t.unknownTool(err(-32601, 'Unknown tool: nope')),
  ],
  ['a log that names MCP', (t) => t.log('MCP server listening on stdio (mcp.server ready)')],
  [
    'a structured error with a code of its own',
    (t) => t.call(isError('gone', { structuredContent: { error: { code: 404, message: 'gone' } } })),
  ],
];

describe('FingerprintReader', () => {
  it.each(SPEAKERS)('recognises %s by %s', (ids, _what, talk) => {
    expect(talk(new Talk()).shown).toEqual(ids);
  });

  it.each(STRANGERS)('says unknown after %s', (_what, talk) => {
    expect(talk(new Talk()).shown).toEqual([]);
  });

  it('has a recognised speaker for each vocabulary with fingerprints, which is a built-in one', () => {
    const marked = new Set(ALL_FINGERPRINTS.map(({ vocabulary }) => vocabulary));
    const recognised = new Set(SPEAKERS.flatMap(([ids]) => ids));
    expect([...recognised].sort()).toEqual([...marked].sort());
    for (const id of marked) expect(VOCABULARIES.map((vocabulary) => vocabulary.id)).toContain(id);
  });

  it('names the record that shows a trait, once', () => {
    const talk = new Talk().ask('ping', {}, { result: {} });
    talk.unknownTool(err(-32602, 'unknown tool "nope"')).unknownTool(err(-32602, 'unknown tool "nope"'));
    const [guess] = talk.reader.guesses;
    expect(guess).toMatchObject({ id: 'go-sdk', layer: 'sdk', points: 3, confidence: 0.6 });
    expect(guess?.evidence).toEqual([
      { seq: 4, note: 'An unknown tool or prompt is -32602 and named as Go quotes.', weight: 3 },
    ]);
  });

  it('says when a record showed something new', () => {
    const reader = new FingerprintReader();
    const log = new LogModel({ all: [reader] });
    const raw = JSON.stringify({ jsonrpc: '2.0', id: 1, ...err(-32602, 'tool not found') });
    const frame: KnownRecord = {
      type: 'frame',
      seq: 1,
      at: 0,
      session: 's',
      direction: 'server-to-client',
      raw,
    };
    log.take(frame);
    const { traits } = reader;
    expect(traits).toBeGreaterThan(0);
    log.take({ ...frame, seq: 2 });
    expect(reader.traits).toBe(traits);
  });

  it('loses its confidence where two vocabularies fit', () => {
    const talk = new Talk().unknownTool(err(-32602, 'unknown tool "nope"'));
    expect(talk.shown).toEqual(['go-sdk']);
    talk.unknownTool(err(-32602, "Unknown tool: 'nope'"));
    expect(talk.shown).toEqual([]);
    expect(talk.reader.guesses.map(({ id }) => id)).toEqual(['go-sdk', 'csharp-sdk']);
  });

  it('keeps what it showed while a weaker trait of another one comes', () => {
    const talk = new Talk().unknownTool(err(-32602, 'unknown tool "nope"'));
    expect(talk.shown).toEqual(['go-sdk']);
    talk.unknownMethod(err(-32601, 'Method nope/nope not found'));
    expect(talk.shown).toEqual(['go-sdk']);
  });

  it('replaces what it showed only by a trait that no third vocabulary has', () => {
    const talk = new Talk().unknownTool(err(-32602, 'unknown tool "nope"'));
    talk.unknownTool(err(-32602, 'tool not found'));
    expect(talk.shown).toEqual([]);
    talk.log(' INFO rmcp::handler::server: client initialized');
    expect(talk.shown).toEqual(['rust-rmcp']);
  });

  it('does not let a trait that fits many stand alone', () => {
    const talk = new Talk().ask('initialize', {}, { result: { protocolVersion: '2025-11-25' } });
    expect(talk.reader.guesses).toEqual([]);
    talk.unknownTool(titled(2, -32602, 'Invalid params', 'Tool not found: nope'));
    expect(talk.reader.guesses[0]).toMatchObject({ id: 'anubis', points: 4 });
  });

  it('never throws on any answer', () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('Tool x not found', '', null));
    const result = fc.record({
      content: value,
      isError: fc.boolean(),
      structuredContent: value,
      tools: fc.array(value),
    });
    const error = fc.record({ code: value, message: value, data: value });
    const method = fc.constantFrom('tools/list', 'server/discover', 'initialize', 'tools/call');
    fc.assert(
      fc.property(
        method,
        fc.oneof(result, value),
        fc.oneof(error, value),
        fc.boolean(),
        (name, good, bad, failed) => {
          const talk = new Talk().ask(name, {}, failed ? { error: bad } : { result: good });
          expect(talk.shown.length).toBeLessThanOrEqual(2);
        },
      ),
    );
  }, 60_000);
});
