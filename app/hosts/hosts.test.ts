import { describe, expect, test } from 'vitest';
import { claudeDesktop, cline, cursor, windsurf, zed } from './all-hosts.ts';
import { claudeCode } from './claude-code.ts';
import type { Host, HostFile, HostPlace, HostServer } from './host.ts';
import { hostSamples } from './testing/host-samples.ts';
import { vscode } from './vscode.ts';

const place: HostPlace = { platform: 'linux', home: '/home/ada', env: {} };
const hosts = {
  'claude-desktop': claudeDesktop,
  'claude-code': claudeCode,
  cursor,
  vscode,
  windsurf,
  cline,
  zed,
};

function userFile(host: Host): HostFile {
  const file = host.files(place).find((one) => one.scope === 'user');
  if (file === undefined) throw new Error('no user file');
  return file;
}

/** One line per server: what it would start, or why it cannot. */
function listed(servers: readonly HostServer[]): string[] {
  return servers.map(({ name, run, disabled, line }) => {
    const what = run.kind === 'unsupported' ? run.reason : [run.command, ...run.args].join(' ');
    return `${line} ${name}${disabled ? ' (off)' : ''}: ${what}`;
  });
}

describe.each(Object.entries(hosts))('%s', (id, host) => {
  const text = hostSamples[id as keyof typeof hosts];
  const file = userFile(host);
  const reading = host.read(text, file);

  test('its sample is read without problems', () => {
    expect(reading.problems).toEqual([]);
    expect(listed(reading.servers)).toMatchSnapshot();
  });

  test('a server written back as it was read changes no byte', () => {
    for (const { name, at, run } of reading.servers) {
      if (run.kind !== 'stdio') continue;
      // A number or null in env is read as text or dropped, so such an entry is not compared.
      if (name === 'own') continue;
      expect(host.write(text, file, { name, ...run }, at)).toEqual({ ok: true, value: { text, notes: [] } });
    }
  });

  test('a new server is the only addition', () => {
    const server = {
      name: 'added',
      command: 'new',
      args: ['a b'],
      env: [{ name: 'N', value: '1' }],
      cwd: '',
    };
    const written = host.write(text, file, server);
    if (!written.ok) throw new Error(written.error);
    const after = host.read(written.value.text, file);
    expect(after.problems).toEqual([]);
    expect(after.servers.find(({ name }) => name === 'added')?.run).toMatchObject({
      kind: 'stdio',
      command: 'new',
      args: ['a b'],
      env: [{ name: 'N', value: '1' }],
    });
    const kept = written.value.text.split('\n');
    const lines = text.split('\n').map((line) => line.replace(/,$/, ''));
    expect(lines.filter((line) => !kept.some((one) => one.replace(/,$/, '') === line))).toEqual([]);
  });

  test('its files are where the system keeps them', () => {
    const project = { ...place, project: '/home/ada/shop' };
    const windows: HostPlace = { platform: 'win32', home: 'C:\\Users\\Ada', env: {}, project: 'D:\\shop' };
    const mac: HostPlace = { platform: 'darwin', home: '/Users/ada', env: {} };
    expect([project, windows, mac].map((one) => host.files(one).map(({ path }) => path))).toMatchSnapshot();
  });

  test('a file that ends too early gives its problem with a line, and the servers before it', () => {
    const cut = host.read(text.slice(0, text.length - 40), file);
    expect(cut.problems).toHaveLength(1);
    expect(cut.problems[0]?.line).toBeGreaterThan(1);
    expect(cut.servers.length).toBeGreaterThan(0);
    expect(
      host.write(text.slice(0, -40), file, { name: 'x', command: 'y', args: [], env: [], cwd: '' }).ok,
    ).toBe(false);
  });

  test('an empty file takes a first server', () => {
    const written = host.write('', file, { name: 'one', command: 'run', args: [], env: [], cwd: '' });
    expect(written.ok && host.read(written.value.text, file).servers.map(({ name }) => name)).toEqual([
      'one',
    ]);
  });
});

test('a changed argument changes its line only, and keeps the comments around it', () => {
  const file = userFile(vscode);
  const server = vscode.read(hostSamples.vscode, file).servers[0];
  if (server?.run.kind !== 'stdio') throw new Error('no server');
  const written = vscode.write(
    hostSamples.vscode,
    file,
    { name: 'own', ...server.run, cwd: '/srv' },
    server.at,
  );
  if (!written.ok) throw new Error(written.error);
  const before = hostSamples.vscode.split('\n');
  const changed = written.value.text.split('\n').filter((line) => !before.includes(line));
  expect(changed.filter((line) => line.includes('cwd'))).toEqual(['      "cwd": "/srv"']);
  expect(written.value.text).toContain('/* the one that we build */');
});

