import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { HostPlace } from '../../../../app/hosts/host.ts';

type Entry = { readonly command: string; readonly args?: readonly string[] };

/** A server with two tools that notes each of its starts, with its name, in a file. */
const SERVER = `
  const [, , file, name, extra = ''] = process.argv;
  require('node:fs').appendFileSync(file, name + '\\n');
  if (extra !== '') console.log(extra);
  const tools = ['a', 'b'].map((name) => ({ name, inputSchema: { type: 'object' } }));
  const say = (value) => console.log(JSON.stringify({ jsonrpc: '2.0', ...value }));
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'initialize') say({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name, version: '1' } } });
    else if (method === 'tools/list') say({ id, result: { tools } });
    else if (method === 'ping') say({ id, result: {} });
    else if (id !== undefined) say({ id, error: { code: -32601, message: 'Method not found' } });
  });`;

/** A home folder that a test fills, and that ends with it. */
export async function madeHome() {
  const home = await mkdtemp(join(tmpdir(), 'tierscope-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const place: HostPlace = { platform: 'linux', home, env: {} };
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  };
  const started = join(home, 'started.txt');
  await write('server.cjs', SERVER);
  await write('started.txt', '');
  return {
    home,
    place,
    write,
    /** An entry of a server that works; `extra` is printed before its first message. */
    server: (name: string, extra = ''): Entry => ({
      command: process.execPath,
      args: [join(home, 'server.cjs'), started, name, extra],
    }),
    /** An entry that runs a text in Node, and notes its starts too. */
    script: (name: string, text: string): Entry => ({
      command: process.execPath,
      args: ['-e', `require('node:fs').appendFileSync(process.argv[1], '${name}\\n'); ${text}`, started],
    }),
    starts: async () => (await readFile(started, 'utf8')).split('\n').slice(0, -1),
    config: (path: string, key: string, servers: Readonly<Record<string, object>>) =>
      write(path, JSON.stringify({ [key]: servers })),
  };
}

export const DESKTOP = '.config/Claude/claude_desktop_config.json';
export const CURSOR = '.cursor/mcp.json';
export const VSCODE = '.config/Code/User/mcp.json';
