import { describe, expect, test } from 'vitest';
import { hostTable } from '../lens/host-table.ts';
import { readToolErrors } from './provider-error.ts';

const table = hostTable();
const read = (text: string) =>
  readToolErrors(table, text).map(({ rows, index, tool }) => ({
    of: rows.map((row) => row.of),
    index,
    tool,
  }));

/** Messages as people pasted them in public threads. */
describe('readToolErrors', () => {
  test.each([
    [
      'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"tools.17.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level"}}',
      { of: ['anthropic'], index: 17 },
    ],
    [
      `{\\"message\\":\\"tools.11.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'\\"}`,
      { of: ['anthropic'], index: 11 },
    ],
    [
      "400 Invalid schema for function 'spacelift_local_preview': In context=('properties', 'targets'), array schema missing items.",
      { of: expect.arrayContaining(['openai-chat', 'openai-responses']), tool: 'spacelift_local_preview' },
    ],
    [
      "Invalid schema for function 'x': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level",
      { of: expect.arrayContaining(['openai-chat']), tool: 'x' },
    ],
    [
      "tools.34.FrontendRemoteMcpToolDefinition.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'",
      { of: ['claude-desktop'], index: 34 },
    ],
    [
      'Invalid JSON payload received. Unknown name "exclusiveMinimum" at \'tools[0].function_declarations[6].parameters.properties[3].value.any_of[0]\': Cannot find field.',
      { of: ['gemini'], index: 6 },
    ],
    [
      'Unable to submit request because `git_create_branch` functionDeclaration `parameters.base_branch` schema specified other fields alongside any_of. When using any_of, it must be the only field set. Learn more',
      { of: ['vertex'], tool: 'git_create_branch' },
    ],
    [
      'Invalid JSON schema: regex lookaround is not supported. Found at $.properties.email.pattern.',
      { of: expect.arrayContaining(['openai-chat', 'openai-responses']) },
    ],
    [
      "Issue: can't resolve reference #/$defs/ScreenInstance from id #",
      { of: expect.arrayContaining(['claude-code', 'cursor']) },
    ],
  ])('knows %s', (text, expected) => {
    expect(read(text)[0]).toMatchObject(expected);
  });

  test('knows nothing in other errors', () => {
    expect(read('MCP error -32602: Invalid params')).toEqual([]);
    expect(read('')).toEqual([]);
  });
});
