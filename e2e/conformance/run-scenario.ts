import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Scenario } from './scenarios.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const SUITE = pathOf('../../node_modules/@modelcontextprotocol/conformance/dist/index.js');
const SCENARIO_LIMIT_MS = 60_000;

const checksSchema = z.array(
  z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }),
);

/** One check of the suite; those that only inform are left out. */
export type Check = z.infer<typeof checksSchema>[number];

/**
 * Runs one scenario of the official suite; `act` drives the app against the address that it is given,
 * and the scenario is checked when it is done.
 */
export async function runScenario(
  { name, revision }: Scenario,
  act: (url: string) => Promise<void>,
): Promise<readonly Check[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-conformance-'));
  let acted: Promise<void> | undefined;
  const handOver = createServer((socket) => {
    createInterface({ input: socket }).once('line', (url) => {
      acted = act(url).finally(() => socket.end());
    });
  });
  handOver.listen(0, '127.0.0.1');
  await once(handOver, 'listening');
  const { port } = handOver.address() as AddressInfo;
  const scenario = ['--import', pathOf('glob-sync.js'), SUITE, 'client', '--scenario', name];
  const options = ['--spec-version', revision, '--timeout', String(SCENARIO_LIMIT_MS), '-o', folder];
  const client = ['--command', `"${process.execPath}" "${pathOf('hand-over.js')}" ${port}`];
  const suite = spawn(process.execPath, [...scenario, ...options, ...client], {
    stdio: 'ignore',
    cwd: folder,
  });
  await once(suite, 'exit');
  handOver.close();
  await acted;
  try {
    return await readChecks(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readChecks(folder: string): Promise<readonly Check[]> {
  const files = await readdir(folder, { recursive: true });
  const file = files.find((one) => one.endsWith('checks.json'));
  if (file === undefined) throw new Error('the conformance suite has left no checks');
  const checks = checksSchema.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
  return checks.filter(({ status }) => status !== 'INFO');
}
