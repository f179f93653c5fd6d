import { describe, expect, it } from 'vitest';
import { complaintsAbout } from '../../../app/findings/testing/right-answers.ts';
import { LAB_TOOLS, type LabToolName } from '../../../app/lab/lab-tools.ts';
import { type Envelope, readEnvelope } from '../../../app/wire/envelope.ts';
import { LabTestClient } from './testing/lab-test-client.ts';

async function linesOf(name: LabToolName, args?: Record<string, unknown>): Promise<LabTestClient> {
  const client = await LabTestClient.connect();
  const tool = LAB_TOOLS.find((known) => known.name === name);
  if (tool !== undefined) await client.call(tool, args ?? tool.sampleArguments);
  return client;
}

function faultsOf(envelope: Envelope): readonly string[] {
  return 'faults' in envelope ? envelope.faults : [envelope.kind];
}

describe('broken bytes', () => {
  it.each<[LabToolName, string[]]>([
    ['answer-both-members', ['result-and-error']],
    ['answer-neither-member', ['no-result-no-error']],
    ['answer-without-message', ['message-not-string']],
    ['answer-error-string', ['error-not-object']],
    ['answer-null-id', ['id-null']],
    ['answer-string-code', ['code-not-integer']],
    ['answer-code-zero', []],
    ['answer-float-code', ['code-not-integer']],
    ['answer-without-version', ['version-not-2.0']],
    ['answer-byte-order-mark', ['byte-order-mark']],
    ['half-answer', ['not-json']],
    ['two-messages-one-line', ['not-json']],
  ])('%s is one line with exactly that fault', async (name, faults) => {
    const { lines } = await linesOf(name);
    expect(lines).toHaveLength(1);
    expect(faultsOf(readEnvelope(lines[0] ?? ''))).toEqual(faults);
  });

  it('writes the broken line first and then a good answer', async () => {
    for (const [name, kind] of [
      ['stdout-noise', 'not-json'],
      ['stdout-other-json', 'not-json-rpc'],
    ] as const) {
      const { lines } = await linesOf(name);
      expect(lines.map((line) => readEnvelope(line).kind)).toEqual([kind, 'result']);
    }
  });

  it('leaves no id in half an answer', async () => {
    const { lines } = await linesOf('half-answer');
    expect(lines[0]).not.toContain('"id"');
  });

  it('answers a numeric id with a string', async () => {
    const { lines } = await linesOf('answer-string-id');
    expect(JSON.parse(lines[0] ?? '').id).toBe('5');
  });
});

it('is never told to send what breaks another rule', async () => {
  for (const tool of LAB_TOOLS) {
    const client = await LabTestClient.connect();
    await client.send({ id: 4, method: 'tools/list' });
    await client.call(tool);
    expect([tool.name, ...complaintsAbout(client.records)]).toEqual([tool.name]);
  }
});

describe('results', () => {
  it('keeps the structured success to its own schema', async () => {
    const { lines } = await linesOf('ok-structured', { city: 'Bergen' });
    expect(JSON.parse(lines[0] ?? '').result.structuredContent).toMatchObject({
      city: 'Bergen',
      sky: 'cloudy',
    });
  });

  it('gives the recovery hint in the text and in structuredContent.error', async () => {
    const { lines } = await linesOf('tool-error-recovery');
    const { content, structuredContent } = JSON.parse(lines[0] ?? '').result;
    const { message, data } = structuredContent.error;
    expect(content[0].text).toBe(`Error: ${message}\n\nRecovery: ${data.recovery.hint}`);
  });

  it('shows a block of every kind in one tool error', async () => {
    const { lines } = await linesOf('tool-error-media');
    const types = JSON.parse(lines[0] ?? '').result.content.map((block: { type: string }) => block.type);
    expect(types).toEqual(['text', 'image', 'audio', 'resource_link', 'resource']);
  });

  it('takes any shape of a tool error, and any code and data of a protocol error', async () => {
    const shape = await linesOf('tool-error-any', { result: { reason: 'busy', content: 7 } });
    expect(JSON.parse(shape.lines[0] ?? '').result).toEqual({ isError: true, reason: 'busy', content: 7 });
    const coded = await linesOf('custom-code', { code: -1, message: 'no', data: ['a'] });
    expect(JSON.parse(coded.lines[0] ?? '').error).toEqual({ code: -1, message: 'no', data: ['a'] });
    const bare = await linesOf('custom-code', { data: null });
    expect(JSON.parse(bare.lines[0] ?? '').error).not.toHaveProperty('data');
  });

  it('fails every n-th call and no other', async () => {
    const client = await LabTestClient.connect();
    for (const id of [1, 2, 3, 4]) {
      const params = { name: 'every-nth-call', arguments: { n: 2, code: -7 } };
      await client.send({ id, method: 'tools/call', params });
    }
    expect(client.lines.map((line) => readEnvelope(line).kind)).toEqual([
      ...['result', 'error', 'result', 'error'],
    ]);
  });

  it('sends no content if it says so', async () => {
    for (const name of ['tool-error-top-level', 'result-without-content'] as const) {
      const { lines } = await linesOf(name);
      expect(JSON.parse(lines[0] ?? '').result).not.toHaveProperty('content');
    }
  });

  it('is as large as asked for, to the byte for text', async () => {
    const text = await linesOf('large-text', { megabytes: 2 });
    expect(JSON.parse(text.lines[0] ?? '').result.content[0].text).toHaveLength(2 * 1_048_576);
    const structured = await linesOf('large-structured');
    expect(structured.lines[0]?.length).toBeGreaterThan(5 * 1_048_576);
  });
});

describe('traffic beside the answer', () => {
  it('sends as many notifications as asked for, and then says how many', async () => {
    const { lines } = await linesOf('notification-burst', { count: 450 });
    expect(lines).toHaveLength(451);
    expect(JSON.parse(lines[449] ?? '').params).toMatchObject({
      level: 'info',
      data: 'notification 450 of 450',
    });
    expect(JSON.parse(lines[450] ?? '').result.content[0].text).toBe('Sent 450 notifications.');
  });

  it('reports each step as progress with the token of the call', async () => {
    const { lines } = await linesOf('slow-progress', { steps: 3, stepMs: 1 });
    const steps = lines.slice(0, 3).map((line) => JSON.parse(line).params);
    expect(steps.map(({ progress, progressToken }) => [progress, progressToken])).toEqual([
      [1, 5],
      [2, 5],
      [3, 5],
    ]);
    expect(readEnvelope(lines[3] ?? '').kind).toBe('result');
  });

  it('uses the id of the call for a request of its own, and shows the reply', async () => {
    const { lines } = await linesOf('server-request-same-id');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: 5, method: 'ping' });
    expect(JSON.parse(lines[1] ?? '').result.content[0].text).toContain('{"kind":"result","result":{}}');
  });

  it('writes colored stderr lines in halves', async () => {
    const { stderr } = await linesOf('stderr-output');
    expect(stderr.split('\n')).toHaveLength(4);
    expect(stderr).toContain('\x1b[33mWARN\x1b[0m  the cache is cold, this takes longer\n');
  });

  it('names the request on stderr if a handler throws', async () => {
    const { stderr } = await linesOf('internal-error');
    expect(stderr).toMatch(/request 5: internal-error failed\nTypeError: .*\n\s+at /);
  });

  it('answers late even after the client cancelled', async () => {
    const { rows } = await linesOf('late-answer');
    expect(rows.at(-1)).toMatchObject({ outcome: 'late', tier: 'client' });
  });
});
