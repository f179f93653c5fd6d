import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect, test } from '../pages/app-test.ts';
import { PROGRAM, runProgram } from '../pages/run-program.ts';
import { outcomeOf, sdkClient } from '../pages/sdk-client.ts';
import { packagedWords, quoted } from '../servers/server-paths.ts';

const LAB = [process.execPath, fileURLToPath(new URL('../../dist/main/error-lab.js', import.meta.url))];
let folder = '';

test.beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tierscope-mock-')));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Makes the calls of a client through a tap in front of the server; returns their results and the recording. */
async function recorded(
  name: string,
  server: readonly string[],
  calls: (client: Client) => Promise<unknown[]>,
): Promise<{ outcomes: unknown[]; file: string }> {
  const data = join(folder, name);
  const client = await sdkClient([process.execPath, PROGRAM, 'tap', '--data', data, '--', ...server]);
  const outcomes = await calls(client);
  await client.close();
  const names = await readdir(join(data, 'recordings'));
  expect(names).toHaveLength(1);
  return { outcomes, file: join(data, 'recordings', names[0] ?? '') };
}

const mockOf = (file: string, ...options: string[]): string[] => [
  process.execPath,
  PROGRAM,
  'mock',
  file,
  '--speed',
  'max',
  ...options,
];

/** Runs `compare` on the answers of the server and of its mock, ignoring durations. */
async function comparison(before: string, after: string) {
  const end = await runProgram(['compare', before, after, '--format', 'json', '--keep-noise', 'all']);
  const { summary, changed, events } = JSON.parse(end.stdout.toString());
  const kinds = changed.flatMap(({ changes }: { changes: { kind: string }[] }) =>
    changes.map(({ kind }) => kind),
  );
  return {
    exitCode: end.exitCode,
    summary,
    changed: kinds.filter((kind: string) => kind !== 'latency'),
    events,
  };
}

async function fileCalls(client: Client): Promise<unknown[]> {
  const read = (path: string): Promise<unknown> =>
    outcomeOf(client.callTool({ name: 'read_text_file', arguments: { path } }));
  return [
    client.getServerVersion(),
    await outcomeOf(client.listTools()),
    await read(join(folder, 'here.txt')),
    await read(join(folder, 'missing.txt')),
    await read('/etc/passwd'),
    await read(join(folder, 'here.txt')),
    await outcomeOf(client.callTool({ name: 'list_directory', arguments: { path: folder } })),
    await outcomeOf(client.callTool({ name: 'no-such-tool', arguments: {} })),
    await outcomeOf(client.listPrompts()),
  ];
}

test('a mock of server-filesystem answers the same calls with the same tiers and texts', async () => {
  await writeFile(join(folder, 'here.txt'), 'the content of the file');
  const server = packagedWords('@modelcontextprotocol/server-filesystem', folder);
  const real = await recorded('real', server, fileCalls);
  expect(JSON.stringify(real.outcomes)).toContain('the content of the file');
  // The mock reads no file: its answers come from the recording.
  await rm(join(folder, 'here.txt'));
  const mocked = await recorded('mocked', mockOf(real.file, '--strict'), fileCalls);
  expect(mocked.outcomes).toEqual(real.outcomes);
  expect(await comparison(real.file, mocked.file)).toMatchObject({
    exitCode: 0,
    changed: [],
    summary: { aligned: 9, worse: 0, better: 0, onlyBefore: 0, onlyAfter: 0 },
  });
});

test('a mock of the error lab fails at every tier as the lab did', async () => {
  const calls = async (client: Client): Promise<unknown[]> => {
    const outcomes: unknown[] = [];
    const names = [
      'ok-text',
      'custom-code',
      'tool-error-thrown',
      'stdout-noise',
      'answer-twice',
      'crash-exit',
    ];
    for (const name of names) outcomes.push(await outcomeOf(client.callTool({ name, arguments: {} })));
    return outcomes;
  };
  const real = await recorded('real', LAB, calls);
  const mocked = await recorded('mocked', mockOf(real.file), calls);
  expect(mocked.outcomes).toEqual(real.outcomes);
  const { exitCode, changed, events } = await comparison(real.file, mocked.file);
  expect({ exitCode, changed, events }).toEqual({
    exitCode: 0,
    changed: [],
    events: { gained: [], lost: [] },
  });
  for (const file of [real.file, mocked.file]) {
    const end = await runProgram(['report', file, '--format', 'json']);
    const { counts } = JSON.parse(end.stdout.toString()).recordings[0].sessions[0];
    expect(counts.tool).toBe(1);
    expect(counts.protocol).toBeGreaterThanOrEqual(2);
    expect(counts.transport).toBeGreaterThanOrEqual(2);
  }
});

test('the app connects to a mock, calls its tools, and hears what was not recorded', {
  tag: '@core',
}, async ({ openShared, main }) => {
  await writeFile(join(folder, 'here.txt'), 'the content of the file');
  const server = packagedWords('@modelcontextprotocol/server-filesystem', folder);
  const { file } = await recorded('real', server, fileCalls);
  await openShared();
  await main.connect(mockOf(file).map(quoted).join(' '), 'stand-in');
  await expect(main.tab('stand-in')).toHaveAttribute('data-session-state', 'ready');
  await main.call('read_text_file', { path: join(folder, 'here.txt') });
  await expect(main.inspector).toContainText('the content of the file');

  await main.call('read_text_file', { path: join(folder, 'missing.txt') });
  await expect(main.amberPanel).toContainText('no such file or directory');

  await main.call('read_text_file', { path: '/never/asked' });
  const unmatched = main
    .rows('[data-tier="protocol"][data-code="-32602"]')
    .filter({ hasText: 'read_text_file' });
  await expect(unmatched).toContainText('No recorded tools/call "read_text_file" has these params.');
});
