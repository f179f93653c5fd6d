import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok, type Result } from '../../app/base/result.ts';
import type { ProfileForm } from '../../app/contract/profile-commands.ts';
import { profileDraftSchema } from '../../app/hosts/profiles/profile.ts';
import { DEFAULT_SETTINGS } from '../../app/protocol/session-settings.ts';
import { ProfileStore } from '../profiles/profile-store.ts';
import { plainSecretBox } from '../profiles/secret-box.ts';
import { hostFileCommands, type ProfileContext, profileCommands } from './profile-commands.ts';
import { EventFeed } from './tabs.ts';

let home: string;
let started: Parameters<ProfileContext['connect']>[];
let reported: string[];
let context: ProfileContext;

const {
  command: _command,
  args: _args,
  ...plain
} = profileDraftSchema.parse({ name: 'notes', command: 'x' });
const form: ProfileForm = { ...plain, commandLine: 'node "my server.js" --fast' };

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'profile-commands-'));
  started = [];
  reported = [];
  const feed = new EventFeed();
  let ids = 0;
  const store = new ProfileStore({
    folder: join(home, 'data'),
    secretBox: plainSecretBox,
    newId: () => {
      ids += 1;
      return `p${ids}`;
    },
  });
  feed.subscribe({
    sessionChanged: () => undefined,
    sessionRemoved: () => undefined,
    logGrew: () => undefined,
    notice: ({ text }) => reported.push(text),
    profilesChanged: ({ profiles }) => reported.push(profiles.map(({ name }) => name).join(' ')),
    projectChanged: () => undefined,
    probesChanged: () => undefined,
  });
  const source = {
    label: 'live',
    live: { details: { settings: DEFAULT_SETTINGS } },
    spec: { command: 'run', args: ['it'], cwd: '/w', env: { API_KEY: 'k', MODE: 'm' } },
    setProfile: (id: string) => reported.push(`belongs to ${id}`),
  };
  context = {
    store,
    feed,
    place: { platform: 'linux', home, env: {} },
    connect: async (...start) => {
      started.push(start);
      return ok({ session: 's1' });
    },
    tabs: { live: () => ok(source as never) },
  };
});
afterEach(() => rm(home, { recursive: true, force: true }));

function got<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

test('a form becomes a profile, with the words of its line and the variables in front of them', async () => {
  const commands = profileCommands(context);
  const saved = got(
    await commands.createProfile({
      form: { ...form, commandLine: 'MODE=a node "my server.js"' },
      secrets: {},
    }),
  );
  expect(saved).toMatchObject({
    command: 'node',
    args: ['my server.js'],
    env: [{ name: 'MODE', value: 'a' }],
  });
  expect(saved.commandLine).toBe("node 'my server.js'");
  expect(reported).toEqual(['notes']);
});

test('a line that cannot be split is reported, and nothing is saved', async () => {
  const commands = profileCommands(context);
  const refused = await commands.createProfile({ form: { ...form, commandLine: 'node "open' }, secrets: {} });
  expect(refused.ok).toBe(false);
  expect(got(await commands.listProfiles({})).profiles).toEqual([]);
});

test('a profile starts with its environment, era, limits and capabilities', async () => {
  const commands = profileCommands(context);
  const env = [
    { name: 'MODE', value: 'a' },
    { name: 'KEY', secret: true as const },
    { name: 'PIN', secret: true as const },
  ];
  const settings = { era: 'modern', timeoutMs: 5000, capabilities: { sampling: {} } } as const;
  const saved = got(
    await commands.createProfile({
      form: { ...form, env, settings, cwd: '/w' },
      secrets: { KEY: 'hush' },
    }),
  );
  expect(await commands.connectProfile({ profile: saved.id })).toEqual({
    ok: true,
    value: { session: 's1' },
  });
  expect(started).toMatchObject([
    [
      { command: 'node', args: ['my server.js', '--fast'], cwd: '/w', env: { MODE: 'a', KEY: 'hush' } },
      'notes',
      settings,
      { profile: saved.id },
    ],
  ]);
  expect(reported.at(-1)).toBe('notes: PIN has no value yet.');
});

