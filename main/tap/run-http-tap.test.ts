import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type BuiltWorker, builtWorker } from '../system/testing/built-worker.ts';
import { tapAddress } from './run-http-tap.ts';
import { tapPlaces } from './tap-place.ts';

let built: BuiltWorker;
let folder = '';
beforeAll(async () => {
  built = await builtWorker('main/tap/tap-writer.ts');
  folder = await mkdtemp(join(tmpdir(), 'http-tap-'));
});
afterAll(async () => {
  built.remove();
  await rm(folder, { recursive: true, force: true });
});

/** A server that gives a session id, and answers every request with its content. */
async function upstream(): Promise<URL> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const head = {
      'Content-Type': 'application/json',
      'Mcp-Session-Id': 'hush-session',
      'Set-Cookie': 'hush-cookie',
    };
    response.writeHead(200, head).end(body.replace('"method":"initialize"', '"result":{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp?api_key=hush-query`);
}

/** Starts a tap; returns its address or the printed sentence, and a function that ends it. */
async function started(url: URL, label = 'tapped') {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const printed: string[] = [];
  let exit: Promise<number> | undefined;
  const said = await new Promise<string>((write) => {
    const headers = [['X-Own', 'hush-header']] as const;
    exit = tapAddress({
      ...{ version: '0', upstream: { url, headers }, label, ended, write },
      ...{ dataFolder: folder, writerScript: built.script },
      writeError: (text) => {
        printed.push(text);
        if (text.includes('cannot be had')) write(text);
      },
    });
  });
  return { said: said.trim(), printed, end, exit };
}

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  const found = entries.map(async (entry) =>
    entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)],
  );
  return (await Promise.all(found)).flat();
}

test('a tap of an address is at the same one each time, and no secret gets into a file', async () => {
  const url = await upstream();
  const tap = await started(url);
  // In the same process and second: only the label distinguishes their recordings.
  const taken = await started(url, 'taken');
  expect(taken.said).toContain('The same command may run already');
  expect(await taken.exit).toBe(3);
  const body = '{"jsonrpc":"2.0","id":0,"method":"initialize"}';
  const headers = {
    'Content-Type': 'application/json',
    Authorization: 'Bearer hush-token',
    Cookie: 'hush-own',
  };
  const answer = await fetch(tap.said, { method: 'POST', body, headers });
  expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 0, result: {} });
  expect(answer.headers.get('set-cookie')).toBe('hush-cookie');
  const texts = async () => {
    // A running tap has a socket there too.
    const files = (await filesIn(folder)).filter((file) => !file.endsWith('.sock'));
    return Promise.all(files.map((file) => readFile(file, 'utf8')));
  };
  // The client has its answer a moment before the tap has the end of the exchange.
  await expect.poll(async () => (await texts()).join(''), { timeout: 15_000 }).toContain('"event":"end"');
  tap.end();
  expect(await tap.exit).toBe(0);
  const again = await started(url);
  expect(again.said).toBe(tap.said);
  again.end();
  await again.exit;
  const written = await texts();
  expect(written.filter((text) => text.includes('hush'))).toEqual([]);
  expect(
    written
      .join('')
      .split('\n')
      .filter((line) => line.includes('"event":"end"')),
  ).toHaveLength(1);
  expect([...tap.printed, ...again.printed].join('')).not.toContain('hush');
});

test('the place of an address follows from a secret of the user alone', async () => {
  const places = await tapPlaces(folder);
  const others = await tapPlaces(join(folder, 'another'));
  if (!places.ok || !others.ok) throw new Error('no places');
  const url = new URL('https://x.example/mcp');
  expect(places.value(url)).toEqual(places.value(url));
  expect(places.value(url).token).toMatch(/^[\w-]{22}$/);
  expect(places.value(new URL('https://x.example/other')).token).not.toBe(places.value(url).token);
  expect(others.value(url).token).not.toBe(places.value(url).token);
  if (process.platform !== 'win32')
    expect((await stat(join(folder, 'tap-secret.json'))).mode & 0o077).toBe(0);
});

test('of many sessions, the last active ones are announced to the app', async () => {
  const tap = await started(await upstream(), 'many');
  const taps = join(folder, 'taps');
  const ping = (agent: string) =>
    fetch(tap.said, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      headers: { 'Content-Type': 'application/json', 'User-Agent': agent },
    }).then((answer) => answer.text());
  const announced = async () => (await readdir(taps)).filter((name) => name.endsWith('.json'));
  const [first, second] = [`${process.pid}-s1.json`, `${process.pid}-s2.json`];
  await ping('first');
  await ping('second');
  await Promise.all(Array.from({ length: 30 }, (_, number) => ping(`other-${number}`)));
  await ping('first');
  await ping('one more');
  await expect.poll(announced).not.toContain(second);
  expect(await announced()).toContain(first);
  await ping('second');
  await expect.poll(announced).toContain(second);
  await expect.poll(announced).toHaveLength(32);
  tap.end();
  await tap.exit;
  expect(await announced()).toEqual([]);
});
