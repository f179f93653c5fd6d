import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { schemaRefusal, zodErrorOf } from './call-runner.ts';

test('a refused result names the place and the reason', () => {
  const result = { content: [{ type: 'text', text: 'fine' }, { type: 'hologram' }] };
  const parsed = CallToolResultSchema.safeParse(result);
  const error = zodErrorOf(parsed.error);
  expect(error && schemaRefusal(error)).toBe('content[1]: fits none of the shapes that the client knows');
});

test('many reasons are listed up to five', () => {
  const shape = z.object(Object.fromEntries([...'abcdefg'].map((key) => [key, z.string()])));
  const error = zodErrorOf(shape.safeParse({}).error);
  expect(error && schemaRefusal(error)).toMatch(
    /^a: expected string, received undefined; b: .*; and 2 more$/,
  );
});

test('another error is none of a schema', () => {
  expect(zodErrorOf(new Error('closed'))).toBeUndefined();
});
