import fc from 'fast-check';
import { expect, test } from 'vitest';
import { targetOf } from './target.ts';

test.each([
  ['tools/call', { name: 'search' }, 'search'],
  ['prompts/get', { name: 'greet' }, 'greet'],
  ['resources/read', { uri: 'file:///a' }, 'file:///a'],
  ['completion/complete', { argument: { name: 'city' } }, 'city'],
  ['initialize', { clientInfo: { name: 'tierscope' } }, 'tierscope'],
  ['logging/setLevel', { level: 'debug' }, 'debug'],
  ['notifications/message', { logger: 'db', level: 'info' }, 'db'],
  ['notifications/message', { level: 'info' }, 'info'],
  ['notifications/cancelled', { requestId: 0 }, '0'],
  ['elicitation/create', {}, 'form'],
  ['tasks/get', { taskId: 't1' }, 't1'],
  ['vendor/thing', { name: 'x' }, 'x'],
  ['tools/list', undefined, ''],
  ['tools/call', { name: 5 }, ''],
  [
    'subscriptions/listen',
    { notifications: { toolsListChanged: true, resourceSubscriptions: ['a:b'], taskIds: ['t', 7] } },
    'tools, a:b, t',
  ],
  ['subscriptions/listen', { notifications: 7 }, ''],
])('%s is about %j', (method, params, target) => {
  expect(targetOf(method, params)).toBe(target);
});

test('no params make it throw', () => {
  fc.assert(fc.property(fc.string(), fc.jsonValue(), (method, params) => void targetOf(method, params)));
});
