import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostEvents, Notice } from '../../app/contract/events.ts';
import { fileInfo, type SessionInfo } from '../../app/contract/session-info.ts';
import type { HostApi } from './host-api.ts';
import { sessionReached, testHub } from './testing/test-hub.ts';

const CALLS = 12_000;
const PAD = 'x'.repeat(200);

let folder = '';
let hub: HostApi;
let path = '';

/** Some megabytes: two sessions, the second of which begins in the last tenth; every answer comes much later. */
async function writeLarge(): Promise<void> {
  const lines: object[] = [
    { type: 'header', format: 'tierscope', version: 1, startedAt: '2026-11-21T09:30:00.000Z' },
    { type: 'session', seq: 1, at: 0, session: 'a', label: 'first', origin: 'connect' },
  ];
  const frame = (session: string, direction: string, message: object): void => {
    const seq = lines.length;
    const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
    lines.push({ type: 'frame', seq, at: seq, session, direction, raw });
  };
  for (let id = 1; id <= CALLS; id += 1) {
    frame('a', 'client-to-server', {
      id,
      method: 'tools/call',
      params: { name: 'echo', arguments: { PAD } },
    });
    if (id > CALLS / 2)
      frame('a', 'server-to-client', { id: id - CALLS / 2, result: { content: [], isError: id % 2 === 0 } });
  }
  frame('b', 'client-to-server', { id: 1, method: 'ping' });
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-'));
  path = join(folder, 'large.tierscope.jsonl');
  hub = testHub(folder);
  await writeLarge();
});

afterEach(async () => {
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});

function hear(): { infos: SessionInfo[]; notices: Notice[] } {
  const infos: SessionInfo[] = [];
  const notices: Notice[] = [];
  const heard = {
    sessionChanged: (info: SessionInfo) => infos.push(info),
    notice: (notice: Notice) => notices.push(notice),
  };
  const deaf = () => undefined;
  const events = new Proxy(heard as unknown as HostEvents, {
    get: (target, name) => Reflect.get(target, name) ?? deaf,
  });
  hub.subscribe(events);
  return { infos, notices };
}

const isWhole = (info: SessionInfo) => fileInfo(info)?.opening === undefined;

async function opened(): Promise<string> {
  const answer = await hub.commands.openRecording({ path });
  if (!answer.ok) throw new Error(answer.error);
  return answer.value.sessions[0] ?? '';
}

test('a large file shows its first rows while the rest is read, and then all of them as they became', async () => {
  const { infos } = hear();
  const session = await opened();
  const early = fileInfo(infos.find((info) => info.session === session));
  expect(early).toMatchObject({ label: 'first', kind: 'file', state: 'file', file: path });
  expect(early?.opening?.bytesRead).toBeLessThan(early?.opening?.bytesTotal ?? 0);
  const whole = await sessionReached(hub, session, isWhole);
  expect(whole.label).toBe('first');
  const { sessions, logs } = await hub.commands.hello({});
  expect(sessions.map(({ session: one }) => one)).toEqual(['s1', 's2']);
  expect(logs[0]).toMatchObject({ length: 18_000, counts: { tool: 3000, ok: 3000, unanswered: 6000 } });
  // A screen that read the first rows before they were answered gets updates for them.
  expect(logs[0]?.patches).toBeGreaterThan(0);
  const page = await hub.commands.readRows({ session, from: 18_000, patchesFrom: 0, limit: 20_000 });
  expect(page.ok && page.value.changed.length).toBeGreaterThan(0);
});

test('what needs the whole file is refused in a sentence while it is read, and its records can be read', async () => {
  const session = await opened();
  const refused = { ok: false, error: expect.stringContaining('is still being opened') };
  expect(await hub.commands.setBookmark({ session, label: 'here', at: 0 })).toEqual(refused);
  expect(await hub.commands.previewExport({ session, keep: [], add: [] })).toEqual(refused);
  const records = await hub.commands.readRecords({ session, first: 2, last: 3, limit: 9 });
  expect(records.ok && records.value.map(({ seq }) => seq)).toEqual([2, 3]);
});

test('closing the tab of a file that is being read ends the reading, and nothing of it comes back', async () => {
  const { notices } = hear();
  const session = await opened();
  await hub.commands.close({ session });
  path = join(folder, 'again.tierscope.jsonl');
  await writeLarge();
  await sessionReached(hub, await opened(), isWhole);
  const { sessions } = await hub.commands.hello({});
  expect(sessions.map(({ file }) => file)).toEqual([path, path]);
  expect(notices).toEqual([]);
  const recent = await hub.commands.listRecent({});
  expect(recent.ok && recent.value.map((file) => file.path)).toEqual([path]);
});

/** Some megabytes of another tool's lines. */
async function writeForeign(): Promise<void> {
  path = join(folder, 'large.jsonl');
  const line = (id: number) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'echo', arguments: { PAD } },
    });
  await writeFile(path, Array.from({ length: CALLS }, (_, id) => `${line(id)}\n`).join(''));
}

test('another tool’s large file shows that it is read before its rows are there, and then its rows', async () => {
  await writeForeign();
  const { infos } = hear();
  const session = await opened();
  const opening = infos.flatMap((info) => (info.session === session ? (fileInfo(info)?.opening ?? []) : []));
  expect(opening[0]?.bytesRead).toBeLessThan((opening[0]?.bytesTotal ?? 0) / 2);
  await sessionReached(hub, session, isWhole);
  const { sessions, logs } = await hub.commands.hello({});
  expect(sessions).toHaveLength(1);
  expect(logs[0]?.counts).toMatchObject({ unanswered: CALLS });
});

test('another tool’s large file can be left while it is read, and leaves nothing behind', async () => {
  await writeForeign();
  const { notices } = hear();
  await hub.commands.close({ session: await opened() });
  path = join(folder, 'again.tierscope.jsonl');
  await writeLarge();
  await sessionReached(hub, await opened(), isWhole);
  const { sessions } = await hub.commands.hello({});
  expect(sessions.map(({ file }) => file)).toEqual([path, path]);
  expect(notices).toEqual([]);
});
