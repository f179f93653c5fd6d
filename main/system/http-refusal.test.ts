import { expect, it } from 'vitest';
import { readEnvelope } from '../../app/wire/envelope.ts';
import { modernFault } from './http-refusal.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const HEADERS = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' };

/** The status, code and id of the refusal of a call with these headers and this `_meta`. */
function fault(headers: object, meta: object | undefined) {
  const params = { name: 'echo', arguments: {}, ...(meta === undefined ? {} : { _meta: meta }) };
  const envelope = readEnvelope(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }));
  if (envelope.kind !== 'request') throw new Error('no request');
  const found = modernFault({ ...HEADERS, ...headers }, envelope);
  return found && [found.status, found.code, found.idText];
}

it.each([
  ['nothing wrong', {}, { [VERSION]: '2026-07-28', [CAPABILITIES]: {} }, undefined],
  [
    'a name in Base64',
    { 'mcp-name': '=?base64?ZWNobw==?=' },
    { [VERSION]: '2026-07-28', [CAPABILITIES]: {} },
    undefined,
  ],
  ['no _meta', {}, undefined, [400, -32602, '7']],
  ['no capabilities', {}, { [VERSION]: '2026-07-28' }, [400, -32602, '7']],
  [
    'another name',
    { 'mcp-name': 'other' },
    { [VERSION]: '2026-07-28', [CAPABILITIES]: {} },
    [400, -32020, '7'],
  ],
  ['a head of another revision', {}, { [VERSION]: '2099-01-01', [CAPABILITIES]: {} }, [400, -32020, '7']],
  [
    'a revision that is not served',
    { 'mcp-protocol-version': '2099-01-01' },
    { [VERSION]: '2099-01-01', [CAPABILITIES]: {} },
    [400, -32022, '7'],
  ],
])('%s', (_name, headers, meta, expected) => {
  expect(fault(headers, meta)).toEqual(expected);
});
