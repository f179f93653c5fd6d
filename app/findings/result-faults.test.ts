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
