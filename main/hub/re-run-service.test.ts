import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scriptedRecords, text } from '../../app/analysis/compare/testing/scripted-run.ts';
import type { ReRunPlan, SentView } from '../../app/contract/re-run-commands.ts';
import type { LiveInfo } from '../../app/contract/session-info.ts';
import { encodeHeader, encodeRecord } from '../../app/recording/encode-record.ts';
import { sampleHeader } from '../../app/recording/testing/any-record.ts';
import type { HostApi } from './host-api.ts';
import { EVERYTHING, liveReached, testHub } from './testing/test-hub.ts';

let folder = '';
let hub: HostApi;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 're-run-'));
  hub = testHub(folder, [EVERYTHING]);
});

afterEach(async () => {
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});

async function connected(): Promise<string> {
  const commandLine = `"${process.execPath}" "${EVERYTHING}"`;
  const opened = await hub.commands.connect({ commandLine, settings: { era: 'initialize' } });
  if (!opened.ok) throw new Error(opened.error);
  const { session } = opened.value;
  await reached(session, ({ state }) => state === 'ready');
  return session;
}

const reached = (session: string, fits: (info: LiveInfo) => boolean) => liveReached(hub, session, fits);

async function planned(from: string, to: string, ranges?: [number, number][]): Promise<ReRunPlan> {
  const plan = await hub.commands.planReRun({ from, to, ...(ranges === undefined ? {} : { ranges }) });
  if (!plan.ok) throw new Error(plan.error);
  return plan.value;
}

async function sent(to: string): Promise<readonly SentView[]> {
  const page = await hub.commands.readReRun({ session: to, from: 0, limit: 100 });
  if (!page.ok) throw new Error(page.error);
  return page.value.items;
}

const isOver = ({ reRun }: LiveInfo) => reRun !== undefined && reRun.state !== 'running';

test('a dry run shows what would be sent and sends no call; the run sends what was agreed to, in order', async () => {
  const from = await connected();
  await hub.commands.callTool({ session: from, name: 'echo', arguments: { message: 'one' } });
  await hub.commands.callTool({ session: from, name: 'get-sum', arguments: { a: 'x', b: 2 } });
  await hub.commands.sendRequest({ session: from, method: 'ping' });
  await hub.commands.sendRaw({ session: from, text: '{"jsonrpc":"2.0","id":', deliberate: true });
  const params = { uri: 'nothing://there' };
  await hub.commands.sendRequest({ session: from, method: 'resources/read', params });
  const to = await connected();
  const plan = await planned(from, to);
  expect(plan.requests.map(({ method, target, params }) => [method, target, params])).toEqual([
    ['tools/call', 'echo', '{"message":"one"}'],
    ['tools/call', 'get-sum', '{"a":"x","b":2}'],
    ['resources/read', 'nothing://there', '{"uri":"nothing://there"}'],
  ]);
  // The server may or may not have requested roots by now.
  const leftOut = plan.leftOut.filter(({ reason }) => reason !== 'answer');
  expect(leftOut.map(({ reason, count }) => [reason, count])).toEqual([
    ['handshake', 2],
    ['ping', 1],
    ['malformed', 1],
  ]);
  expect(plan).toMatchObject({ toolsFrom: 'server', toolsFailure: '' });
  // The list of a dry run is in the log now, so the next one requests nothing.
  expect((await planned(from, to)).toolsFrom).toBe('log');

  const groups = plan.groups.map(({ key }) => key);
  expect(await hub.commands.startReRun({ from, to, groups })).toEqual({ ok: true, value: null });
  const { reRun } = await reached(to, isOver);
  expect(reRun).toMatchObject({ state: 'done', total: 3, sent: 3, worse: 0, better: 0, current: '' });
  const items = await sent(to);
  expect(items.map(({ target, before, after }) => [target, before.tier, after?.tier])).toEqual([
    ['echo', 'ok', 'ok'],
    ['get-sum', 'tool', 'tool'],
    ['nothing://there', 'protocol', 'protocol'],
  ]);
  const seqs = items.map(({ after }) => after?.seq ?? 0);
  expect([...seqs].sort((a, b) => a - b)).toEqual(seqs);
  const first = seqs[0] ?? 0;
  const record = await hub.commands.readRecords({ session: to, first, last: first, limit: 1 });
  expect(JSON.stringify(record)).toContain('one');
}, 60_000);

