import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someOf } from '../base/testing/runs.ts';
import { classifyError } from './auto-classify.ts';
import { catalogEntries } from './catalog.ts';
import { parseOwnVocabulary } from './own-vocabulary.ts';
import { type SearchOptions, searchCatalog } from './search.ts';

function best(query: string, options: SearchOptions = {}): string {
  const match = searchCatalog(query, options)[0];
  return match === undefined ? '' : `${match.entry.vocabulary} ${match.entry.name}`;
}

describe('searching the catalog', () => {
  it.each([
    'InvalidParams',
    'invalid_params',
    ':invalid_params',
    'ErrorCode.InvalidParams',
    'ProtocolErrorCode.InvalidParams',
    'McpErrorCode.InvalidParams',
    'invalid params',
    'INVALID_PARAMS',
  ])('finds -32602 under the spelling %s, in v1 and v2 alike', (spelling) => {
    const exact = searchCatalog(spelling).filter(
      ({ score, matchedBy }) => matchedBy === 'name' && score > 890,
    );
    expect(exact.map(({ entry }) => entry.code)).not.toContain(-32603);
    const vocabularies = exact
      .filter(({ entry }) => entry.code === -32602)
      .map(({ entry }) => entry.vocabulary);
    expect(vocabularies).toEqual(
      expect.arrayContaining([
        'json-rpc-2-0',
        'mcp-spec',
        'typescript-sdk-v1',
        'typescript-sdk-v2',
        'hermes',
      ]),
    );
  });

  it.each([
    ['-32602', 'mcp-spec INVALID_PARAMS'],
    ['32602', 'mcp-spec INVALID_PARAMS'],
    ['−32602', 'mcp-spec INVALID_PARAMS'],
    ['3260', 'mcp-spec INVALID_REQUEST'],
    ['-32070', 'mcp-ts-core SerializationError'],
    ['1001', 'json-rpc-2-0 Application-defined errors'],
    ['404', 'mcp-spec Not Found'],
    ['queue_full', 'mcp-ts-core queue_full'],
    ['notFound', 'mcp-ts-core NotFound'],
    ['serviceUnavailable', 'mcp-ts-core ServiceUnavailable'],
    [':send_failure', 'hermes :send_failure'],
    ['send_failure', 'hermes :send_failure'],
    ['REQUEST_TIMEOUT', 'typescript-sdk-v1 ErrorCode.RequestTimeout'],
    ['{"code":-32003,"data":{"reason":"queue_full"}}', 'mcp-ts-core queue_full'],
    ['MCP error -32602: Tool foo not found', 'typescript-sdk-v1 Tool <x> not found'],
    ['server.js: Tool foo not found', 'typescript-sdk-v2 Tool <x> not found'],
    ["tool 'x' not found: tool not found", 'mcp-go INVALID_PARAMS'],
    ['ERROR:RATE_LIMIT — wait a minute', 'alivemcp-guide Short code in isError text'],
    ['ERROR:RATE_LIMIT', 'alivemcp-guide Short code in isError text'],
    ['ErrorCode.InvalidParams', 'typescript-sdk-v1 ErrorCode.InvalidParams'],
    ['ProtocolErrorCode.InvalidParams', 'typescript-sdk-v2 ProtocolErrorCode.InvalidParams'],
    ['McpErrorCode.InvalidParams', 'csharp-sdk McpErrorCode.InvalidParams'],
    [':invalid_params', 'hermes :invalid_params'],
    ['-32602: invalid', 'mcp-spec INVALID_PARAMS'],
    ['code: -32042', 'mcp-spec-2025-11-25 URLElicitationRequired'],
  ])('answers %s with %s first', (query, expected) => {
    expect(best(query)).toBe(expected);
  });

  it('lists every vocabulary of an exact number before anything else, and other protocols last', () => {
    const matches = searchCatalog('-32002');
    const codes = matches
      .filter(({ matchedBy }) => matchedBy === 'code')
      .map(({ entry }) => entry.vocabulary);
    expect(new Set(codes)).toContain('mcp-ts-core');
    expect(new Set(codes)).toContain('mcp-spec-until-2025-11-25');
    expect(
      matches
        .slice(-3)
        .map(({ entry }) => entry.vocabulary)
        .toSorted(),
    ).toEqual(['a2a-1-0', 'lsp-3-17', 'lsp-3-17']);
  });

  it('puts other protocols after every meaning of MCP', () => {
    const flags = searchCatalog('-32001').map(({ contrast }) => contrast);
    expect(flags).toEqual(flags.toSorted());
    expect(flags).toContain(true);
  });

  it('ranks by the context that a selection gives', () => {
    const vocabularies = [{ id: 'mcp-ts-core', confidence: 0.9 }];
    expect(best('-32002', { vocabularies })).toBe('mcp-ts-core Conflict');
  });

  it('keeps to one vocabulary and to a limit when asked', () => {
    const matches = searchCatalog('-32602', { vocabulary: 'hermes', limit: 2 });
    expect(matches.map(({ entry }) => entry.vocabulary)).toEqual(['hermes', 'hermes']);
  });

  it('prefers the longer of two message texts', () => {
    const query = 'Input validation error: Invalid arguments for tool add: a: Required';
    expect(best(query)).toContain('typescript-sdk-v2');
  });

  it.each([
    'connection timed out after rate limit exceeded: 429',
    'ECONNREFUSED: service unavailable, status code 503',
    'invalid token, permission denied',
  ])('lists the patterns that fit "%s" in the order in which the framework tries them', (text) => {
    const { row, shadowed } = classifyError(text);
    const tried = [row, ...shadowed].filter(({ step }) => step === 'provider' || step === 'common');
    const found = searchCatalog(text).filter(({ matchedBy }) => matchedBy === 'pattern');
    expect(found.map(({ entry }) => entry.id)).toEqual(tried.map(({ entry }) => entry.id));
    expect(found.length).toBeGreaterThan(1);
  });

  it('takes the vocabulary first of which a sign stands in the text', () => {
    expect(best('mcp.shared.exceptions.McpError: Connection closed')).toBe('python-sdk-v1 CONNECTION_CLOSED');
    expect(best('mcp.shared.exceptions.MCPError: Connection closed')).toBe('python-sdk-v2 CONNECTION_CLOSED');
    const own = parseOwnVocabulary(
      JSON.stringify({
        id: 'acme',
        name: 'Acme',
        signs: ['com.acme.'],
        codes: [{ code: -32050, name: 'Gone', meaning: 'It is gone.', messages: ['Connection closed'] }],
      }),
    );
    if (!own.ok) throw new Error('the vocabulary was refused');
    expect(best('com.acme.GoneException: MCP error -32000: Connection closed', { own: [own.value] })).toBe(
      'acme Gone',
    );
  });

  it('finds no entry by a message beside which it is not meant', () => {
    const broken = 'SyntaxError: Unexpected end of JSON input';
    expect(best(broken)).toBe('hosts Log line on stdout');
    expect(best(`Token endpoint, response body: ${broken}`)).not.toBe('hosts Log line on stdout');
  });

  it('reads JSON in any layout', () => {
    const issue = [{ code: 'invalid_type', path: ['content'], message: 'Required' }];
    for (const space of [0, 2])
      expect(best(JSON.stringify(issue, null, space))).toBe('libraries Result breaks the schema');
  });

  it('finds nothing for nothing', () => {
    expect(searchCatalog('  ')).toEqual([]);
    expect(searchCatalog('qqqqzzzz')).toEqual([]);
    // A code that is not an integer is in no vocabulary.
    expect(searchCatalog('-32602.5')).toEqual([]);
  });

  it('finds every entry under its own name', () => {
    for (const entry of someOf(catalogEntries())) {
      const found = searchCatalog(entry.name).map((match) => match.entry.id);
      expect(found, entry.id).toContain(entry.id);
    }
  });

  it('never throws and gives no entry twice', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.integer().map(String)), (query) => {
        const ids = searchCatalog(query).map(({ entry }) => entry.id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});
