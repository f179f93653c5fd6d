import { describe, expect, test } from 'vitest';
import { hostTable } from '../hosts/lens/host-table.ts';
import { namesOf, sentTools } from '../hosts/tools/tool-traits.ts';
import { toolFindings } from './tool-advice.ts';

const table = hostTable();
const object = { type: 'object', properties: { id: { type: 'string' } } };
const either = { type: 'object', anyOf: [{ required: ['id'] }, { required: ['path'] }] };
const list = (...schemas: object[]) =>
  sentTools(schemas.map((inputSchema, index) => ({ name: `t${index}`, description: 'd', inputSchema })));
const found = (tools: ReturnType<typeof list>, host?: string) =>
  toolFindings(
    tools,
    { table, host: host === undefined ? undefined : { host, version: '2.1.260' } },
    { names: namesOf(tools), server: 'srv' },
    {
      session: 's1',
      seq: 4,
    },
  );

describe('toolFindings', () => {
  test('names the host, the tools, the place and who says so', () => {
    expect(found(list(object, either), 'claude-code')).toMatchObject([
      {
        rule: 'L06',
        severity: 'advice',
        seq: 4,
        explanation: expect.stringMatching(
          /^Claude Code leaves out "t1" \(anyOf \(inputSchema\.anyOf\)\); its model never sees it\. \(Claude Code, reported 2026-09-19\.\)$/,
        ),
        source: 'anthropics/claude-code#95504',
      },
    ]);
  });

  test('says that one tool is the loss of all', () => {
    expect(found(list(object, { anyOf: [object] }), 'claude-code')).toMatchObject([
      {
        explanation: expect.stringMatching(/^Claude Code shows none of the server's tools, because of "t1"/),
      },
      { explanation: expect.stringMatching(/^Claude Code leaves out "t1"/) },
    ]);
  });

  test('of a name that a host builds of the server’s says that its configuration decides, and what to change there', () => {
    const tools = sentTools([{ name: 'n'.repeat(58), description: 'd', inputSchema: object }]);
    expect(found(tools, 'cursor')).toMatchObject([
      {
        explanation: expect.stringContaining(
          'if the configuration of the host names the server as it names itself',
        ),
        todo: expect.stringContaining('Give the server a shorter name in the configuration of the host'),
      },
    ]);
  });

  test('names the provider behind a host', () => {
    expect(found(list({ type: 'object', properties: { 'a[]': {} } }), 'claude-code')).toMatchObject([
      { explanation: expect.stringMatching(/^Anthropic API refuses every request that has this list/) },
    ]);
  });

  test('without a host, names in one sentence the providers that refuse the same', () => {
    expect(found(list(object, either))).toMatchObject([
      {
        title: 'Tool that providers of models refuse',
        explanation: expect.stringMatching(
          /^Anthropic API, OpenAI Chat Completions, OpenAI Responses: every request that has this list is refused, because of "t1"/,
        ),
      },
    ]);
    expect(found(list(object, { type: 'object' }))).toEqual([]);
  });

  test('keeps apart what providers refuse of one place for different reasons', () => {
    const texts = found(list({ type: 'object', properties: { 'a[]': { type: 'array' } } })).map(
      ({ explanation }) => explanation.split(':')[0],
    );
    expect(texts).toEqual(['Anthropic API', 'OpenAI Chat Completions, OpenAI Responses']);
  });

  test('says nothing for a host of which nobody says what it does to tools', () => {
    expect(found(list(either), 'crush')).toEqual([]);
  });
});
