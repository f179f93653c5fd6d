import { mkdtemp, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AnswerOrder, ControlState } from '../../app/contract/answer-control.ts';
import { type AnswerChannel, AnswerControl } from './answer-control.ts';
import { type ControlAddress, ControlLink } from './control-link.ts';
import { ControlServer } from './control-server.ts';

const HOLD: AnswerOrder = { target: { kind: 'any' }, when: { kind: 'next' }, action: { kind: 'hold' } };
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":{}}\n';

let folder = '';
let server = new ControlServer();
let sent = '';
let control = newControl();
let channel: AnswerChannel;
let address: ControlAddress = { path: '', secret: '' };

function newControl(): AnswerControl {
  return new AnswerControl({
    note: () => undefined,
    now: () => 0,
    wallClock: () => 0,
    later: () => () => undefined,
    onChange: () => server.changed(),
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tap-'));
  sent = '';
  server = new ControlServer();
  control = newControl();
  channel = control.channel({
    send: (bytes) => {
      sent += Buffer.from(bytes).toString();
    },
  });
  server.attach(control);
  address = (await server.listen(folder, '7')) ?? { path: '', secret: '' };
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends bytes to the channel; resolves when the tap has closed the connection. */
function cutOff(...chunks: readonly (string | Uint8Array)[]): Promise<void> {
  return new Promise((resolve) => {
    const socket: Socket = connect(address.path, () => {
      for (const chunk of chunks) socket.write(chunk);
    });
    socket.on('error', () => undefined);
    socket.resume();
    socket.once('close', () => resolve());
  });
}

async function linked(states: ControlState[] = []) {
  let leave = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const link = await ControlLink.open(address, {
    onState: (state) => void states.push(state),
    onGone: () => leave(),
  });
  if (!link.ok) throw new Error(link.error);
  return { link: link.value, gone };
}

describe('an app', () => {
  test('holds an answer, reads it, and lets it go edited', async () => {
    const states: ControlState[] = [];
    const { link } = await linked(states);
    expect(await link.call('arm', HOLD)).toEqual({ ok: true, value: null });
    channel.fromServer(Buffer.from(ANSWER));
    await expect.poll(() => states.at(-1)?.held[0]?.heldId).toBe('h2');
    expect(await link.call('textOf', 'h2')).toEqual({
      ok: true,
      value: { text: ANSWER.trim(), isUtf8: true },
    });
    expect(await link.call('end', 'h2', { kind: 'edited', text: 'x\ny' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('more than one line'),
    });
    expect(await link.call('end', 'h2', { kind: 'edited', text: 'other' })).toEqual({
      ok: true,
      value: null,
    });
    expect(sent).toBe('other\n');
    await expect.poll(() => states.at(-1)).toEqual({ orders: [], held: [] });
    link.close();
  });

  test('that is gone lets everything go that it held, and nobody else’s', async () => {
    const [first, second] = [await linked(), await linked()];
    await first.link.call('arm', HOLD);
    channel.fromServer(Buffer.from(ANSWER));
    await second.link.call('arm', HOLD);
    channel.fromServer(Buffer.from(ANSWER.replace('1', '2')));
    expect(sent).toBe('');
    first.link.close();
    await expect.poll(() => sent).toBe(ANSWER);
    expect(control.state.held).toHaveLength(1);
    second.link.close();
  });

  test('hears that the tap has closed the channel', async () => {
    const { link, gone } = await linked();
    await server.close();
    await gone;
    expect(await link.call('letAllGo')).toMatchObject({ ok: false });
  });

  test('gets a sentence for an order that the tap does not know, and stays connected', async () => {
    const { link } = await linked();
    expect(await link.call('arm', { ...HOLD, action: { kind: 'explode' } })).toMatchObject({
      ok: false,
      error: expect.stringContaining('does not understand'),
    });
    expect(await link.call('arm', HOLD)).toMatchObject({ ok: true });
    link.close();
  });
});

describe('a bad peer is cut off, and the traffic goes on', () => {
  const hello = () => `${JSON.stringify({ secret: address.secret })}\n`;

  test.each([
    ['with a wrong secret', () => [`${JSON.stringify({ secret: 'x'.repeat(43) })}\n`]],
    ['without a secret', () => ['{"t":"q","m":"letAllGo","a":[],"i":"1"}\n']],
    ['with garbage', () => [Buffer.from([0xff, 0x00, 0x0a, 0x7b, 0x0a])]],
    ['with garbage after the secret', () => [hello(), 'garbage\n']],
    ['with a message that is none of birpc', () => [hello(), '{"t":"x"}\n']],
    ['with a line without an end', () => [hello(), Buffer.alloc(9 * 1024 * 1024, 0x61)]],
  ])('%s', async (_, chunks) => {
    await cutOff(...chunks());
    channel.fromServer(Buffer.from(ANSWER));
    expect(sent).toBe(ANSWER);
    const { link } = await linked();
    expect(await link.call('letAllGo')).toEqual({ ok: true, value: null });
    link.close();
  });

  test('that calls what everything has by birth, gets an error', async () => {
    const socket = connect(address.path, () => {
      socket.write(`${hello()}{"t":"q","m":"toString","a":[],"i":"1"}\n`);
    });
    let heard = '';
    socket.on('data', (chunk) => {
      heard += String(chunk);
    });
    await expect.poll(() => heard).toMatch(/"t":"s","i":"1","e"/);
    socket.destroy();
  });
});

describe('the socket', () => {
  test.skipIf(process.platform === 'win32')('is for its owner alone', async () => {
    expect((await stat(address.path)).mode & 0o777).toBe(0o600);
  });

  test.skipIf(process.platform === 'win32')('lies elsewhere if the path is too long for one', async () => {
    const other = new ControlServer();
    other.attach(control);
    const elsewhere = await other.listen(join(folder, 'x'.repeat(120)), '7');
    expect(elsewhere?.path).toMatch(/tap\.sock$/);
    expect((await stat(join(elsewhere?.path ?? '', '..'))).mode & 0o777).toBe(0o700);
    await other.close();
    await expect(stat(elsewhere?.path ?? '')).rejects.toThrow();
  });

  test('that cannot be made leaves the tap without a channel', async () => {
    const other = new ControlServer();
    expect(await other.listen('/dev/null/folder', '7')).toBeUndefined();
  });

  test('of a killed tap with the same number is replaced', async () => {
    await server.close();
    const again = new ControlServer();
    again.attach(control);
    expect(await again.listen(folder, '7')).toMatchObject({ path: address.path });
    await again.close();
  });
});
