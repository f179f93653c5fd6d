import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeName, spokenName } from './code-name.ts';
import type { LookupContext } from './lookup-context.ts';

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
    ['0', 'uncaught handler exception'],
    ['', 'no code'],
    ['"ENOENT"', 'not an integer'],
    ['-32602.5', 'not an integer'],
    ['null', 'not an integer'],
  ])('of %s is "%s"', (code, name) => {
    expect(codeName(code)).toBe(name);
  });

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
    // A row is named before its data is read: the name must not be one that the data may contradict.
    [
      '-32021',
      { revision: '2026-07-28', method: 'tools/call', tier: 'protocol', message: 'no sampling' },
      'Missing required client capability',
    ],
    ['REQUEST_TIMEOUT', { tier: 'client' }, 'Request timeout'],
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
    expect(names.map(spokenName)).toEqual(names.map(() => 'Resource not found'));
  });

  it('is never empty', () => {
    fc.assert(fc.property(fc.oneof(fc.integer().map(String), fc.string()), (code) => codeName(code) !== ''));
  });
});
