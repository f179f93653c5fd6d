import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Scenario, ServerScenario } from './scenarios.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const SUITE = pathOf('../../node_modules/@modelcontextprotocol/conformance/dist/index.js');
const SCENARIO_LIMIT_MS = 60_000;

const checksSchema = z.array(
  z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }),
);

/** One check of the suite; informational ones are left out. */
export type Check = z.infer<typeof checksSchema>[number];

/** Runs one scenario of the official suite; `act` drives the app against the given address before the check. */
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
  const client = ['--command', `"${process.execPath}" "${pathOf('hand-over.js')}" ${port}`];
  await runSuite('client', { name, revision }, folder, client);
  handOver.close();
  await acted;
  return readChecks(folder);
}

/** Runs one scenario of the official suite against the server at an address. */
export async function runServerScenario(scenario: ServerScenario, url: string): Promise<readonly Check[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-conformance-'));
  await runSuite('server', scenario, folder, ['--url', url]);
  return readChecks(folder);
}

async function runSuite(
  side: 'client' | 'server',
  { name, revision }: ServerScenario,
  folder: string,
  more: readonly string[],
): Promise<void> {
  const scenario = ['--import', pathOf('glob-sync.js'), SUITE, side, '--scenario', name];
  const options = ['--spec-version', revision, '--timeout', String(SCENARIO_LIMIT_MS), '-o', folder];
  const suite = spawn(process.execPath, [...scenario, ...options, ...more], { stdio: 'ignore', cwd: folder });
  await once(suite, 'exit');
}

/** Reads the checks that the suite left in a folder, and removes the folder. */
async function readChecks(folder: string): Promise<readonly Check[]> {
  try {
    const files = await readdir(folder, { recursive: true });
    const file = files.find((one) => one.endsWith('checks.json'));
    if (file === undefined) throw new Error('the conformance suite has left no checks');
    const checks = checksSchema.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
    return checks.filter(({ status }) => status !== 'INFO');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
