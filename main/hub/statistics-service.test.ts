import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostApi } from './host-api.ts';
import { testHub } from './testing/test-hub.ts';

let folder = '';
let hub: HostApi;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statistics-'));
  await mkdir(join(folder, 'recordings'));
  hub = testHub(folder);
});
afterEach(async () => {
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});

const REASONS = {
  name: 'take',
  inputSchema: { type: 'object' },
  _meta: { 'mcp-ts-core/errors': [{ reason: 'sold_out', when: 'nothing is left' }, { reason: 'closed' }] },
};
const SOLD_OUT = {
  isError: true,
  content: [{ type: 'text', text: 'no' }],
  structuredContent: { error: { code: 1, message: 'no', data: { reason: 'sold_out' } } },
};
const OK = { content: [{ type: 'text', text: 'yes' }] };
const GREETING = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  serverInfo: { name: 'stall', version: '1' },
};

/** A recording of one server run, in which each answer is to a call of its only tool. */
async function recorded(name: string, hour: number, answers: readonly object[]): Promise<string> {
  const startedAt = `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;
  const lines: object[] = [
    { type: 'header', format: 'tierscope', version: 1, startedAt },
    { type: 'session', seq: 1, at: 0, session: 's1', label: name, origin: 'connect', command: 'stall' },
  ];
  const exchange = (id: number, method: string, params: object, result: object): void => {
    const seq = lines.length;
    const frame = { type: 'frame', session: 's1' };
    const request = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const answer = JSON.stringify({ jsonrpc: '2.0', id, result });
    lines.push({ ...frame, seq, at: seq * 10, direction: 'client-to-server', raw: request });
    lines.push({ ...frame, seq: seq + 1, at: seq * 10 + 5, direction: 'server-to-client', raw: answer });
  };
  exchange(0, 'initialize', {}, GREETING);
  exchange(1, 'tools/list', {}, { tools: [REASONS] });
  for (const [index, result] of answers.entries())
    exchange(index + 2, 'tools/call', { name: 'take' }, result);
  const path = join(folder, 'recordings', `${name}.tierscope.jsonl`);
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

async function opened(path: string): Promise<string> {
  const done = await hub.commands.openRecording({ path });
  if (!done.ok) throw new Error(done.error);
  return done.value.sessions[0] ?? '';
}

describe('the statistics of a session', () => {
  it('say how its calls went, and which declared reasons were seen', async () => {
    const session = await opened(await recorded('now', 12, [OK, SOLD_OUT, SOLD_OUT, OK]));
    const read = await hub.commands.readStatistics({ session });
    if (!read.ok) throw new Error(read.error);
    const { run, reasons } = read.value;
    expect(run).toMatchObject({ label: 'now', server: 'stall 1', counts: { tool: 2 } });
    expect(run.statistics.groups[0]).toMatchObject({
      target: 'take',
      calls: 4,
      tiers: { ok: 2, tool: 2 },
      duration: { p50: 5 },
      retries: 2,
      helped: 1,
    });
    expect(reasons).toMatchObject([{ tool: 'take', failures: 2, undeclared: [] }]);
    expect(reasons[0]?.declared).toEqual([
      { reason: 'sold_out', when: 'nothing is left', seen: 2 },
      { reason: 'closed', when: '', seen: 0 },
    ]);
  });

  it('count what the chosen host would not take whole, and nothing without a host', async () => {
    const large = { content: [{ type: 'text', text: 'x'.repeat(60_000) }] };
    const session = await opened(await recorded('now', 12, [OK, large, SOLD_OUT]));
    const fitsIn = async (host?: { host: string; version: string }) => {
      const read = await hub.commands.readStatistics({ session, ...(host === undefined ? {} : { host }) });
      return read.ok ? read.value.fits : read.error;
    };
    expect(await fitsIn()).toEqual([]);
    const claude = { host: 'claude-code', version: '' };
    expect(await fitsIn(claude)).toEqual([{ tool: 'take', results: 3, large: 1, late: 0 }]);
    expect(await fitsIn({ host: 'crush', version: '' })).toEqual([
      { tool: 'take', results: 3, large: 0, late: 0 },
    ]);
  });

  it('are not there for a session that was closed', async () => {
    expect(await hub.commands.readStatistics({ session: 's9' })).toMatchObject({ ok: false });
  });
});

describe('an earlier recording', () => {
  it('is read as a run of its own', async () => {
    const before = await recorded('before', 9, [SOLD_OUT]);
    const session = await opened(await recorded('now', 12, [OK]));
    const read = await hub.commands.readEarlierRun({ session, path: before, reading: 'r1' });
    expect(read).toMatchObject({
      ok: true,
      value: [{ label: 'before', file: before, statistics: { all: { calls: 1, tiers: { tool: 1 } } } }],
    });
  });

  it('is none if it is of no earlier run of this server', async () => {
    const session = await opened(await recorded('now', 12, [OK]));
    const read = await hub.commands.readEarlierRun({ session, path: '/etc/passwd', reading: 'r1' });
    expect(read).toEqual({
      ok: false,
      error: '/etc/passwd is not an earlier recording of this server any more.',
    });
  });
});
