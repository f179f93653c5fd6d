import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ReaperClient } from '../../session/reaper-client.ts';
import { handshaking } from '../../session/testing/session-rig.ts';
import { runEras } from './run-eras.ts';

const recorded = (name: string) =>
  fileURLToPath(new URL(`../../../e2e/servers/recorded/${name}`, import.meta.url));

async function eras(args: readonly string[], signal?: AbortSignal) {
  const reaper = new ReaperClient({ command: 'unused', args: [] });
  reaper.watch = () => undefined;
  const spec = { command: process.execPath, args, cwd: '', env: {}, graceMs: 250 };
  return runEras({ spec, settings: { timeoutMs: 20_000 }, version: '0', reaper, signal });
}

describe('the eras of a server', () => {
  it('on the TypeScript SDK 2 are both', async () => {
    const { serves, rows, server } = await eras([recorded('server-v2.js')]);
    expect(serves).toBe('both');
    expect(rows.map(({ outcome }) => outcome)).toEqual(['opens', 'opens', 'opens', 'opens', 'opens']);
    expect(server).not.toBe('');
  });

  it('on the TypeScript SDK 1 is the one of initialize, and its traffic says what changes', async () => {
    const { serves, rows, advice, migration } = await eras([recorded('mcp-server-v1.js')]);
    expect(serves).toBe('only-initialize');
    expect(rows.at(-1)).toMatchObject({ outcome: 'fails', step: 'The era', todo: '' });
    expect(rows.at(-1)?.found).toContain('-32601');
    expect(advice.join(' ')).toContain('@modelcontextprotocol/server');
    expect(migration.map(({ what }) => what)).toContain('initialize');
  });

  it('of one that answers with its newest revision, whatever was asked, end for older clients', async () => {
    const answering = `
      if (request.method === 'tools/list') say({ jsonrpc: '2.0', id: request.id, result: { tools: [] } });
      else say({ jsonrpc: '2.0', id: request.id, result: {} })`;
    const [flag = '', script = ''] = handshaking(answering);
    const { rows } = await eras([flag, script.replaceAll('request.params.protocolVersion', "'2025-11-25'")]);
    expect(rows.map(({ agreed }) => agreed).slice(0, 4)).toEqual(Array(4).fill('2025-11-25'));
    expect(rows[0]).toMatchObject({ outcome: 'refused-by-client' });
  });

  it('are not all looked at if it is stopped', async () => {
    const { rows } = await eras([recorded('server-v2.js')], AbortSignal.abort());
    expect(rows).toEqual([]);
  });
});
