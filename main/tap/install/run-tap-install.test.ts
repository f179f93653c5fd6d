import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runTapInstall, type TapInstallOptions } from './run-tap-install.ts';

const MCP = '{ "mcpServers": { "files": { "command": "npx", "args": ["files mcp"] } } }\n';
const USER = '{\n  "mcpServers": { "notes": { "command": "notes-mcp" } }\n}\n';

let home: string;
let project: string;
let printed: { out: string; err: string };

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tap-install-'));
  project = join(home, 'shop');
  await mkdir(join(project, '.cursor'), { recursive: true });
  await mkdir(join(home, '.cursor'));
  await writeFile(join(project, '.mcp.json'), MCP);
  await writeFile(join(home, '.cursor', 'mcp.json'), USER, { mode: 0o640 });
  await chmod(join(home, '.cursor', 'mcp.json'), 0o640);
  printed = { out: '', err: '' };
});

afterEach(() => rm(home, { recursive: true, force: true }));

function run(action: 'install' | 'uninstall', more: Partial<TapInstallOptions> = {}): Promise<number> {
  printed = { out: '', err: '' };
  return runTapInstall({
    action,
    dryRun: false,
    place: { platform: 'linux', home, env: {}, project },
    tap: { command: ['/usr/bin/node', '/opt/tierscope.js'] },
    write: (text) => {
      printed.out += text;
    },
    writeError: (text) => {
      printed.err += text;
    },
    ...more,
  });
}

const projectText = () => readFile(join(project, '.mcp.json'), 'utf8');
const userText = () => readFile(join(home, '.cursor', 'mcp.json'), 'utf8');

test('a dry run lists both commands and writes nothing', async () => {
  expect(await run('install', { dryRun: true })).toBe(0);
  expect(printed.out.replaceAll(home, '~')).toBe(
    [
      'Claude Code: ~/shop/.mcp.json',
      '  files',
      "  - npx 'files mcp'",
      "  + /usr/bin/node /opt/tierscope.js tap --label files -- npx 'files mcp'",
      'Cursor: ~/.cursor/mcp.json',
      '  notes',
      '  - notes-mcp',
      '  + /usr/bin/node /opt/tierscope.js tap --label notes -- notes-mcp',
      'Dry run, nothing is written: 2 servers in 2 files would be put behind the tap.',
      '',
    ].join('\n'),
  );
  expect(await projectText()).toBe(MCP);
  expect(await readdir(project)).toEqual(['.cursor', '.mcp.json']);
});

test('an installation keeps the file beside it, with its permissions, and a removal restores the bytes', async () => {
  expect(await run('install')).toBe(0);
  expect(await userText()).toContain('"tap", "--label", "notes", "--", "notes-mcp"');
  const backup = join(home, '.cursor', 'mcp.json.tierscope-backup');
  expect(await readFile(backup, 'utf8')).toBe(USER);
  expect((await stat(backup)).mode & 0o777).toBe(0o640);
  expect((await stat(join(home, '.cursor', 'mcp.json'))).mode & 0o777).toBe(0o640);
  expect(await run('uninstall')).toBe(0);
  expect(await userText()).toBe(USER);
  expect(await projectText()).toBe(MCP);
});

test('an app with a data folder of its own sees the tap, and the removal takes the folder out too', async () => {
  const tap = { command: ['/opt/tierscope'], options: ['--data', '/my data'] };
  expect(await run('install', { tap })).toBe(0);
  expect(await userText()).toContain('"tap", "--label", "notes", "--data", "/my data", "--", "notes-mcp"');
  expect(await run('uninstall', { tap })).toBe(0);
  expect(await userText()).toBe(USER);
});

test('a second installation says so and writes no second backup', async () => {
  await run('install');
  const once = await userText();
  expect(await run('install')).toBe(0);
  expect(printed.out).toContain('notes: left as it is. It is already tapped.');
  expect(printed.out).toContain('No server to be put behind the tap.');
  expect(await userText()).toBe(once);
  expect(await readdir(join(home, '.cursor'))).toEqual(['mcp.json', 'mcp.json.tierscope-backup']);
});

test('one host or one server can be chosen', async () => {
  expect(await run('install', { host: 'cursor' })).toBe(0);
  expect(await projectText()).toBe(MCP);
  expect(await run('install', { server: 'files' })).toBe(0);
  expect(await projectText()).toContain('tap');
  expect(await run('uninstall', { server: 'files' })).toBe(0);
  expect(await projectText()).toBe(MCP);
  expect(await userText()).toContain('tap');
});

test('a host or a server that there is none of is a usage error', async () => {
  expect(await run('install', { host: 'emacs' })).toBe(2);
  expect(printed.err).toBe(
    'There is no host "emacs". Use one of: claude-desktop, claude-code, cursor, vscode, windsurf.\n',
  );
  expect(await run('install', { server: 'none' })).toBe(2);
  expect(printed.err).toBe('No configuration file names a server "none".\n');
});

test('a write-protected file is left alone without a backup, also if its folder could be written', async () => {
  await chmod(join(home, '.cursor', 'mcp.json'), 0o440);
  expect(await run('install')).toBe(3);
  expect(printed.err).toBe(
    `${join(home, '.cursor', 'mcp.json')} is unchanged: it is write-protected; make it writable first.\n`,
  );
  expect(await userText()).toBe(USER);
  expect(await readdir(join(home, '.cursor'))).toEqual(['mcp.json']);
  expect(await projectText()).toContain('tap');
});

test('a damaged file is left alone and reported, the others are written', async () => {
  await writeFile(join(project, '.mcp.json'), '{ "mcpServers": ');
  await writeFile(join(project, '.cursor', 'mcp.json'), Buffer.from([0x7b, 0xff, 0x7d]));
  expect(await run('install')).toBe(3);
  expect(printed.err.replaceAll(home, '~')).toBe(
    [
      '~/shop/.mcp.json is left alone. Line 1: a value is missing.',
      '~/shop/.cursor/mcp.json cannot be read: it is not UTF-8 text.',
      '',
    ].join('\n'),
  );
  expect(await userText()).toContain('tap');
});

test('a link to a file elsewhere stays a link', async () => {
  const dotfiles = join(home, 'dotfiles.json');
  await writeFile(dotfiles, USER);
  await rm(join(home, '.cursor', 'mcp.json'));
  await symlink(dotfiles, join(home, '.cursor', 'mcp.json'));
  expect(await run('install', { host: 'cursor' })).toBe(0);
  expect(await readFile(dotfiles, 'utf8')).toContain('tap');
});

test('the folder of the user is looked at once, also when the command is typed there', async () => {
  expect(await run('install', { place: { platform: 'linux', home, env: {}, project: home } })).toBe(0);
  expect(printed.out.split('notes-mcp').length).toBe(3);
});

test('if there is nothing to tap, it says so', async () => {
  expect(await run('uninstall')).toBe(0);
  expect(printed.out).toContain('files: left as it is. It is not tapped.');
  expect(printed.out).toContain('No server to be taken from behind the tap.');
});
