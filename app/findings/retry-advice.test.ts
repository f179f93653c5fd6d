import { describe, expect, it } from 'vitest';
import { retryAdvice } from './retry-advice.ts';

describe('advice on a retry', () => {
  it('is taken from the code of mcp-ts-core first, then from the words', () => {
    expect(retryAdvice('not found', -32003)?.label).toBe('retry same');
    expect(retryAdvice('Tool add timed out after 200ms', undefined)?.label).toBe('retry same');
    expect(retryAdvice('Access denied', undefined)?.label).toBe('human');
    expect(retryAdvice('Input validation error: a: expected number', undefined)?.label).toBe(
      'change arguments',
    );
  });

  it('is not given where no argument helps', () => {
    expect(retryAdvice('Method not found', undefined)).toBeUndefined();
    expect(retryAdvice('MCP error -32601: Method not found', undefined)).toBeUndefined();
    expect(
      retryAdvice('MCP error -32602: Output validation error: Invalid structured content', undefined),
    ).toBeUndefined();
  });
});
