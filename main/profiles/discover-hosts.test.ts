import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProjectNews } from '../../app/contract/profile-commands.ts';
import { cursor } from '../../app/hosts/all-hosts.ts';
import { claudeCode } from '../../app/hosts/claude-code.ts';
import type { HostPlace } from '../../app/hosts/host.ts';
import { hostSamples } from '../../app/hosts/testing/host-samples.ts';
import { copyToHost } from './change-host-files.ts';
import { discoverHosts } from './discover-hosts.ts';
import { ProjectWatch } from './watch-project.ts';

let home: string;
let project: string;
let place: HostPlace;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hosts-'));
  project = join(home, 'shop');
  await mkdir(project);
  place = { platform: 'linux', home, env: {}, project };
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

test('a server behind a tap is listed by its own command', async () => {
  const args = ['/opt/tierscope.js', 'tap', '--label', 'a', '--', 'npx', 'x'];
  await put(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { a: { command: 'node', args } } }));
  const [file] = await discoverHosts(place);
  expect(file?.servers[0]?.commandLine).toBe('npx x');
});

test("every host's files are found, with the whole command of each server", async () => {
  await put(join(home, '.config/Claude/claude_desktop_config.json'), hostSamples['claude-desktop']);
  await put(join(home, '.claude.json'), hostSamples['claude-code']);
  await put(join(project, '.cursor/mcp.json'), hostSamples.cursor);
  await put(join(project, '.vscode/mcp.json'), hostSamples.vscode);
  await put(join(project, '.vscode/settings.json'), '{ "editor.tabSize": 2 }');
  await put(join(home, '.codeium/windsurf/mcp_config.json'), hostSamples.windsurf);
  await put(join(home, '.cline/data/settings/cline_mcp_settings.json'), hostSamples.cline);
  await put(join(home, '.config/zed/settings.json'), hostSamples.zed);
  await put(join(home, '.config/goose/config.yaml'), 'extensions:\n  a:\n    type: stdio\n    cmd: run\n');
  const found = await discoverHosts(place);
  expect(found.map(({ host, file, servers }) => [host.id, file.scope, servers.length])).toEqual([
    ['claude-desktop', 'user', 2],
    ['claude-code', 'user', 3],
    ['cursor', 'project', 2],
    ['vscode', 'project', 2],
    ['windsurf', 'user', 2],
    ['cline', 'user', 3],
    ['zed', 'user', 4],
    ['goose', 'user', 1],
  ]);
  const own = found[3]?.servers[0];
  expect(own?.commandLine).toBe(`'\${workspaceFolder}/bin/server' --level '\${input:level}'`);
  expect(own?.inputs.map(({ id }) => id)).toEqual(['token', 'level']);
});

test('a damaged or unreadable file is listed with its problem', async () => {
  await put(join(project, '.mcp.json'), '{\n  "mcpServers": {]');
  await mkdir(join(home, '.cursor/mcp.json'), { recursive: true });
  expect((await discoverHosts(place)).map(({ problems }) => problems)).toEqual([
    [{ message: 'A name in double quotes is missing.', line: 2, column: 18 }],
    [{ message: 'It cannot be read: it is a folder.', line: 1, column: 1 }],
  ]);
});

test('a file of a project that is larger than any is refused with its size and the limit', async () => {
  await put(join(project, '.mcp.json'), `{"mcpServers": {"a": {"command": "${'x'.repeat(1_048_576)}"}}}`);
  const message = 'It cannot be read: it has 1,048,614 bytes, more than 1,048,576.';
  expect((await discoverHosts(place)).map(({ problems }) => problems)).toEqual([
    [{ message, line: 1, column: 1 }],
  ]);
});

test('a profile is copied into a new file, and into one that is there with a backup', async () => {
  const [file] = cursor.files(place);
  if (file === undefined) throw new Error('no file');
  const server = { name: 'a', command: 'run', args: ['x'], env: [], cwd: '' };
  expect(await copyToHost(cursor, file, server, true)).toMatchObject({ value: { before: '', backup: '' } });
  expect(await readdir(project)).toEqual([]);
  expect(await copyToHost(cursor, file, server, false)).toMatchObject({ value: { backup: '' } });
  const again = await copyToHost(cursor, file, { ...server, name: 'b' }, false);
  expect(again).toMatchObject({ value: { backup: `${file.path}.tierscope-backup` } });
  expect(JSON.parse(await readFile(file.path, 'utf8'))).toEqual({
    mcpServers: { a: { command: 'run', args: ['x'] }, b: { command: 'run', args: ['x'] } },
  });
});

test('a change of .mcp.json is reported once it has settled, with the names of the servers', async () => {
  const [file] = claudeCode.files(place);
  if (file === undefined) throw new Error('no file');
  await put(file.path, '{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}}');
  const changes: ProjectNews[] = [];
  const watching = new ProjectWatch({
    folder: project,
    onChange: (change) => changes.push(change),
    onFault: (sentence) => {
      throw new Error(sentence);
    },
  });
  const news = (count: number) => vi.waitFor(() => expect(changes).toHaveLength(count), 5000);
  await watching.ready;
  await writeFile(file.path, '{"mcpServers": {"b": {"command": "y2"}, "c": {"command": "z"}}}');
  await news(1);
  expect(changes).toEqual([{ path: file.path, added: ['c'], removed: ['a'], changed: ['b'] }]);

  await writeFile(join(project, 'other.json'), '{}');
  await writeFile(file.path, '{"mcpServers": {"b": {"command": "y2"}, "c": {"command": "z"} } }');
  await news(1);

  await rm(file.path);
  await news(2);
  expect(changes[1]).toMatchObject({ added: [], removed: ['b', 'c'], changed: [] });

  await put(file.path, '{"mcpServers": {"d": {"command": "w"}}}');
  await news(3);
  watching.close();
});
