import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { encodeHeader, encodeRecord } from '../../app/recording/encode-record.ts';
import { sampleHeader } from '../../app/recording/testing/any-record.ts';
import { receiveTaps } from './receive-taps.ts';
import { RecordingSender } from './recording-sender.ts';
import { runningTaps } from './tap-registry.ts';

const line = (seq: number) =>
  `${encodeRecord({ type: 'stderr', seq, at: seq, session: 's1', text: `line ${seq}` })}\n`;
const START = `${encodeHeader(sampleHeader)}\n${encodeRecord({
  ...{ type: 'session', seq: 1, at: 0, session: 's1', label: 'tea', origin: 'tap' },
})}\n`;

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'remote-tap-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** Starts the receiver; gives the printed line, the address behind `--to`, and a function that ends it. */
async function receiving(dataFolder: string, remote = 'ada@farm') {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let exit: Promise<number> | undefined;
  const printed = await new Promise<string>((write) => {
    exit = receiveTaps({
      ...{ remote, server: ['node', 'tea server.js'], port: 0, dataFolder, ended, write },
      writeError: () => undefined,
    });
  });
  const close = async () => {
    end();
    await exit;
  };
  onTestFinished(close);
  return { printed: printed.trim(), to: /--to (\S+) /.exec(printed)?.[1] ?? '', close };
}

/** Stands for ssh's -R: a port that leads to another one until it is cut. */
async function forwarder(port: number) {
  const open = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  onTestFinished(() => (server.listening ? cut() : undefined));
  return { port: own, cut, restore: () => listen(own) };
}

const recordingsIn = async (data: string) => {
  const names = await readdir(join(data, 'recordings'));
  return Promise.all(names.map((name) => readFile(join(data, 'recordings', name), 'utf8')));
};

test('a tap elsewhere is announced here, and a link that drops loses nothing', async () => {
  const [here, there] = [await folder(), await folder()];
  const { to } = await receiving(here);
  const link = await forwarder(Number(new URL(to).port));
  const file = join(there, 'a.tierscope.jsonl');
  await appendFile(file, START + line(2));
  const address = to.replace(/:\d+\//, `:${link.port}/`);
  const sender = new RecordingSender(() => file, address, { lookMs: 1, retryMs: 1 });
  await expect.poll(() => runningTaps(here)).toMatchObject([{ label: 'tea (ada@farm)', session: 's1' }]);
  await link.cut();
  await appendFile(file, line(3) + line(4).slice(0, 20));
  await link.restore();
  await appendFile(file, line(4).slice(20) + line(5));
  expect(await sender.close(2000)).toBe('');
  expect(await recordingsIn(here)).toEqual([await readFile(file, 'utf8')]);
});

test('a receiver that was started again gets the recording from its beginning', async () => {
  const [here, there] = [await folder(), await folder()];
  const first = await receiving(here);
  const link = await forwarder(Number(new URL(first.to).port));
  const file = join(there, 'a.tierscope.jsonl');
  await appendFile(file, START);
  const send = () =>
    new RecordingSender(() => file, first.to.replace(/:\d+\//, `:${link.port}/`), { lookMs: 1, retryMs: 1 });
  expect(await send().close(2000)).toBe('');
  await first.close();
  await link.cut();
  const gone = await send().close(2000);
  expect(gone).toMatch(/^The window did not get the end of the recording \(.+\): .+ has all of it\.$/);
  const second = await receiving(here);
  const { pathname } = new URL(second.to);
  expect(pathname).toBe(new URL(first.to).pathname);
  await appendFile(file, line(2));
  const again = new RecordingSender(() => file, second.to);
  expect(await again.close(2000)).toBe('');
  expect(await recordingsIn(here)).toContain(START + line(2));
});

test('prints a line that a shell reads as one command, and takes nothing without the secret', async () => {
  const { printed, to } = await receiving(await folder());
  const { port } = new URL(to);
  expect(printed).toBe(
    `ssh -o ExitOnForwardFailure=yes -R ${port}:127.0.0.1:${port} ada@farm 'tierscope tap --to ${to} -- node '"'"'tea server.js'"'"''`,
  );
  const status = async (url: string, body = START) => (await fetch(url, { method: 'POST', body })).status;
  expect(await status(`http://127.0.0.1:${port}/r/wrong/a.jsonl?at=0`)).toBe(404);
  expect(await status(`${to}/..%2Fa.jsonl?at=0`)).toBe(404);
  expect(await status(`${to}/a.jsonl?at=0`, 'no recording')).toBe(409);
  expect(await status(`${to}/a.jsonl?at=7`)).toBe(409);
});
