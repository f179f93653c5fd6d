import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { entriesOf } from './import-from-hosts.ts';

it('says of each entry of a configuration what its command lacks, or how to try it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entries-'));
  try {
    const path = join(folder, 'mcp.json');
    const docker = { command: 'docker', args: ['run', '--rm', 'weather'] };
    const mcpServers = {
      docker,
      node: { command: 'node', args: ['a.js'] },
      web: { url: 'http://127.0.0.1:9/mcp' },
    };
    await writeFile(path, JSON.stringify({ mcpServers }));
    expect((await entriesOf(path))?.split('\n').slice(1)).toEqual([
      expect.stringContaining('docker: docker run lacks -i'),
      expect.stringContaining('node: Its command shows no fault'),
      '  web: It is a remote server. Try it: tierscope doctor --url http://127.0.0.1:9/mcp',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
