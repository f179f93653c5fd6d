import { describe, expect, it } from 'vitest';
import { LAB_TOOLS, type LabToolName } from '../../../app/lab/lab-tools.ts';
import { readEnvelope } from '../../../app/wire/envelope.ts';
import { LAB_RUNS } from './lab-server.ts';
import { LabTestClient } from './testing/lab-test-client.ts';

describe('the error lab', () => {
  it('has behavior for every tool of the table, and for no other', () => {
    expect(Object.keys(LAB_RUNS).sort()).toEqual(LAB_TOOLS.map((tool) => tool.name).sort());
  });

  it.each(LAB_TOOLS.map((tool) => [tool.name, tool] as const))(
    'lands %s at the tier, outcome and code of the table',
    async (_name, tool) => {
      const client = await LabTestClient.connect();
      await client.call(tool);
      const shown = client.rows.map(({ tier, outcome, code }) => ({ tier, outcome, code }));
      expect(shown).toContainEqual({ tier: tool.tier, outcome: tool.outcome, code: tool.code });
      const call = client.model.book.exchanges.find((exchange) => exchange.method === 'tools/call');
      expect(call?.outcome).toBe(tool.callOutcome);
    },
  );

  it('lists its tools on one page, with title, description and schema', async () => {
    const client = await LabTestClient.connect();
    await client.send({ id: 1, method: 'tools/list' });
    const { tools, nextCursor } = JSON.parse(client.lines[0] ?? '').result;
    expect(nextCursor).toBeUndefined();
    expect(tools.map((tool: { name: string }) => tool.name)).toEqual(LAB_TOOLS.map((tool) => tool.name));
    for (const tool of tools) {
      expect(tool).toMatchObject({ title: expect.any(String), inputSchema: { type: 'object' } });
    }
  });

  it('answers an unknown tool with -32602 and a bad argument with isError', async () => {
    const client = await LabTestClient.connect();
    await client.send({ id: 1, method: 'tools/call', params: { name: 'serach' } });
    const bad = { name: 'crash-exit', arguments: { code: 'three' } };
    await client.send({ id: 2, method: 'tools/call', params: bad });
    expect(readEnvelope(client.lines[0] ?? '')).toMatchObject({
      kind: 'error',
      error: { codeText: '-32602' },
    });
    expect(JSON.parse(client.lines[1] ?? '').result.isError).toBe(true);
    expect(client.acts).toEqual([]);
  });

  it('reads one resource, misses another with data.uri, and refuses a prompt', async () => {
    const client = await LabTestClient.connect();
    await client.send({ id: 1, method: 'resources/read', params: { uri: 'lab://readme' } });
    await client.send({ id: 2, method: 'resources/read', params: { uri: 'lab://missing' } });
    await client.send({ id: 3, method: 'prompts/get', params: { name: 'explain-tiers' } });
    await client.send({ id: 4, method: 'prompts/get', params: { name: 'refused' } });
    const [readme, missing, prompt, refused] = client.lines.map((line) => JSON.parse(line));
    expect(readme.result.contents[0].text).toContain('error lab');
    expect(missing.error).toMatchObject({ code: -32002, data: { uri: 'lab://missing' } });
    expect(prompt.result.messages).toHaveLength(1);
    expect(refused.error.code).toBe(-32602);
  });

  it('lists nothing that it cannot serve', async () => {
    const client = await LabTestClient.connect();
    const methods = ['resources/list', 'resources/templates/list', 'prompts/list', 'ping'];
    for (const [index, method] of methods.entries()) await client.send({ id: index, method });
    for (const line of client.lines) expect(readEnvelope(line).kind).toBe('result');
  });

  it.each<[LabToolName, string]>([
    ['crash-exit', 'exit 3'],
    ['crash-signal', 'kill SIGSEGV'],
    ['crash-exception', 'throw the connection pool is gone'],
    ['close-stdout', 'close stdout'],
  ])('does to its process in %s what the name says, and never answers', async (name, act) => {
    const client = await LabTestClient.connect();
    await client.send({ id: 5, method: 'tools/call', params: { name } });
    expect(client.acts).toEqual([act]);
    expect(client.lines).toEqual([]);
  });
});
