import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AnswerOrder } from '../../app/contract/answer-control.ts';
import type { SessionInfo, TappedInfo } from '../../app/contract/session-info.ts';
import { type AnswerChannel, AnswerControl } from '../tap/answer-control.ts';
import { ControlServer } from '../tap/control-server.ts';
import { announceTap, tapsFolder } from '../tap/tap-registry.ts';
import type { HostApi } from './host-api.ts';
import { sessionReached, testHub } from './testing/test-hub.ts';

const HOLD: AnswerOrder = { target: { kind: 'any' }, when: { kind: 'next' }, action: { kind: 'hold' } };
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":{}}\n';

let folder = '';
let hub: HostApi;
let sent = '';
const server = { current: new ControlServer() };
let control: AnswerControl;
let channel: AnswerChannel;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tap-'));
  sent = '';
  server.current = new ControlServer();
  control = new AnswerControl({
    note: () => undefined,
    now: () => 0,
    wallClock: () => 0,
    later: () => () => undefined,
    onChange: () => server.current.changed(),
  });
  channel = control.channel({
    send: (bytes) => {
      sent += Buffer.from(bytes).toString();
    },
  });
  server.current.attach(control);
  hub = testHub(folder);
});

afterEach(async () => {
  await hub.dispose();
  await server.current.close();
  await rm(folder, { recursive: true, force: true });
});

/** Announces this process as a tap; returns the tab that shows it. */
async function announced(withChannel = true): Promise<TappedInfo> {
  const address = withChannel
    ? await server.current.listen(tapsFolder(folder), String(process.pid))
    : undefined;
  const tap = { pid: process.pid, file: join(folder, 'none.tierscope.jsonl'), label: 'agent' };
  await announceTap(folder, address === undefined ? tap : { ...tap, control: address });
  return tapped(await sessionReached(hub, 's1', () => true));
}

function tapped(info: SessionInfo): TappedInfo {
  if (info.kind !== 'tapped') throw new Error(`${info.session} is not tapped`);
  return info;
}

const held = async (): Promise<TappedInfo> =>
  tapped(
    await sessionReached(hub, 's1', (info) => info.kind === 'tapped' && info.control?.held.length === 1),
  );

test('a screen holds an answer of a tapped server, reads it and turns it into an error', async () => {
  expect((await announced()).control).toEqual({ orders: [], held: [] });
  const { commands } = hub;
  expect(await commands.armAnswers({ session: 's1', order: HOLD })).toEqual({ ok: true, value: null });
  channel.fromServer(Buffer.from(ANSWER));
  const heldId = (await held()).control?.held[0]?.heldId ?? '';
  expect(await commands.readHeldAnswer({ session: 's1', heldId })).toMatchObject({
    value: { text: ANSWER.trim() },
  });
  const end = { kind: 'protocol-error', code: -32603, message: 'no' } as const;
  expect(await commands.endHeldAnswer({ session: 's1', heldId, end })).toMatchObject({ ok: true });
  expect(sent).toBe('{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}\n');
});

test('closing the tab, or the app, lets everything go', async () => {
  await announced();
  await hub.commands.armAnswers({ session: 's1', order: HOLD });
  channel.fromServer(Buffer.from(ANSWER));
  await held();
  await hub.commands.close({ session: 's1' });
  await expect.poll(() => sent).toBe(ANSWER);
  expect(control.state).toEqual({ orders: [], held: [] });
});

test('a tap without a channel takes no orders, and says so', async () => {
  expect((await announced(false)).control).toBeNull();
  expect(await hub.commands.armAnswers({ session: 's1', order: HOLD })).toMatchObject({
    ok: false,
    error: expect.stringContaining('takes no orders'),
  });
});

test('each session of a tapped address has a tab of its own', async () => {
  const file = join(folder, 'two.tierscope.jsonl');
  const startedAt = '2026-11-27T12:00:00.000Z';
  const header = { type: 'header', format: 'tierscope', version: 1, startedAt };
  const of = (session: string, seq: number, raw: string) => [
    { type: 'session', seq, at: seq, session, label: 'h/mcp', origin: 'tap', url: `http://h/${session}` },
    {
      type: 'frame',
      seq: seq + 1,
      at: seq + 1,
      session,
      direction: 'client-to-server',
      raw,
      http: { x: seq },
    },
  ];
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const lines = [header, ...of('s1', 1, ping), ...of('s2', 3, ping)];
  await writeFile(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  for (const session of ['s1', 's2']) {
    await announceTap(folder, { pid: process.pid, file, label: 'h/mcp', session });
  }
  const tabs = await Promise.all(
    ['s1', 's2'].map((tab) => sessionReached(hub, tab, ({ commandLine }) => commandLine !== '')),
  );
  expect(tabs.map(({ commandLine }) => commandLine).sort()).toEqual(['http://h/s1', 'http://h/s2']);
});
