import { describe, expect, test } from 'vitest';
import { nextStep, retryText } from './happened-card.tsx';

const step = (code: string, method: string, change = {}) =>
  nextStep({ code, method, target: '', serverCapabilities: {}, ...change });

describe('nextStep', () => {
  test('checks the declared capabilities for an unknown method', () => {
    expect(step('-32601', 'resources/list')).toContain('did not declare resources');
    expect(step('-32601', 'resources/list', { serverCapabilities: { resources: {} } })).toContain(
      'The server declared resources',
    );
    expect(step('-32601', 'notes/all')).toContain('Check its spelling');
  });

  test('leads from each code to further information', () => {
    expect(step('-32602', 'tools/call', { target: 'book-flight' })).toContain('input schema of book-flight');
    expect(step('-32603', 'tools/call')).toContain('stderr');
    expect(step('-32002', 'resources/read', { target: 'note://42' })).toContain('note://42');
    expect(step('-32042', 'tools/call')).toContain('address');
    expect(step('-32021', 'tools/call')).toContain('capabilities');
    expect(step('-32022', 'initialize')).toContain('revision');
  });

  test('takes no meaning of a shared number for certain', () => {
    expect(step('-32001', 'tools/call')).toContain('means something else in each SDK');
    expect(step('-31999', 'tools/call')).toBe('');
    expect(step('', 'tools/call')).toBe('');
  });
});

test('the retry advice says what to do, from when on, and what says so', () => {
  const because = 'The error states it in data.retryAfter.';
  expect(retryText({ retry: 'later', notBefore: '30 s', because, source: 'data.retryable' })).toBe(
    'the same call may succeed after a pause (30 s). The error states it in data.retryAfter.',
  );
  expect(retryText({ retry: 'no', because, source: 'code' })).toBe(
    'sending it again does not help. The error states it in data.retryAfter.',
  );
});
