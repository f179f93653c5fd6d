import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSameServer } from '../../app/session/same-server.ts';
import { probeResultFile } from './recording-file.ts';
import { EarlierRecordings, listRecordings } from './recording-library.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earlier-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A recording of a session with a command and, if the server answered, its name. */
async function recorded(name: string, hour: number, command: string, server = ''): Promise<string> {
  const raw = (message: object) => JSON.stringify({ jsonrpc: '2.0', ...message });
  const startedAt = `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;
  const frame = { type: 'frame', at: 1, session: 's1' };
  const greeting = [
    { ...frame, seq: 2, direction: 'client-to-server', raw: raw({ id: 0, method: 'initialize' }) },
    {
      ...frame,
      seq: 3,
      direction: 'server-to-client',
      raw: raw({
        id: 0,
        result: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          serverInfo: { name: server, version: '1' },
        },
      }),
    },
  ];
  const lines = [
    { type: 'header', format: 'tierscope', version: 1, startedAt },
    { type: 'session', seq: 1, at: 0, session: 's1', label: name, origin: 'connect', command, args: ['a b'] },
    ...(server === '' ? [] : greeting),
  ];
  const path = join(folder, `${name}.tierscope.jsonl`);
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

const RUN = {
  file: '',
  startedAt: '2026-11-21T12:00:00.000Z',
  commandLine: "node 'a b'",
  cwd: '',
  serverName: 'notes',
};

test('the earlier recordings of one server are found by its name, the newest first', async () => {
  await recorded('first', 8, 'node', 'notes');
  await recorded('second', 10, 'deno', 'notes');
  await recorded('other', 11, 'node', 'weather');
  await recorded('later', 13, 'node', 'notes');
  const found = await new EarlierRecordings(folder).of(RUN);
  expect(found.map(({ label }) => label)).toEqual(['second', 'first']);
  expect(found[0]).toMatchObject({ startedAt: '2026-11-21T10:00:00.000Z', name: 'second.tierscope.jsonl' });
});

test('a run that never said its name is known by its command', async () => {
  await recorded('silent', 9, 'node');
  await recorded('else', 9, 'python');
  const found = await new EarlierRecordings(folder).of({ ...RUN, serverName: '' });
  expect(found.map(({ label }) => label)).toEqual(['silent']);
});

test('neither the own file, nor a probe, nor a damaged file counts', async () => {
  const own = await recorded('own', 9, 'node', 'notes');
  const probe = await recorded('probe', 9, 'node', 'notes');
  await writeFile(probeResultFile(probe), '{}');
  await writeFile(join(folder, 'broken.tierscope.jsonl'), 'nonsense\n');
  expect(await new EarlierRecordings(folder).of({ ...RUN, file: own })).toEqual([]);
  expect(await new EarlierRecordings(join(folder, 'none')).of(RUN)).toEqual([]);
});

test('a folder is listed once until a recording comes or goes', async () => {
  await recorded('first', 8, 'node', 'notes');
  const list = vi.fn(listRecordings);
  const earlier = new EarlierRecordings(folder, list);
  await earlier.of(RUN);
  await earlier.of(RUN);
  expect(list).toHaveBeenCalledTimes(1);
  await recorded('second', 9, 'node', 'notes');
  expect(await earlier.of(RUN)).toHaveLength(2);
  expect(list).toHaveBeenCalledTimes(2);
});

test('a start that was not whole is read again when it has grown', async () => {
  const path = await recorded('silent', 9, 'deno');
  const earlier = new EarlierRecordings(folder);
  expect(await earlier.of(RUN)).toHaveLength(0);
  const greeting = await recorded('greeting', 13, 'node', 'notes');
  const text = await readFile(greeting, 'utf8');
  await appendFile(path, text.split('\n').slice(2).join('\n'));
  expect(await earlier.of(RUN)).toMatchObject([{ label: 'silent', place: 0 }]);
});

test('two servers with one command in two folders are two', () => {
  const traits = { commandLine: 'node server.js', cwd: '/a', serverName: '' };
  expect(isSameServer(traits, { ...traits, cwd: '/b' })).toBe(false);
  expect(isSameServer({ ...traits, serverName: 'x' }, { ...traits, cwd: '/b', serverName: 'x' })).toBe(true);
});
