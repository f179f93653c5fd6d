import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readErrorText } from './error-text.ts';

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