test('only what was selected is sent, an answer standing for its request, and only to a live session', async () => {
  const from = await connected();
  for (const message of ['one', 'two']) {
    await hub.commands.callTool({ session: from, name: 'echo', arguments: { message } });
  }
  const page = await hub.commands.readRows({ session: from, from: 0, patchesFrom: 0, limit: 100 });
  const last = page.ok ? page.value.length : 0;
  const plan = await planned(from, from, [[last, last + 5]]);
  expect(plan.requests.map(({ params }) => params)).toEqual(['{"message":"two"}']);
  const nowhere = await hub.commands.planReRun({ from, to: 's99' });
  expect(nowhere).toEqual({ ok: false, error: 'Requests can only be sent to a live session.' });
  const nothing = await hub.commands.startReRun({ from, to: from, groups: [] });
  expect(nothing).toMatchObject({ ok: false, error: expect.stringContaining('nothing to send') });
  const other = await hub.commands.startReRun({
    from,
    to: from,
    groups: ['destructive tools/call echo'],
  });
  expect(other).toMatchObject({ ok: false, error: expect.stringContaining('Look at the list again') });
  await hub.commands.disconnect({ session: from });
  const gone = await hub.commands.planReRun({ from, to: from });
  expect(gone).toMatchObject({ ok: false, error: expect.stringContaining('not connected') });
}, 60_000);

test('an opened recording is sent to a live session, with fresh ids and progress tokens', async () => {
  const path = join(folder, 'old.tierscope.jsonl');
  const calls = [
    { tool: 'echo', args: { message: 'hi' }, result: text('Echo: hi') },
    { tool: 'no-such-tool', result: text('fine') },
  ];
  const records = scriptedRecords(calls, 700);
  await writeFile(path, `${[encodeHeader(sampleHeader), ...records.map(encodeRecord)].join('\n')}\n`);
  const opened = await hub.commands.openRecording({ path });
  const from = opened.ok ? (opened.value.sessions[0] ?? '') : '';
  const to = await connected();
  const { groups } = await planned(from, to);
  expect(groups.map(({ tool, risk }) => [tool, risk])).toEqual([
    ['echo', 'read-only'],
    ['no-such-tool', 'not-listed'],
  ]);
  await hub.commands.startReRun({ from, to, groups: groups.map(({ key }) => key) });
  expect((await reached(to, isOver)).reRun).toMatchObject({ state: 'done', sent: 2, worse: 1 });
  const [first, second] = await sent(to);
  expect(second?.before.tier).toBe('ok');
  expect(second?.after?.tier).not.toBe('ok');
  const seq = first?.after?.seq ?? 0;
  const read = await hub.commands.readRecords({ session: to, first: seq, last: seq, limit: 1 });
  const raw = read.ok && read.value[0]?.type === 'frame' ? (read.value[0].raw ?? '') : '';
  const { id, params } = JSON.parse(raw);
  expect(params).toMatchObject({ name: 'echo', arguments: { message: 'hi' } });
  expect([id, params._meta.progressToken]).not.toContain(700);
  const noise = { off: [], own: [] };
  const compared = await hub.commands.openComparison({
    left: { session: from },
    right: { session: to },
    sentTo: to,
    noise,
  });
  expect(compared).toMatchObject({
    value: { summary: { left: 2, right: 2, counts: { worse: 1, right: 0 } } },
  });
}, 60_000);

test('a run can be stopped in the middle of a call, and ends when the server does', async () => {
  const from = await connected();
  const slow = { duration: 30, steps: 2 };
  const call = hub.commands.callTool({
    session: from,
    name: 'trigger-long-running-operation',
    arguments: slow,
  });
  await reached(from, () => true);
  const to = await connected();
  await hub.commands.sendRequest({ session: from, method: 'tools/list' });
  const { groups } = await planned(from, to);
  const all = groups.map(({ key }) => key);
  await hub.commands.startReRun({ from, to, groups: all });
  await reached(to, ({ reRun }) => reRun?.current.includes('long-running') === true);
  expect(await hub.commands.startReRun({ from, to, groups: all })).toMatchObject({ ok: false });
  expect(await hub.commands.stopReRun({ session: to })).toEqual({ ok: true, value: null });
  expect((await reached(to, isOver)).reRun).toMatchObject({ state: 'stopped', sent: 1, total: 2 });
  expect((await sent(to))[0]?.after).toMatchObject({ tier: 'client', outcome: 'cancelled' });
  expect(await hub.commands.stopReRun({ session: to })).toMatchObject({ ok: false });

  await hub.commands.startReRun({ from, to, groups: all });
  await reached(to, ({ reRun }) => reRun?.current.includes('long-running') === true);
  await hub.commands.disconnect({ session: to });
  const { reRun } = await reached(to, isOver);
  expect(reRun).toMatchObject({
    state: 'failed',
    sent: 1,
    total: 2,
    note: expect.stringContaining('ended'),
  });
  await hub.commands.disconnect({ session: from });
  await call;
}, 60_000);
