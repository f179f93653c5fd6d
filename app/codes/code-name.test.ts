import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeName, readableName } from './code-name.ts';
import type { LookupContext } from './meaning-evidence.ts';

function spoken(id: string): LookupContext {
  return { vocabularies: [{ id, confidence: 0.8 }], tier: 'protocol' };
}
const HERMES = spoken('hermes');
const ANUBIS = spoken('anubis');
const TS_CORE = spoken('mcp-ts-core');
const TS_V1 = spoken('typescript-sdk-v1');
const TS_V2 = spoken('typescript-sdk-v2');

describe('the short name of a code', () => {
  it.each([
    ['-32700', 'Parse error'],
    ['-32602', 'Invalid params'],
    ['-32603', 'Internal error'],
    ['-32022', 'Unsupported protocol version'],
    ['-32042', 'URL elicitation required'],
    ['-32000', '7 meanings'],
    ['-32001', '8 meanings'],
    ['-32011', 'implementation-defined'],
    ['-32050', 'reserved by MCP'],
    ['-32500', 'reserved by JSON-RPC'],
    ['1001', 'application-defined'],
    ['408', 'application-defined'],
    ['0', '2 meanings'],
    ['', 'no code'],
    ['"ENOENT"', 'not an integer'],
    ['-32602.5', 'not an integer'],
    ['null', 'not an integer'],
  ])('of %s is "%s"', (code, name) => {
    expect(codeName(code)).toBe(name);
  });

  it.each(['typescript-sdk-v1', 'python-sdk-v2'])(
    'of -32022 names the revision that defines it, of %s too',
    (id) => {
      const context = { ...spoken(id), revision: '2025-11-25' };
      expect(codeName('-32022', context)).toBe('Unsupported protocol version (2026-07-28)');
      expect(codeName('-32022', { ...context, revision: '2026-07-28' })).toBe('Unsupported protocol version');
      expect(codeName('-32042', { ...context, revision: '2026-07-28' })).toBe(
        'URL elicitation required (2025-11-25)',
      );
      expect(codeName('-32050', context)).toBe('reserved by MCP');
    },
  );

  it.each<[string, LookupContext, string]>([
    ['-32001', { vocabularies: [{ id: 'mcp-ts-core', confidence: 0.9 }] }, 'Not found'],
    [
      '-32001',
      { vocabularies: [{ id: 'typescript-sdk-v1', confidence: 0.9 }], tier: 'client' },
      'Request timeout',
    ],
    [
      '-32002',
      { revision: '2025-11-25', data: { uri: 'x' }, method: 'resources/read' },
      'Resource not found',
    ],
    ['-32003', { data: { requiredCapabilities: {} } }, 'Missing required client capability'],
    // A row is named before its data is read, so the data must not be able to contradict the name.
    [
      '-32021',
      { revision: '2026-07-28', method: 'tools/call', tier: 'protocol', message: 'no sampling' },
      'Missing required client capability',
    ],
    ['REQUEST_TIMEOUT', { tier: 'client' }, 'Request timeout'],
    // Errors of Hermes 0.12 as on the wire.
    [
      '-32600',
      { ...HERMES, message: 'Invalid Request', data: { message: 'Server not initialized' } },
      'Server not initialized',
    ],
    ['-32600', { ...HERMES, message: 'Invalid Request' }, 'Invalid request'],
    [
      '-32602',
      { ...HERMES, message: 'Invalid params', data: { message: 'Prompt not found: burn' } },
      'Prompt not found',
    ],
    [
      '-32602',
      {
        ...HERMES,
        message: 'Invalid params',
        data: { message: 'year: should be greater then or equal to 1450' },
      },
      'Tool parameter validation',
    ],
    ['-32000', { ...HERMES, message: 'Connection Refused' }, 'Connection refused'],
    ['-32000', { ...HERMES, message: 'Loan Desk Closed', data: { opens: '09:00' } }, 'Loan desk closed'],
    ['-32000', { ...HERMES, message: 'Catalog database connection failed' }, 'Execution error'],
    [
      '-32603',
      { ...HERMES, message: 'Internal error', data: { reason: 'server_unavailable' } },
      'Internal error (server_unavailable)',
    ],
    [
      '-32603',
      { ...ANUBIS, message: 'Internal error', data: { message: 'Tool execution crashed' } },
      'Tool execution crashed',
    ],
    ['-32001', { ...TS_CORE, message: 'gone', data: { reason: 'note_missing' } }, 'Not found (note_missing)'],
    ['-32001', { ...TS_CORE, message: 'gone', data: { reason: 'not_found' } }, 'Not found'],
    ['-32001', { ...TS_CORE, message: 'Request timed out' }, 'Request timeout'],
    ['-32000', { ...TS_CORE, message: 'Connection closed.' }, 'Connection closed'],
    ['-32000', { ...TS_CORE, message: 'Connection closed to the database' }, 'Service unavailable'],
    ['-32602', { ...TS_V1, message: 'MCP error -32602: Prompt haiku not found' }, 'Invalid params'],
    ['-32602', { ...TS_V2, message: 'Tool haiku not found' }, 'Tool not found'],
    ['"RATE_LIMIT"', { tier: 'tool' }, 'Rate limit'],
    ['"RATE_LIMIT"', { tier: 'protocol' }, 'not an integer'],
    // The client's refusals are not in the server's vocabulary.
    [
      '-1',
      { ...TS_CORE, method: 'sampling/createMessage', message: 'User rejected sampling request' },
      'User rejected sampling request',
    ],
    [
      '-1',
      {
        ...HERMES,
        method: 'sampling/createMessage',
        message: 'Client does not have sampling capability enabled',
        data: { reason: {} },
      },
      'Capability disabled',
    ],
    ['-32001', { ...TS_CORE, method: 'elicitation/create', message: 'no', tier: 'protocol' }, '8 meanings'],
  ])('of %s in %o is "%s"', (code, context, name) => {
    expect(codeName(code, context)).toBe(name);
  });

  it('speaks constants, atoms and class members alike', () => {
    const names = [
      'RESOURCE_NOT_FOUND',
      ':resource_not_found',
      'McpErrorCode.ResourceNotFound',
      'resourceNotFound',
    ];
    expect(names.map(readableName)).toEqual(names.map(() => 'Resource not found'));
  });

  it('is never empty', () => {
    fc.assert(fc.property(fc.oneof(fc.integer().map(String), fc.string()), (code) => codeName(code) !== ''));
  });
});
