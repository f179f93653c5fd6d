import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyError, readErrorText } from './auto-classify.ts';

describe('the classification of mcp-ts-core', () => {
  it.each([
    ['MCP error -32007: date in the past', 'own-code', 'ValidationError', 0],
    ['SyntaxError: Unexpected token', 'constructor', 'ValidationError', 0],
    ['ZodError: [{"path":["a"]}]', 'constructor', 'ValidationError', 0],
    ['ReferenceError: x is not defined', 'constructor', 'InternalError', 0],
    ['ThrottlingException: Rate exceeded', 'provider', 'RateLimited', 1],
    ['Request failed with status code 503', 'provider', 'ServiceUnavailable', 9],
    ['connect ECONNREFUSED 127.0.0.1:1', 'provider', 'ServiceUnavailable', 10],
    ['duplicate key value violates unique constraint', 'provider', 'Conflict', 12],
    ['User not found', 'common', 'NotFound', 3],
    ['TypeError: Invalid URL', 'common', 'ValidationError', 4],
    ['The operation timed out', 'common', 'Timeout', 7],
    ['504 gateway timeout', 'common', 'Timeout', 7],
    ['schema validation failed', 'common', 'ValidationError', 4],
    ['AbortError: stopped', 'common', 'Timeout', 8],
    ['TypeError: fetch failed', 'fallback', 'InternalError', 0],
    ['boom', 'fallback', 'InternalError', 0],
  ])('takes %s at step %s for %s', (text, step, codeName, order) => {
    expect(classifyError(text).row).toMatchObject({ step, codeName, order });
  });

  it('does not read 5xx in letters, though documents write it so', () => {
    expect(classifyError('status code 5xx').row.step).toBe('fallback');
  });

  it('lists the rows that come too late', () => {
    const { shadowed } = classifyError('504 gateway timeout');
    expect(shadowed.map(({ step, order, codeName }) => [step, order, codeName])).toEqual([
      ['common', 9, 'ServiceUnavailable'],
    ]);
    expect(classifyError('ZodError: invalid').shadowed.map(({ order }) => order)).toEqual([4, 10]);
    expect(classifyError('AbortError: stopped').shadowed.map(({ step }) => step)).toEqual(['abort']);
  });

  it('tests the class name as well as the message', () => {
    const { row } = classifyError({ name: 'TimeoutError', message: 'gave up' });
    expect(row).toMatchObject({ step: 'common', order: 7, matched: 'Timeout' });
  });

  it.each([
    ['ERROR:RATE_LIMIT — slow down', 'RATE_LIMIT', 'RateLimited', 'wait'],
    ['Error: ERROR:NOT_FOUND - no such note', 'NOT_FOUND', 'NotFound', 'change'],
    ['ERROR:PERMISSION_DENIED — ask an admin', 'PERMISSION_DENIED', 'Forbidden', 'never'],
    ['ERROR:PURPLE — ?', 'PURPLE', null, 'unknown'],
  ])('reads the category of %s', (text, category, codeName, safety) => {
    const { category: found, retry } = classifyError(text);
    expect(found).toEqual({ text: category, codeName });
    expect(retry.safety).toBe(safety);
  });

  it.each([
    ['too many requests', 'wait'],
    ['already exists', 'refresh'],
    ['missing required field', 'change'],
    ['expired token', 'never'],
    ['boom', 'unknown'],
  ])('says whether "%s" may be retried', (text, safety) => {
    expect(classifyError(text).retry.safety).toBe(safety);
  });

  it('classifies any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, message) => {
        expect(Number.isInteger(classifyError({ name, message }).row.code)).toBe(true);
        expect(classifyError(`${name}: ${message}`).retry.sentence).not.toBe('');
      }),
    );
  });
});

describe('reading a pasted error', () => {
  it.each([
    ['TypeError: fetch failed', { name: 'TypeError', message: 'fetch failed' }],
    ['Uncaught RangeError: too big', { name: 'RangeError', message: 'too big' }],
    ['Error: boom', { name: 'Error', message: 'boom' }],
    ['Error: ZodError: [...]', { name: 'ZodError', message: '[...]' }],
    ['MCP error -32001: gone', { name: 'McpError', message: 'gone', code: -32001 }],
    ['ERROR:RATE_LIMIT — slow down', { category: 'RATE_LIMIT', message: 'slow down' }],
    ['Uncaught (in promise) SyntaxError: odd', { name: 'SyntaxError', message: 'odd' }],
    ['TypeError [ERR_INVALID_ARG_TYPE]: no path', { name: 'TypeError', message: 'no path' }],
    ['DOMException [AbortError]: stopped', { name: 'AbortError', message: 'stopped' }],
    ['RangeError: big\n    at read (/srv/timeout.js:1:2)\n    at x', { name: 'RangeError', message: 'big' }],
    [
      '/srv/invalid.js:3\n  throw new Error(text);\n  ^\n\nError: two\nlines\n    at f (a.js:1:1)\n\nNode.js v20',
      { name: 'Error', message: 'two\nlines' },
    ],
    ['error: lower case', { name: '', message: 'error: lower case' }],
  ])('%s', (text, expected) => {
    expect(readErrorText(text)).toMatchObject(expected);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof readErrorText(text).message === 'string'));
  });
});
