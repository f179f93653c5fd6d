import { describe, expect, it } from 'vitest';
import { SessionScript } from '../../findings/testing/session-script.ts';
import { LogModel } from '../../session/log-model.ts';
import { MigrationReader } from './migration.ts';

function stepsOf(script: SessionScript) {
  const reader = new MigrationReader();
  const log = new LogModel({ each: () => [reader] });
  for (const record of script.records) log.take(record);
  return new Map(reader.steps.map((step) => [step.what, step]));
}

const EMPTY = { result: {} };

describe('what changes with 2026-07-28', () => {
  it('is the handshake, and what each request and result must carry', () => {
    const steps = stepsOf(
      new SessionScript()
        .handshake()
        .request('tools/list', {}, { result: { tools: [] } })
        .call('add', { a: 1 }, { result: { content: [] } }),
    );
    expect([...steps.keys()]).toEqual([
      'initialize',
      'notifications/initialized',
      '_meta',
      'resultType',
      'cache',
    ]);
    expect(JSON.parse(steps.get('initialize')?.after ?? '')).toMatchObject({
      id: 1,
      method: 'server/discover',
      params: { _meta: { 'io.modelcontextprotocol/clientInfo': { name: 'test' } } },
    });
    expect(steps.get('_meta')).toMatchObject({ count: 2, side: 'client' });
    expect(JSON.parse(steps.get('cache')?.after ?? '').result).toMatchObject({
      ...{ resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools: [] },
    });
    expect(steps.get('notifications/initialized')?.after).toBe('');
  });

  it('is a log level in each request, one subscription for all, and no ping', () => {
    const steps = stepsOf(
      new SessionScript()
        .handshake()
        .request('logging/setLevel', { level: 'debug' }, EMPTY)
        .request('resources/subscribe', { uri: 'note://1' }, EMPTY)
        .request('ping', {}, EMPTY)
        .request('ping', {}, EMPTY),
    );
    expect(steps.get('logging/setLevel')?.after).toContain('"io.modelcontextprotocol/logLevel":"debug"');
    expect(JSON.parse(steps.get('resources/subscribe')?.after ?? '')).toMatchObject({
      method: 'subscriptions/listen',
      params: { notifications: { resourceSubscriptions: ['note://1'] } },
    });
    expect(steps.get('ping')).toMatchObject({ count: 2, after: '' });
  });

  it('is a request of the server that becomes the result of the call it belongs to', () => {
    const ask = { id: 9, method: 'elicitation/create', params: { message: 'Sure?' } };
    const steps = stepsOf(
      new SessionScript()
        .handshake()
        .request('tools/call', { name: 'erase', arguments: {} })
        .server(ask)
        .client({ id: 9, result: { action: 'accept' } }),
    );
    const { after = '', side, before } = steps.get('elicitation/create') ?? {};
    expect([side, before]).toEqual(['server', expect.stringContaining('Sure?')]);
    expect(JSON.parse(after)).toMatchObject({
      id: 2,
      result: {
        resultType: 'input_required',
        inputRequests: { input: { method: 'elicitation/create', params: { message: 'Sure?' } } },
      },
    });
  });

  it('is the code of a missing resource', () => {
    const error = { code: -32002, message: 'No such note' };
    const steps = stepsOf(
      new SessionScript().handshake().request('resources/read', { uri: 'note://9' }, { error }),
    );
    expect(steps.get('-32002')?.after).toBe(
      '{"error":{"code":-32602,"message":"No such note","data":{"uri":"note://9"}}}',
    );
  });

  it('is nothing in a session that speaks it already', () => {
    expect(
      stepsOf(new SessionScript().discover().request('tools/list', {}, { result: { tools: [] } })).size,
    ).toBe(0);
  });
});
