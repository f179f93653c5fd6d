import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { HttpSecrets } from '../../app/frame/redaction/http-secrets.ts';
import { ConnectClock } from '../system/http-client.ts';
import { HttpWire } from './http-wire.ts';
import type { LongText, RecordBody, SessionJournal } from './record-body.ts';
import { httpServer, json, result } from './testing/http-server.ts';

test('an answer of megabytes is encoded by steps, recorded, and then heard', async () => {
  const value = 'ö"\n'.repeat(700_000);
  const { url } = await httpServer((_got, response) => json(response, result(1, { value })));
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.destroy());
  const events: string[] = [];
  const longs: { raw: string; text: LongText }[] = [];
  const journal: SessionJournal = {
    write: (body: RecordBody, _envelope, text) => {
      events.push(body.type === 'http' ? body.event : body.type);
      if (text !== undefined && body.type === 'frame' && 'raw' in body) longs.push({ raw: body.raw, text });
      return events.length;
    },
  };
  const sender = { dispatcher, clock: new ConnectClock(), options: {} };
  const wire = new HttpWire(journal, { x: 0, secrets: new HttpSecrets() }, sender, (error) => {
    throw error;
  });
  const call = wire.exchange({
    ...{ method: 'POST', url, headers: [], body: '{"jsonrpc":"2.0","id":1,"method":"big"}' },
    onMessage: (_message, seq) => events.push(`heard ${seq}`),
  });
  await call.done;
  expect(events).toEqual(['request', 'frame', 'response', 'frame', 'heard 4', 'end']);
  const [long] = longs;
  expect(longs).toHaveLength(1);
  expect(JSON.parse(`"${Buffer.concat(long?.text.encoded ?? [])}"`)).toBe(long?.raw);
  expect(JSON.parse(long?.raw ?? '')).toEqual(result(1, { value }));
});
