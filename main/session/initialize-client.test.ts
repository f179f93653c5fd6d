import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { isJSONRPCErrorResponse, isJSONRPCResultResponse } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../app/base/testing/runs.ts';
import { initializeClientHandles, initializeClientReads } from './initialize-client.ts';

test('the notifications that are handed over are those for which the client of the SDK has a handler', () => {
  const client = new Client({ name: 'n', version: '0' }, { capabilities: { roots: {}, sampling: {} } });
  const handlers: unknown = Reflect.get(client, '_notificationHandlers');
  if (!(handlers instanceof Map)) throw new Error('the client of the SDK keeps its handlers elsewhere');
  const methods = [...handlers.keys()];
  expect(methods.length).toBeGreaterThan(0);
  expect(methods.filter((method) => !initializeClientHandles(method))).toEqual([]);
  expect(client.fallbackNotificationHandler).toBeUndefined();
  expect(initializeClientHandles('notifications/message')).toBe(false);
});

test('an answer is read exactly if the client of the SDK takes it', () => {
  const member = fc.constantFrom<unknown>(
    '',
    '2.0',
    1,
    1.5,
    2 ** 60,
    null,
    {},
    [],
    { _meta: 1 },
    { _meta: {} },
  );
  const error = fc.constantFrom<unknown>({ code: 1, message: 'm' }, { code: 'x', message: 'm' }, 'e');
  const answer = fc.record(
    { jsonrpc: fc.oneof(fc.constant('2.0'), member), id: member, result: member, error, more: member },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(answer, (value) => {
      const theirs = isJSONRPCResultResponse(value) || isJSONRPCErrorResponse(value);
      expect(initializeClientReads(value)).toBe(theirs);
    }),
    { numRuns: runs(1000) },
  );
});
