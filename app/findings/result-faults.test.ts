import { describe, expect, it } from 'vitest';
import type { Finding } from './finding.ts';
import { SessionScript } from './testing/session-script.ts';

function found(script: SessionScript, options = {}): readonly Finding[] {
  return script.findings(options).filter(({ rule }) => rule === 'D09');
}

const called = (result: unknown) => new SessionScript().handshake().call('add', {}, { result });

describe('a result that breaks its schema', () => {
  it('is said to be thrown away, waited for or passed over, as the official clients do', () => {
    expect(found(called({ content: 5 }))).toMatchObject([
      { explanation: expect.stringContaining('with an error') },
    ]);
    expect(found(called(null))).toMatchObject([
      { explanation: expect.stringContaining('wait for the time-out') },
    ]);
    expect(found(called({}))).toMatchObject([{ explanation: expect.stringContaining('pass over that') }]);
  });

  it('names the member, and shows only what its own values can put right', () => {
    expect(found(called({ content: ['3'] }))).toMatchObject([
      {
        explanation: expect.stringContaining('content[0] is "3" and must be a content block'),
        after: '{"result":{"content":[{"type":"text","text":"3"}]}}',
      },
    ]);
    expect(found(called({ content: [{ type: 'image', mimeType: 'image/png' }] }))).toMatchObject([
      { explanation: expect.stringContaining('content[0].data is missing'), after: '' },
    ]);
  });

  const listed = (...tools: readonly unknown[]) =>
    new SessionScript().handshake().request('tools/list', {}, { result: { tools } });
  const good = { name: 'good', inputSchema: { type: 'object' } };

  it('names each tool for which clients throw the whole list away, and puts all of them right', () => {
    const script = listed({ name: 'either', inputSchema: {} }, good, { name: 'none', inputSchema: {} }, null);
    expect(found(script)).toMatchObject([
      {
        severity: 'violation',
        explanation: expect.stringMatching(
          /tools\[0\]\.inputSchema\.type of "either" is missing, tools\[2\]\.inputSchema\.type of "none" is missing, tools\[3\] is null .*TypeScript SDKs 1\.32 and 2\.4 throw the whole list away/,
        ),
        todo: expect.stringContaining('tools[0].inputSchema.type, tools[2].inputSchema.type: "object"'),
        after: '',
      },
    ]);
    expect(
      found(listed({ name: 'either', inputSchema: {} }, { name: 'none', inputSchema: {} })),
    ).toMatchObject([
      { after: expect.stringMatching(/"either","inputSchema":\{"type":"object"\}.*"none".*"object"/) },
    ]);
  });

  it('names every fault of one tool, and what JSON Schema alone rules out stands in a rule of its own', () => {
    const script = listed({
      name: 'all',
      title: 4,
      inputSchema: { type: 'object', required: 'id', properties: { id: { type: 'any' } } },
    });
    expect(script.findings().map(({ rule, explanation }) => [rule, explanation])).toEqual([
      [
        'D09',
        expect.stringMatching(/\.title of "all" is 4 .*\.required of "all" is "id" and must be an array, so/),
      ],
      ['D13', expect.stringMatching(/^The tool "all" .*: inputSchema\.properties\.id\.type must [^;]*;/)],
    ]);
  });

  it('is a violation whenever no caller sees the result, and says who reads it anyway', () => {
    expect(found(new SessionScript().handshake().request('ping', {}, { result: { pong: 1 } }))).toMatchObject(
      [{ severity: 'violation', explanation: expect.stringContaining('never sees the result') }],
    );
    const script = new SessionScript().discover();
    expect(found(script.call('add', {}, { result: script.complete({}) }))).toMatchObject([
      { severity: 'violation', explanation: expect.stringContaining('rmcp 3.2 and later reads it') },
    ]);
  });

  it.each([
    [{ content: [], isError: 'true' }, '{"result":{"content":[],"isError":true}}'],
    [{ content: [], structuredContent: null }, '{"result":{"content":[]}}'],
    [{ content: { type: 'text', text: 'a' } }, '{"result":{"content":[{"type":"text","text":"a"}]}}'],
    [{ content: { type: 'text' } }, ''],
    [{ content: [], isError: 'perhaps' }, ''],
  ])('%j becomes %s', (result, after) => {
    expect(found(called(result))).toMatchObject([{ after }]);
  });

  it('is held against the side that sent it, and against Hermes where its documentation shows it so', () => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const prompt = new SessionScript()
      .handshake()
      .request('prompts/get', { name: 'p' }, { result: { messages } });
    expect(found(prompt)).toMatchObject([{ side: 'server' }]);
    expect(found(prompt, { vocabularies: () => ['hermes'] })).toMatchObject([{ side: 'sdk' }]);
    const roots = new SessionScript()
      .handshake()
      .server({ id: 's1', method: 'roots/list' })
      .client({ id: 's1', result: {} });
    expect(found(roots)).toMatchObject([
      { side: 'client', todo: expect.stringContaining('The client must') },
    ]);
  });

  it('gets no advice on its text: nobody reads it', () => {
    const script = called({ content: [{ type: 'text', text: 'Error' }], isError: 1 });
    expect(script.findings().map(({ rule }) => rule)).toEqual(['D09']);
  });
});
