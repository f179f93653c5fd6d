import { expect, it } from 'vitest';
import { lookUpText } from '../codes/look-up-text.ts';
import { pastedMeanings } from './pasted-problems.ts';

const first = (text: string) => {
  const [match] = lookUpText(text, { pasted: pastedMeanings(text) }).matches;
  return match && { name: match.entry.name, tier: match.entry.tier, how: match.entry.how };
};

const CURSOR = [
  '2026-02-03 10:00:00.000 [info] Starting new stdio process with command: node /srv/tea/index.js',
  '2026-02-03 10:00:01.000 [error] Client error for command Unexpected token \'B\', "Brewing no"... is not valid JSON',
  '2026-02-03 10:00:02.000 [info] Client closed for command',
  '2026-02-03 10:00:02.001 [error] Failed to reload client: MCP error -32000: Connection closed',
].join('\n');

it('a log shows the line on stdout before what the host says of the end', () => {
  expect(first(CURSOR)).toMatchObject({
    name: expect.stringContaining('line on stdout that is not a message'),
    how: expect.stringContaining('stderr'),
  });
  expect(pastedMeanings(CURSOR)).toHaveLength(1);
});

it('a bare result with isError is a tool error, and a result that hides one says so', () => {
  const text = (inner: string) => JSON.stringify([{ type: 'text', text: inner }]);
  expect(
    first(`{ "content": ${text('Error: too many requests, retry after 20s')}, "isError": true }`),
  ).toEqual({
    name: 'tool error · tools/call',
    tier: 'tool',
    how: 'Model: Send the same call again after a pause.',
  });
  const hidden = `data: {"jsonrpc":"2.0","id":9,"result":{"content":${text('{"error":true,"detail":"quota"}')}}}`;
  expect(first(`event: message\n${hidden}`)).toMatchObject({ name: 'An error disguised as a success' });
});

it('the words of rmcp about an answered error name the refused handshake, not a time-out', () => {
  const words =
    'WARN rmcp::service::client: 129: Received unexpected message Error(JsonRpcError { jsonrpc: JsonRpcVersion2_0, id: Number(0), error: ErrorData { code: ErrorCode(-32001), message: "Your token has expired. Refresh your credentials.", data: None } })';
  expect(first(words)).toMatchObject({
    tier: 'protocol',
    name: expect.stringMatching(/^protocol -32001 .*initialize$/),
    how: expect.stringContaining('sign in again'),
  });
});

it('a lone code, a sentence and a message without a problem are left to the catalog', () => {
  for (const text of [
    '-32602',
    'Failed to reconnect to tea.',
    '{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Unknown tool: tea"}}',
    '{"jsonrpc":"2.0","id":3,"method":"ping"}',
  ])
    expect(pastedMeanings(text)).toEqual([]);
});
