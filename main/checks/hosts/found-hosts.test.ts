import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostsHere } from './found-hosts.ts';
import { CURSOR, DESKTOP, madeHome } from './testing/made-home.ts';

const FAILED = `2026-04-03T08:20:33.103Z [post] [info] Initializing server...
2026-04-03T08:20:33.105Z [post] [error] spawn post-mcp ENOENT
`;

it('finds hosts by their files and logs, and says what the last start of each server was', async () => {
  const { home, place, write, config, server } = await madeHome();
  await config(DESKTOP, 'mcpServers', { post: { command: 'post-mcp' }, new: server('new') });
  await write('.config/Claude/logs/mcp-server-post.log', FAILED);
  await write('.codex/config.toml', '[mcp_servers.zen]');
  await write(
    '.codex/log/codex-tui.log',
    '2026-08-03T07:11:03.120Z ERROR codex_core::mcp: MCP client for `zen` failed to start: request timed out\n',
  );
  const hosts = await hostsHere(place);
  expect(
    hosts.map(({ host, servers }) => [
      host,
      servers.map(({ name, lastStart }) => [name, lastStart?.outcome]),
    ]),
  ).toEqual([
    [
      'claude-desktop',
      [
        ['post', 'failed'],
        ['new', undefined],
      ],
    ],
    ['codex', [['zen', 'failed']]],
  ]);
  expect(hosts[0]?.servers[0]?.lastStart).toMatchObject({
    at: '2026-04-03T08:20:33.103Z',
    said: expect.stringContaining('spawn post-mcp ENOENT'),
    log: join(home, '.config/Claude/logs/mcp-server-post.log'),
  });
  expect(hosts[1]?.files).toEqual([
    { path: join(home, '.codex/config.toml'), scope: 'user', isRead: false, problems: [] },
  ]);
});

it('takes the newest log, and finds the server of a log in the name of its file', async () => {
  const { home, place, write, config } = await madeHome();
  await config(CURSOR, 'mcpServers', { 'my notes': { command: 'notes' } });
  const folder = '.config/Cursor/logs/20260408T1/window1/exthost/anysphere.cursor-mcp';
  const line = (command: string) =>
    `2026-04-08 20:52:49.020 [info] Handling CreateClient action\n2026-04-08 20:52:49.021 [info] Starting new stdio process with command: ${command}\n2026-04-08 20:52:50.000 [error] Client error for command spawn ${command} ENOENT\n`;
  await write(`${folder}/MCP user-my-notes.log`, line('first'));
  await write(`${folder.replace('T1/', 'T2/')}/MCP user-my-notes.log`, line('second'));
  await utimes(join(home, folder, 'MCP user-my-notes.log'), 1, 1);
  const [cursor] = await hostsHere(place);
  expect(cursor?.logs).toHaveLength(2);
  expect(cursor?.servers.map(({ name, lastStart }) => [name, lastStart?.said])).toEqual([
    ['my notes', expect.stringContaining('spawn second ENOENT')],
  ]);
});

it('reads the end of a large log, and lists one that cannot be read as a log', async () => {
  const { place, write, config } = await madeHome();
  await config(DESKTOP, 'mcpServers', { post: { command: 'post-mcp' } });
  const noise = `2026-04-03T08:20:30.000Z [post] [info] Message from server: {"jsonrpc":"2.0","method":"x"}\n`;
  await write('.config/Claude/logs/mcp-server-post.log', `${noise.repeat(30_000)}${FAILED}`);
  await write('.config/Claude/logs/mcp.log', '\0\0\0');
  const [desktop] = await hostsHere(place);
  expect(desktop?.logs).toHaveLength(2);
  expect(desktop?.servers[0]?.lastStart?.outcome).toBe('failed');
});
