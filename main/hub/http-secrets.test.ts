import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, result, sessionServer } from '../session/testing/http-server.ts';
import { liveReached, testHub } from './testing/test-hub.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function textsIn(path: string): Promise<string> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return (await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name), 'latin1')))).join(
    '\n',
  );
}

test('no file of the app holds a secret of an HTTP session: not of its headers, its cookies or its id', async () => {
  const server = await sessionServer(
    ({ message }, response) => {
      const listed = { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] };
      const value = message.method === 'tools/list' ? listed : { content: [{ type: 'text', text: 'fine' }] };
      json(response, result(message.id, value), 200, {
        'set-cookie': 'sid=hush-cookie',
        'x-api-key': 'hush-answer',
      });
    },
    undefined,
    'hush-session-1234567890',
  );
  const hub = testHub(folder);
  const env = { Authorization: 'Bearer hush-token', 'X-Team-Key': 'hush-key' };
  const opened = await hub.commands.connect({ commandLine: server.url, env });
  const session = opened.ok ? opened.value.session : opened.error;
  await liveReached(hub, session, ({ state }) => state === 'ready');
  await hub.commands.listAll({ session, what: 'tools' });
  const call = await hub.commands.callTool({ session, name: 'echo', arguments: {} });
  expect(call).toMatchObject({ ok: true, value: { failure: '' } });
  await hub.commands.restart({ session });
  await liveReached(hub, session, ({ state }) => state === 'ready');
  await hub.commands.disconnect({ session });
  await hub.dispose();
  expect(server.got.some(({ headers }) => headers['x-team-key'] === 'hush-key')).toBe(true);
  const written = await textsIn(folder);
  expect(written).toContain('"event":"end"');
  expect(written).not.toMatch(/hush-(?:token|key|cookie|answer|session-1234567890)/);
});