test('a profile out of a file starts once its whole command was seen, with the values that it leaves open', async () => {
  const commands = profileCommands(context);
  const text = JSON.stringify({
    format: 'tierscope-profiles',
    version: 1,
    profiles: [{ name: 'found', command: 'node', args: [`--key=\${input:key}`] }],
  });
  const [found] = got(await commands.importProfiles({ text })).profiles;
  const profile = found?.id ?? '';
  const refused = await commands.connectProfile({ profile });
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('whole command') });
  expect(started).toEqual([]);
  const values = { '${input:key}': 'k 1' };
  got(await commands.connectProfile({ profile, seen: true, values }));
  expect(started[0]?.[0]).toMatchObject({ args: ['--key=k 1'] });
  got(await commands.connectProfile({ profile, values }));
  expect(started).toHaveLength(2);
});

test('a live session is saved with its secrets apart, and belongs to the profile', async () => {
  const commands = profileCommands(context);
  const saved = got(await commands.saveSession({ session: 's1' }));
  expect(saved).toMatchObject({
    name: 'live',
    commandLine: 'run it',
    env: [
      { name: 'API_KEY', secret: true },
      { name: 'MODE', value: 'm' },
    ],
  });
  expect(reported).toContain(`belongs to ${saved.id}`);
  expect(got(await context.store.environmentOf(saved.id)).env).toEqual({ API_KEY: 'k', MODE: 'm' });
});

test("other hosts' servers are found, taken over and changed, and none is started", async () => {
  const path = join(home, '.cursor', 'mcp.json');
  const write = (word: string): Promise<void> =>
    writeFile(
      path,
      JSON.stringify({
        mcpServers: {
          near: { command: 'node', args: [word], env: { API_KEY: 'k' } },
          far: { type: 'ws', url: 'wss://far.example' },
        },
      }),
    );
  await mkdir(join(home, '.cursor'));
  await write('one.js');
  const commands = hostFileCommands({ ...context, place: { platform: 'linux', home, env: {} } });
  const [file] = got(await commands.discoverHosts({}));
  expect(file?.servers).toMatchObject([
    { name: 'near', commandLine: 'node one.js', envNames: ['API_KEY'], unsupported: '' },
    { name: 'far', commandLine: '', unsupported: expect.stringContaining('remote server') },
  ]);
  const servers = [{ path, at: file?.servers[0]?.at.slice() ?? [] }];
  const first = got(await commands.importFromHost({ servers, answers: {}, update: false }));
  expect(first.profiles).toMatchObject([{ name: 'near', env: [{ name: 'API_KEY', secret: true }] }]);
  await write('two.js');
  const second = got(await commands.importFromHost({ servers, answers: {}, update: true }));
  expect(second.profiles).toMatchObject([{ id: first.profiles[0]?.id, commandLine: 'node two.js' }]);
  expect(got(await commands.importFromHost({ servers, answers: {}, update: false })).profiles).toMatchObject([
    { name: 'near copy' },
  ]);
  expect(started).toEqual([]);
});

test('a copy is shown before it is written, and leaves secret values out unless they are asked for', async () => {
  const path = join(home, '.cursor', 'mcp.json');
  await mkdir(join(home, '.cursor'));
  await writeFile(path, '{\n  "mcpServers": {}\n}\n');
  const saved = got(await profileCommands(context).saveSession({ session: 's1' }));
  const commands = hostFileCommands({ ...context, place: { platform: 'linux', home, env: {} } });
  const target = got(await commands.listHostFiles({})).find((one) => one.path === path);
  expect(target).toMatchObject({ host: 'cursor', exists: true });
  const copy = { profile: saved.id, path, withSecrets: false };
  const preview = got(await commands.copyToHost({ ...copy, dryRun: true }));
  expect(preview.change.map(({ text }) => text).join('\n')).toContain('"MODE": "m"');
  expect(preview).toMatchObject({
    backup: '',
    notes: expect.arrayContaining(['Secret values are left out: API_KEY.']),
  });
  expect(await readFile(path, 'utf8')).toBe('{\n  "mcpServers": {}\n}\n');
  const written = got(await commands.copyToHost({ ...copy, withSecrets: true, dryRun: false }));
  expect(await readFile(written.backup, 'utf8')).toBe('{\n  "mcpServers": {}\n}\n');
  expect(JSON.parse(await readFile(path, 'utf8')).mcpServers.live.env).toEqual({ API_KEY: 'k', MODE: 'm' });
});

