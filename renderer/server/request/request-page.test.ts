import { expect, test } from 'vitest';
import { knownMethods, paramsAgain } from './request-page.tsx';

test('what the client adds to a request by itself is not sent twice', () => {
  const params = {
    name: 'echo',
    _meta: { progressToken: 7, 'io.modelcontextprotocol/protocolVersion': '2026-07-28', traceparent: '00-1' },
  };
  expect(paramsAgain(params)).toEqual({ name: 'echo', _meta: { traceparent: '00-1' } });
  expect(paramsAgain({ name: 'echo', _meta: { progressToken: 7 } })).toEqual({ name: 'echo' });
});

test('params that are none become an empty object, and a strange _meta stays', () => {
  expect(paramsAgain(undefined)).toEqual({});
  expect(paramsAgain({ _meta: 'odd' })).toEqual({ _meta: 'odd' });
});

test('each era offers its own methods', () => {
  expect(knownMethods('initialize')).toContain('ping');
  expect(knownMethods('modern')).not.toContain('ping');
  expect(knownMethods('modern')).toContain('server/discover');
});
