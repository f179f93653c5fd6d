import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CLOSING, type HostApi } from './host-api.ts';
import { EVERYTHING, testHub } from './testing/test-hub.ts';

const commandLine = `"${process.execPath}" "${EVERYTHING}"`;

let folder = '';
let hub: HostApi;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'closing-'));
  hub = testHub(folder, [EVERYTHING]);
});

afterEach(async () => {
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});

test('a host that is closed while a server is being started starts none that would outlive it', async () => {
  const { commands } = hub;
  const opened = await commands.connect({ commandLine });
  const target = { kind: 'session', session: opened.ok ? opened.value.session : '' } as const;
  const work = [
    commands.connect({ commandLine }),
    commands.startLab({}),
    commands.startProbe({ target, calls: [], seed: 1, budgetMs: 1000 }),
    commands.planProbe({ target, plan: 'p' }),
  ];
  await hub.dispose();
  expect(await Promise.all(work)).toEqual(work.map(() => ({ ok: false, error: CLOSING })));
  expect((await commands.hello({})).sessions).toEqual([]);
});
