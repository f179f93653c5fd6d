import { expect, test } from 'vitest';
import { readInputRequired, retryParams } from './input-required.ts';
import { suggestionsOf } from './negotiation.ts';
import { DEFAULT_SETTINGS, sessionSettingsSchema, withSettings } from './session-settings.ts';

test('input requests are read by key, however broken', () => {
  const inputRequests = { who: { method: 'elicitation/create', params: { mode: 'form' } }, odd: 7 };
  expect(readInputRequired({ resultType: 'input_required', inputRequests, requestState: 's' })).toEqual({
    requests: [
      { key: 'who', method: 'elicitation/create', params: { mode: 'form' } },
      { key: 'odd', method: '', params: {} },
    ],
    state: 's',
  });
  expect(readInputRequired({ resultType: 'complete' })).toBeUndefined();
  expect(readInputRequired('x')).toBeUndefined();
});

test('a retry repeats the call with the answers and the exact state, and adds neither if there is none', () => {
  const responses = new Map([['who', { action: 'accept' }]]);
  expect(retryParams({ name: 'a' }, responses, '')).toEqual({
    name: 'a',
    inputResponses: { who: { action: 'accept' } },
    requestState: '',
  });
  expect(retryParams({ name: 'a' }, new Map(), undefined)).toEqual({ name: 'a' });
});

test('an error offers the versions or the capabilities that it names', () => {
  const supported = ['2025-11-25', '2031-01-01'];
  expect(suggestionsOf({ code: -32022, data: { supported } })).toEqual([
    { kind: 'revision', era: 'initialize', revision: '2025-11-25', known: true, from: 'error' },
    { kind: 'revision', era: 'modern', revision: '2031-01-01', known: false, from: 'error' },
  ]);
  expect(suggestionsOf({ code: -32021, data: { requiredCapabilities: { roots: {} } } })).toEqual([
    { kind: 'capabilities', capabilities: { roots: {} }, from: 'error' },
  ]);
  const message =
    "Cannot send 'ping': this transport context has no back-channel for server-initiated requests.";
  expect(suggestionsOf({ code: -32600, message })).toEqual([
    { kind: 'revision', era: 'initialize', revision: '2025-11-25', known: true, from: 'asks' },
  ]);
  expect(suggestionsOf({ code: -32021, data: 'no' })).toEqual([]);
  expect(suggestionsOf({ code: -32601, data: { supported } })).toEqual([]);
});

test('settings change one by one, also each answer, and undefined changes nothing', () => {
  const changed = withSettings(DEFAULT_SETTINGS, {
    timeoutMs: 5,
    era: undefined,
    answers: { ping: { kind: 'silent' } },
  });
  const answers = { ...DEFAULT_SETTINGS.answers, ping: { kind: 'silent' } };
  expect(changed).toEqual({ ...DEFAULT_SETTINGS, timeoutMs: 5, answers });
  expect(sessionSettingsSchema.safeParse(DEFAULT_SETTINGS).success).toBe(true);
});
