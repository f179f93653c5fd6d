import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LabInstallOptions, runLabInstall } from './lab-install.ts';

let home: string;
let printed: { out: string; err: string };

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lab-install-'));
  printed = { out: '', err: '' };
});
afterEach(() => rm(home, { recursive: true, force: true }));

function run(action: 'install' | 'uninstall', more: Partial<LabInstallOptions> = {}): Promise<number> {
  printed = { out: '', err: '' };
  return runLabInstall({
    action,
    host: 'claude-code',
    dryRun: false,
    place: { platform: 'linux', home, env: {} },
    labCommand: ['/usr/bin/node', '/opt/tierscope.js', 'lab'],
    write: (text) => {
      printed.out += text;
    },
    writeError: (text) => {
      printed.err += text;
    },
    ...more,
  });
}

const userFile = () => join(home, '.claude.json');
const MINE = '{\n  // mine\n  "mcpServers": { "notes": { "command": "notes" } }\n}\n';

test('a dry run shows each line that would come, and writes nothing', async () => {
  await writeFile(userFile(), MINE);
  expect(await run('install', { dryRun: true })).toBe(0);
  expect(printed.out).toMatch(/^Claude Code: .*\.claude\.json\n/);
  expect(printed.out).toContain('"tierscope-lab": {');
  expect(printed.out).toContain('Dry run, nothing is written: 1 file would change.');
  expect(await readFile(userFile(), 'utf8')).toBe(MINE);
});

test('an installation keeps all else and the earlier file, says so once, and can be undone', async () => {
  await writeFile(userFile(), MINE);
  expect(await run('install')).toBe(0);
  const text = await readFile(userFile(), 'utf8');
  expect(text).toContain('// mine');
  const entry = JSON.parse(text.replace('// mine', '')).mcpServers['tierscope-lab'];
  expect(entry).toEqual({ type: 'stdio', command: '/usr/bin/node', args: ['/opt/tierscope.js', 'lab'] });
  expect(await readdir(home)).toContain('.claude.json.tierscope-backup');
  expect(await run('install')).toBe(0);
  expect(printed.out).toBe('The lab is there already.\n');
  expect(await run('uninstall')).toBe(0);
  expect(await readFile(userFile(), 'utf8')).toBe(MINE);
  expect(await run('uninstall')).toBe(0);
  expect(printed.out).toBe('No file names the lab.\n');
});

test('a file that is not there is made, and another file of the host can be named', async () => {
  const file = join(home, 'elsewhere.json');
  expect(await run('install', { host: 'cursor', file })).toBe(0);
  expect(JSON.parse(await readFile(file, 'utf8')).mcpServers).toHaveProperty('tierscope-lab');
  expect(await readdir(home)).toEqual(['elsewhere.json']);
});

test('no host, an unknown one, or a file without its host is a usage error', async () => {
  expect(await run('install', { host: undefined })).toBe(2);
  expect(printed.err).toBe('Name the host with --host, such as claude-code.\n');
  expect(await run('uninstall', { host: undefined, file: '/x' })).toBe(2);
  expect(await run('install', { host: 'emacs' })).toBe(2);
  expect(printed.err).toContain('There is no host "emacs". Use one of: claude-desktop,');
});

test('a damaged or write-protected file is left alone and named', async () => {
  await writeFile(userFile(), '{ "mcpServers": ');
  expect(await run('install')).toBe(3);
  expect(printed.err).toBe(`${userFile()} is left alone. Line 1: a value is missing.\n`);
  await writeFile(userFile(), MINE);
  await chmod(userFile(), 0o440);
  expect(await run('install')).toBe(3);
  expect(printed.err).toContain('it is write-protected; make it writable first.');
  expect(await readdir(home)).toEqual(['.claude.json']);
});
