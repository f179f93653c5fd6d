import { expect, test } from 'vitest';
import { formFor, namedArgument } from './edit-again.ts';

test('a call of a tool goes into the form of the tool, without what belongs to the old request', () => {
  const params = { name: 'read', arguments: { path: 'a' }, _meta: { progressToken: 3 } };
  expect(formFor('s1', { method: 'tools/call', params })).toEqual({
    tab: 'tools',
    name: 'read',
    key: 's1 tools read',
    args: { path: 'a' },
  });
});

test('prompts and resources have their own forms', () => {
  expect(formFor('s1', { method: 'prompts/get', params: { name: 'greet' } })).toMatchObject({
    tab: 'prompts',
    args: {},
  });
  expect(formFor('s1', { method: 'resources/read', params: { uri: 'a:b' } })).toMatchObject({
    tab: 'resources',
    name: 'a:b',
    args: { uri: 'a:b' },
  });
});

test('what no form can hold goes into the general one, whole', () => {
  const complete = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'x', value: 'y' } };
  expect(formFor('s1', { method: 'completion/complete', params: complete })).toMatchObject({
    tab: 'request',
    name: 'completion/complete',
    args: complete,
  });
  expect(formFor('s1', { method: 'tools/call', params: { arguments: {} } })).toMatchObject({
    tab: 'request',
  });
  const traced = { name: 'read', arguments: {}, _meta: { traceparent: '00-1' } };
  expect(formFor('s1', { method: 'tools/call', params: traced })).toMatchObject({ args: traced });
});

test.each([
  ['unit must be one of C, F', 'unit'],
  ['Error: no city called "St. Ives" was found', 'city'],
  ["KeyError: 'St. Ives'", 'city'],
  ['there is no station 17 here', 'station'],
  ['the community is closed, 170 times', ''],
  ['', ''],
])('the argument to change is the one that %j names or quotes', (error, argument) => {
  expect(namedArgument({ city: 'St. Ives', unit: 'K', station: 17, note: '' }, error)).toBe(argument);
});