test('the chosen servers of a host go behind the tap and out again, and only then is a file written', async () => {
  const path = join(home, '.cursor', 'mcp.json');
  await mkdir(join(home, '.cursor'));
  const text = '{"mcpServers": {"a": {"command": "a"}, "b": {"command": "b"}, "far": {"url": "https://x"}}}';
  await writeFile(path, text);
  const place = { platform: 'linux', home, env: {} };
  const tap = { command: ['tierscope'], options: ['--data', '/d'] };
  const dataFolder = join(home, 'data');
  const { changeTaps } = hostFileCommands({ ...context, place, tap, dataFolder });
  const [shown] = got(await changeTaps({ action: 'install', dryRun: true }));
  expect(shown).toMatchObject({
    ...{ hostName: 'Cursor', path, problem: '', backup: '', left: [] },
    changes: [
      { before: 'a', after: 'tierscope tap --label a --data /d -- a', start: '' },
      { name: 'b' },
      {
        before: 'https://x',
        after: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/t\/[\w-]{22}\/#https:\/\/x$/),
        start: 'tierscope tap --label far --data /d --url https://x',
      },
    ],
  });
  expect(await readFile(path, 'utf8')).toBe(text);
  const servers = [{ path, at: ['mcpServers', 'b'] }];
  const [written] = got(await changeTaps({ action: 'install', servers, dryRun: false }));
  expect(await readFile(written?.backup ?? '', 'utf8')).toBe(text);
  const far = [{ path, at: ['mcpServers', 'far'] }];
  got(await changeTaps({ action: 'install', servers: far, dryRun: false }));
  const { discoverHosts } = hostFileCommands({ ...context, place });
  const [found] = got(await discoverHosts({}));
  expect(found?.servers.find(({ name }) => name === 'far')).toMatchObject({ commandLine: 'https://x' });
  const [behind] = got(await changeTaps({ action: 'uninstall', servers: far, dryRun: false }));
  expect(behind?.changes).toMatchObject([
    { after: 'https://x', start: expect.stringMatching(/--url https:\/\/x$/) },
  ]);
  const [tapped] = got(await changeTaps({ action: 'uninstall', dryRun: true }));
  expect(tapped?.changes).toMatchObject([{ name: 'b', after: 'b' }]);
  got(await changeTaps({ action: 'uninstall', servers, dryRun: false }));
  expect(await readFile(path, 'utf8')).toBe(text);
  const withoutTap = hostFileCommands({ ...context, place });
  expect(await withoutTap.changeTaps({ action: 'install', dryRun: true })).toMatchObject({ ok: false });
});

test.each([
  [
    '.mcp.json',
    `{"mcpServers":{"a":{"command":"node","args":["\${KEY}"]},"far":{"type":"ws","url":"wss://x"}}}`,
    `\${env:KEY}`,
  ],
  [
    'mcp.json of VS Code',
    `{"servers":{"a":{"command":"node","args":["\${input:key}"]}}, // own\n}`,
    `\${input:key}`,
  ],
  ['settings of VS Code', '{"mcp":{"servers":{"a":{"command":"node","args":["x"]}}}}', 'x'],
  ['settings of Zed', '{"context_servers":{"a":{"command":{"path":"node","args":["x"]}}}}', 'x'],
  ['config of Goose', 'extensions:\n  a:\n    type: stdio\n    cmd: node\n    args: [x]\n', 'x'],
])("the servers of another host's file are imported wherever it lies: %s", async (_name, text, argument) => {
  const commands = profileCommands(context);
  const { profiles, notes } = got(await commands.importProfiles({ text }));
  expect(profiles).toMatchObject([{ name: 'a', seen: false, cwd: '' }]);
  expect(profiles[0]?.commandLine).toContain(argument);
  expect(notes.some((note) => note.includes('far: It is a remote server'))).toBe(text.includes('far'));
  expect(started).toEqual([]);
});

test('a file without a server to start is refused with the reasons', async () => {
  const commands = profileCommands(context);
  const text = '{"mcpServers":{"far":{"type":"ws","url":"wss://x"}}}';
  expect(await commands.importProfiles({ text })).toEqual({
    ok: false,
    error:
      'No server of this file can be started here.\nfar: It is a remote server (ws) at wss://x; Tierscope connects over stdio and HTTP.',
  });
  const other = await commands.importProfiles({ text: '{"a":1}' });
  expect(other.ok ? '' : other.error).toContain('nor the servers of another host');
});

test('a file that is none of a host is never written', async () => {
  const saved = got(await profileCommands(context).saveSession({ session: 's1' }));
  const commands = hostFileCommands({ ...context, place: { platform: 'linux', home, env: {} } });
  const path = join(home, 'else.json');
  const refused = await commands.copyToHost({ profile: saved.id, path, withSecrets: false, dryRun: false });
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('not a file of a host') });
});
