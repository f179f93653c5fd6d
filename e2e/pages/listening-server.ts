import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'playwright/test';
import { packagedWords } from '../servers/server-paths.ts';

/** server-everything at an address of this machine. */
export type ListeningServer = { readonly origin: string; readonly child: ChildProcess };

/** Starts server-everything on a free port; resolves once it listens. The caller must end it. */
export async function listeningEverything(transport: 'streamableHttp' | 'sse'): Promise<ListeningServer> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const [command = '', ...args] = packagedWords('@modelcontextprotocol/server-everything', transport);
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/port/);
  return { origin: `http://127.0.0.1:${port}`, child };
}
