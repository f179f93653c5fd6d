import { describe, expect, it } from 'vitest';
import { guessRetry } from './retry-guess.ts';

describe('advice on a retry', () => {
  it('is taken from the code of mcp-ts-core first, then from the words', () => {
    expect(guessRetry('not found', -32003)?.label).toBe('retry same');
    expect(guessRetry('Tool add timed out after 200ms', undefined)?.label).toBe('retry same');
    expect(guessRetry('Access denied', undefined)?.label).toBe('human');
    expect(guessRetry('Input validation error: a: expected number', undefined)?.label).toBe(
      'change arguments',
    );
  });

  it('is not given if no argument helps', () => {
    expect(guessRetry('Method not found', undefined)).toBeUndefined();
    expect(guessRetry('MCP error -32601: Method not found', undefined)).toBeUndefined();
    expect(
      guessRetry('MCP error -32602: Output validation error: Invalid structured content', undefined),
    ).toBeUndefined();
  });
});
