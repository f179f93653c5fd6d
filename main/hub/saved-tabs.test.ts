import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostApi } from './host-api.ts';
import { sessionReached, testHub } from './testing/test-hub.ts';

/** A server that exits at once, so that no test waits for its handshake. */
const ENDS = ['-e', '0'];

let folder = '';
let hub: HostApi;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saved-tabs-'));
  hub = testHub(folder, ENDS);
});
afterEach(async () => {
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});

async function nextStart(): Promise<readonly string[]> {
  await hub.dispose();
  hub = testHub(folder, ENDS);
  await hub.reopen();
  const { sessions } = await hub.commands.hello({});
  // No window switches to what a start opens.
  for (const { window } of sessions) expect(window).toBe('');
  return sessions.map(({ kind, label }) => `${kind} ${label}`);
}

async function open(label: string): Promise<string> {
  const started =
    label === 'error lab'
      ? await hub.commands.startLab({})
      : await hub.commands.connect({ commandLine: `"${process.execPath}" -e 0`, label });
  if (!started.ok) throw new Error(started.error);
  await sessionReached(hub, started.value.session, ({ state }) => state !== 'starting');
  return started.value.session;
}

test('a server that was connected comes back as its recording, and starts nothing', async () => {
  await open('mine');
  expect(await nextStart()).toEqual(['file mine']);
  expect(await nextStart()).toEqual(['file mine']);
});

test('a tab that was closed does not come back, and the lab alone is left to the start', async () => {
  const mine = await open('mine');
  await open('error lab');
  await hub.commands.close({ session: mine });
  expect(await nextStart()).toEqual([]);
  expect(await hub.reopen()).toBe(false);
});

test('nothing comes back where nothing was left open, which is no first start either', async () => {
  expect(await hub.reopen()).toBe(false);
  await hub.commands.close({ session: await open('mine') });
  expect(await nextStart()).toEqual([]);
  expect(await hub.reopen()).toBe(true);
});
