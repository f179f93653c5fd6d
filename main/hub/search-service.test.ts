import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostApi } from './host-api.ts';
import { testHub } from './testing/test-hub.ts';

const LAB = 'e2e/corpus/typescript-sdk-v1-everything.tierscope.jsonl';

let folder = '';
let hub: HostApi;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-'));
  hub = testHub(folder);
});

afterEach(async () => {
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});

test('an opened recording is searched by name', async () => {
  const opened = await hub.commands.openRecording({ path: LAB });
  const sessions = opened.ok ? opened.value.sessions : [];
  const started = await hub.commands.searchStart({
    sessions: [...sessions],
    text: '"method":"initialize"',
    regex: false,
    matchCase: true,
  });
  const search = started.ok ? started.value.search : '';
  let found = 0;
  for (let done = false; !done; ) {
    const page = await hub.commands.searchNext({ search });
    if (!page.ok) throw new Error(page.error);
    ({ done, found } = page.value);
  }
  expect(found).toBe(1);
  await hub.commands.searchEnd({ search });
  expect(await hub.commands.searchNext({ search })).toEqual({ ok: false, error: 'This search was ended.' });
});

test('a wrong expression and a session that is gone are refused with a sentence', async () => {
  const input = { sessions: ['s9'], regex: true, matchCase: false };
  expect(await hub.commands.searchStart({ ...input, text: '(' })).toMatchObject({ ok: false });
  expect(await hub.commands.searchStart({ ...input, text: 'a' })).toEqual({
    ok: false,
    error: 'There is no session to search any more.',
  });
});

test('saved filters last over a restart, in their order', async () => {
  const filters = [
    { name: 'b', text: 'tier:tool' },
    { name: 'a', text: '-method:ping' },
  ];
  expect(await hub.commands.listFilters({})).toEqual({ ok: true, value: [] });
  expect(await hub.commands.saveFilters({ filters })).toEqual({ ok: true, value: null });
  await hub.dispose();
  hub = testHub(folder);
  expect(await hub.commands.listFilters({})).toEqual({ ok: true, value: filters });
});

test('a damaged list of filters is put aside with a sentence', async () => {
  await writeFile(join(folder, 'filters.json'), '{');
  const listed = await hub.commands.listFilters({});
  expect(listed).toEqual({ ok: false, error: expect.stringContaining('filters.json is damaged') });
});
