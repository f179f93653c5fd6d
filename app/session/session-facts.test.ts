import { describe, expect, it } from 'vitest';
import type { Direction } from '../frame/record.ts';
import type { SessionFacts } from './session-facts.ts';
import { SessionModel } from './session-model.ts';

function fed(...frames: readonly [Direction, object][]): { facts: SessionFacts; news: boolean[] } {
  const model = new SessionModel('s1');
  const news = frames.map(([direction, message], seq) => {
    const before = model.facts.peers;
    const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
    model.take({ type: 'frame', seq, at: 0, session: 's1', direction, raw });
    return model.facts.peers !== before;
  });
  return { facts: model.facts, news };
}

const clientInfo = { name: 'claude-code', version: '2.1.260' };
const initialize = { id: 0, method: 'initialize', params: { capabilities: { roots: {} }, clientInfo } };
const initialized = {
  id: 0,
  result: {
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'echo', version: '1.2.3' },
    capabilities: { tools: {} },
    instructions: 'Say hello.',
  },
};

describe('the facts of a session', () => {
  it('come from the answer to initialize', () => {
    const { facts, news } = fed(['client-to-server', initialize], ['server-to-client', initialized]);
    expect(news).toEqual([false, true]);
    expect(facts.peers).toEqual({
      server: { name: 'echo', version: '1.2.3' },
      client: clientInfo,
      protocolVersion: '2025-11-25',
      instructions: 'Say hello.',
      serverCapabilities: { tools: {} },
      clientCapabilities: { roots: {} },
    });
  });

  it('come from the answer to server/discover, where both sides tell of themselves in _meta', () => {
    const meta = 'io.modelcontextprotocol/';
    const { facts } = fed(
      [
        'client-to-server',
        {
          id: 'd',
          method: 'server/discover',
          params: {
            _meta: {
              [`${meta}protocolVersion`]: '2026-07-28',
              [`${meta}clientCapabilities`]: { sampling: {} },
              [`${meta}clientInfo`]: { name: 'cursor' },
            },
          },
        },
      ],
      [
        'server-to-client',
        {
          id: 'd',
          result: {
            supportedVersions: ['2027-01-01', '2026-07-28'],
            capabilities: { prompts: {} },
            _meta: { [`${meta}serverInfo`]: { name: 'modern', version: '2' } },
          },
        },
      ],
    );
    expect(facts.peers).toEqual({
      server: { name: 'modern', version: '2' },
      client: { name: 'cursor', version: '' },
      protocolVersion: '2026-07-28',
      instructions: '',
      serverCapabilities: { prompts: {} },
      clientCapabilities: { sampling: {} },
    });
  });

  it('come from an answer to initialize under another id too', () => {
    const { facts } = fed(['client-to-server', initialize], ['server-to-client', { ...initialized, id: 7 }]);
    expect(facts.peers.server).not.toBeNull();
  });

  it('stay as they were for an error and for other methods', () => {
    const { facts, news } = fed(
      ['client-to-server', { id: 1, method: 'server/discover' }],
      ['server-to-client', { id: 1, error: { code: -32601, message: 'Method not found' } }],
      ['client-to-server', { id: 2, method: 'tools/list' }],
      ['server-to-client', { ...initialized, id: 2 }],
    );
    expect(news).not.toContain(true);
    expect(facts.peers.server).toBeNull();
    expect(facts.peers.protocolVersion).toBeNull();
  });

  it('are those of the last handshake after a restart', () => {
    const again = { ...initialized, result: { protocolVersion: '2025-06-18' } };
    const { facts } = fed(
      ['client-to-server', initialize],
      ['server-to-client', initialized],
      ['client-to-server', initialize],
      ['server-to-client', again],
    );
    expect(facts.peers.server).toBeNull();
    expect(facts.peers.protocolVersion).toBe('2025-06-18');
  });
});

describe('the facts of a session of 2026-07-28 without a handshake', () => {
  const meta = 'io.modelcontextprotocol/';
  const request = {
    id: 1,
    method: 'tools/call',
    params: {
      name: 'add',
      _meta: {
        [`${meta}protocolVersion`]: '2026-07-28',
        [`${meta}clientInfo`]: { name: 'client', version: '2' },
        [`${meta}clientCapabilities`]: { elicitation: {} },
      },
    },
  };
  const server = { [`${meta}serverInfo`]: { name: 'notes', version: '2.0.0' } };
  const result = { resultType: 'complete', content: [], _meta: server };

  it('come from the _meta of single frames', () => {
    const { facts, news } = fed(
      ['client-to-server', request],
      ['server-to-client', { id: 1, result }],
      ['client-to-server', { ...request, id: 2 }],
      ['server-to-client', { id: 2, result }],
    );
    expect(facts.peers).toEqual({
      server: { name: 'notes', version: '2.0.0' },
      client: { name: 'client', version: '2' },
      protocolVersion: '2026-07-28',
      instructions: '',
      serverCapabilities: {},
      clientCapabilities: { elicitation: {} },
    });
    expect(facts.revision).toBe('2026-07-28');
    expect(news).toEqual([false, true, false, false]);
  });

  it('prove nothing until the server shows that it speaks this revision', () => {
    const { facts } = fed(
      ['client-to-server', request],
      ['server-to-client', { id: 1, result: { content: [] } }],
      ['client-to-server', { ...request, id: 2 }],
      ['server-to-client', { id: 2, error: { code: -32601, message: 'Method not found' } }],
    );
    expect(facts.peers.protocolVersion).toBeNull();
    expect(facts.revision).toBe('unknown');
  });
});