test('VS Code inputs and numbers in env are read', () => {
  const { inputs, servers } = vscode.read(hostSamples.vscode, userFile(vscode));
  expect(inputs).toEqual([
    { id: 'token', description: 'API token', password: true, fallback: '' },
    { id: 'level', description: 'level (one of: info, debug)', password: false, fallback: 'info' },
  ]);
  expect(servers[0]?.run).toMatchObject({
    env: [
      { name: 'TOKEN', value: `\${input:token}` },
      { name: 'RETRIES', value: '3' },
    ],
  });
});

test('VS Code settings.json holds the same below mcp', () => {
  const file = vscode.files(place).find(({ path }) => path.endsWith('settings.json'));
  if (file === undefined) throw new Error('no settings.json');
  const text =
    '{ "editor.tabSize": 2, "mcp": { "inputs": [{ "id": "k" }], "servers": { "a": { "command": "b" } } } }';
  const { servers, inputs } = vscode.read(text, file);
  expect(servers.map(({ at }) => at)).toEqual([['mcp', 'servers', 'a']]);
  expect(inputs.map(({ id }) => id)).toEqual(['k']);
});

test('a host without a setting for the folder says that it was left out', () => {
  const server = { name: 'a', command: 'b', args: [], env: [], cwd: '/srv' };
  const written = claudeDesktop.write('{}', userFile(claudeDesktop), server);
  expect(written.ok && written.value.notes).toEqual([
    "Claude Desktop has no setting for a server's folder: /srv was left out.",
  ]);
});

test('entries that cannot be started say why', () => {
  const text = JSON.stringify({
    mcpServers: {
      a: 1,
      b: {},
      c: { command: 'x', args: 'y' },
      d: { command: 'x', args: [1] },
      e: { type: 'odd' },
    },
  });
  const { servers, problems } = cursor.read(text, userFile(cursor));
  expect(listed(servers).map((line) => line.slice(2))).toEqual([
    'a: Its entry is not an object in braces.',
    'b: It names no command.',
    'c: Its args are not a list of texts.',
    'd: Its args are not a list of texts.',
    'e: Tierscope does not know its type "odd".',
  ]);
  expect(problems.map(({ message }) => message)).toEqual([
    'args is not a list.',
    'This argument is not a text.',
  ]);
});

test('Claude Code: what a project has switched off is shown as switched off', () => {
  const entry = { command: 'node' };
  const text = JSON.stringify({
    mcpServers: { shared: entry },
    projects: { '/shop': { mcpServers: { db: entry, shared: entry }, disabledMcpServers: ['db', 7] } },
  });
  const { servers } = claudeCode.read(text, userFile(claudeCode));
  expect(servers.filter(({ disabled }) => disabled).map(({ name }) => name)).toEqual(['db']);
});

test('VS Code: an input to pick from tells its choices', () => {
  const text = `{
    "inputs": [
      { "type": "pickString", "id": "region", "description": "Region", "options": ["eu", "us"], "default": "eu" },
      { "type": "pickString", "id": "size", "options": [{ "label": "Small", "value": "s" }, 7] },
    ],
    "servers": {},
  }`;
  expect(vscode.read(text, userFile(vscode)).inputs).toEqual([
    { id: 'region', description: 'Region (one of: eu, us)', password: false, fallback: 'eu' },
    { id: 'size', description: 'size (one of: s)', password: false, fallback: '' },
  ]);
});

test.each([
  ['vscode', '"type": "http"', '"url": "https://x.example/mcp"'],
  ['claude-code', '"type": "http"', '"url": "https://x.example/mcp"'],
  ['cursor', '"headers"', '"url": "https://x.example/mcp"'],
  ['windsurf', '"headers"', '"serverUrl": "https://x.example/mcp"'],
  ['cline', '"type": "streamableHttp"', '"url": "https://x.example/mcp"'],
] as const)('an address is written as %s reads it, and read back', (id, ...parts) => {
  const host = hosts[id];
  const file = userFile(host);
  const env = [{ name: 'X-Team', value: 'a' }];
  const server = { name: 'far', command: 'https://x.example/mcp', args: [], env, cwd: '' };
  const written = host.write('', file, server);
  if (!written.ok) throw new Error(written.error);
  for (const part of parts) expect(written.value.text).toContain(part);
  const [read] = host.read(written.value.text, file).servers;
  expect(read?.run).toMatchObject({ kind: 'remote', command: server.command, env });
});

test('the file of Claude Desktop takes no address', () => {
  const server = { name: 'far', command: 'https://x.example/mcp', args: [], env: [], cwd: '' };
  expect(claudeDesktop.write('', userFile(claudeDesktop), server)).toMatchObject({ ok: false });
});
