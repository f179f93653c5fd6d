import { afterEach, describe, expect, test } from 'vitest';
import { LiveSession } from './live-session.ts';
import { ReaperClient } from './reaper-client.ts';
import type { RecordBody } from './record-body.ts';
import { handshaking, plain } from './testing/session-rig.ts';

const SERVER = handshaking('say({ jsonrpc: "2.0", id: request.id, result: { is: request.method } });');

const sessions: LiveSession[] = [];

afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.disconnect('')));
});

/** A session whose journal has a defect: it throws when `breaks` says so, after storing the record. */
function sessionOver(breaks: (body: RecordBody) => boolean) {
  const records: RecordBody[] = [];
  const reaper = new ReaperClient({ command: 'unused', args: [] });
  reaper.watch = () => undefined;
  const session = new LiveSession({
    spec: { command: process.execPath, args: SERVER, cwd: '', env: {} },
    version: '0',
    settings: { era: 'initialize' },
    reaper,
    journal: {
      write: (body) => {
        records.push(body);
        if (breaks(body)) throw new TypeError('no such member');
        return records.length;
      },
    },
    onStatus: () => undefined,
  });
  sessions.push(session);
  return { session, records };
}

const isAnswerTo = (method: string) => (body: RecordBody) =>
  body.type === 'frame' && 'raw' in body && body.raw.includes(`{"is":"${method}"}`);

describe('a defect in taking what a server sends', () => {
  test('ends its session with a sentence, its call and its server, and no other session', async () => {
    const broken = sessionOver(isAnswerTo('broken'));
    const whole = sessionOver(() => false);
    await Promise.all([broken.session.start(), whole.session.start()]);
    const { pid } = broken.session.status;
    const call = await broken.session.call(plain('broken'));
    expect(call.failure).toContain('Connection closed');
    expect(broken.session.status.ending).toContain('TypeError: no such member');
    await broken.session.disconnect('');
    expect(broken.records).toContainEqual({
      type: 'client',
      event: 'closed',
      message: 'a defect of Tierscope: TypeError: no such member',
    });
    expect(broken.records.some(isAnswerTo('broken'))).toBe(true);
    expect(() => process.kill(pid ?? 0, 0)).toThrow();
    const other = await whole.session.call(plain('whole'));
    expect(other.failure).toBe('');
  });

  test('leaves a session that can be started again', async () => {
    let isBroken = true;
    const { session } = sessionOver((body) => isBroken && isAnswerTo('broken')(body));
    await session.start();
    await session.call(plain('broken'));
    expect(session.status.state).toBe('failed');
    isBroken = false;
    await session.restart();
    expect(session.status.state).toBe('ready');
    expect((await session.call(plain('broken'))).failure).toBe('');
  });
});
