import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostEvents, Notice } from '../../app/contract/events.ts';
import type { Finding } from '../../app/findings/finding.ts';
import type { HostApi } from './host-api.ts';
import { EVERYTHING, liveReached, testHub } from './testing/test-hub.ts';

let folder = '';
let hub: HostApi;
let notices: Notice[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'project-'));
  // Everything above is outside this repository.
  await mkdir(join(folder, '.git'));
  hub = testHub(join(folder, 'data'));
  notices = [];
  const notice = (one: Notice) => notices.push(one);
  hub.subscribe(
    new Proxy({} as HostEvents, {
      get: (_target, name) => (name === 'notice' ? notice : () => undefined),
    }),
  );
});

afterEach(async () => {
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});

const writeProject = (file: object) => writeFile(join(folder, '.tierscope.json'), JSON.stringify(file));

/** Connects to a real server in a subfolder, and calls a missing tool. */
async function sessionBelow(): Promise<string> {
  const cwd = join(folder, 'packages', 'server');
  await mkdir(cwd, { recursive: true });
  const script = join(process.cwd(), EVERYTHING);
  const opened = await hub.commands.connect({ commandLine: `"${process.execPath}" "${script}"`, cwd });
  if (!opened.ok) throw new Error(opened.error);
  const { session } = opened.value;
  await liveReached(hub, session, ({ state }) => state === 'ready');
  await hub.commands.callTool({ session, name: 'gone', arguments: {} });
  return session;
}

async function findingsOf(session: string): Promise<readonly Finding[]> {
  const read = await hub.commands.readFindings({ session, from: 0, limit: 2000 });
  return read.ok ? read.value : [];
}

test('a session takes the project file above the folder of its server, and a recording the one above its own', async () => {
  const off = { as: 'off', reason: 'The SDK does it.' } as const;
  await writeProject({ rules: { T02: off }, expected: { gone: 'ok' }, host: 'claude-code@2.1.260' });
  const session = await sessionBelow();
  const info = await liveReached(hub, session, () => true);
  expect(info.project).toEqual({
    path: join(folder, '.tierscope.json'),
    rules: { T02: off },
    expected: 1,
    host: { host: 'claude-code', version: '2.1.260' },
  });
  const live = await findingsOf(session);
  expect(live.find(({ rule }) => rule === 'expected-tier')?.severity).toBe('violation');
  await hub.commands.close({ session });
  const opened = await hub.commands.openRecording({ path: info.file });
  const again = opened.ok ? (opened.value.sessions[0] ?? '') : '';
  expect((await findingsOf(again)).map(({ rule }) => rule).sort()).toEqual(
    live.map(({ rule }) => rule).sort(),
  );
});

test('a mistake in the file is a sentence that names the place, and the session goes on without it', async () => {
  await writeProject({ expected: { gone: 'amber' } });
  const session = await sessionBelow();
  expect((await liveReached(hub, session, () => true)).project).toBeUndefined();
  expect((await findingsOf(session)).map(({ rule }) => rule)).not.toContain('expected-tier');
  expect(notices.map(({ text }) => text).join()).toContain('At expected.gone: "amber" is not a tier');
});

test.skipIf(process.platform === 'win32')(
  'a file that others may write is passed over with a sentence, and the session goes on without it',
  async () => {
    await writeProject({ expected: { gone: 'ok' } });
    await chmod(join(folder, '.tierscope.json'), 0o666);
    const session = await sessionBelow();
    expect((await liveReached(hub, session, () => true)).project).toBeUndefined();
    expect((await findingsOf(session)).map(({ rule }) => rule)).not.toContain('expected-tier');
    const passedOver = `${join(folder, '.tierscope.json')} is passed over: every user may write to it.`;
    expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining(passedOver)]);
    expect(notices[0]?.text).toContain('The session goes on without this file.');
  },
);

test('a rule or a host that does not exist is a mistake too', async () => {
  await writeProject({ rules: { Z99: { as: 'off', reason: 'x' } } });
  await sessionBelow();
  await writeProject({ host: 'nobody' });
  await sessionBelow();
  const told = notices.map(({ text }) => text).join();
  expect(told).toContain('there is no rule "Z99"');
  expect(told).toContain('there is no host "nobody"');
});
