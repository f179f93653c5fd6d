import { expect, it } from 'vitest';
import { lastStartsIn } from './last-starts.ts';

const at = (second: number, text: string) => `2026-04-03T08:20:0${second}.000Z [shop] [info] ${text}\n`;
const START = 'Initializing server...';
const ASK = 'Message from client: {"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}';
const ANSWER =
  'Message from server: {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"shop","version":"1"}}}';
const CLOSED = 'Server transport closed unexpectedly, this is likely due to the process exiting early.';

it('tells of the last start only', () => {
  const good = at(1, START) + at(2, ASK) + at(3, ANSWER);
  const bad = at(4, START) + at(5, ASK) + at(6, CLOSED);
  expect(lastStartsIn(good + bad, 'a.log').get('shop')).toMatchObject({
    outcome: 'failed',
    at: '2026-04-03T08:20:04.000Z',
  });
  const later = bad.replaceAll(/:0(\d)\./g, ':00.') + good;
  expect(lastStartsIn(later, 'a.log').get('shop')).toMatchObject({
    outcome: 'started',
    said: 'It connected, and no error follows.',
  });
});

it('counts a start that connected and failed later as one that started, with its errors', () => {
  const text = at(1, START) + at(2, ASK) + at(3, ANSWER) + at(4, CLOSED);
  expect(lastStartsIn(text, 'a.log').get('shop')).toMatchObject({
    outcome: 'started',
    said: expect.stringMatching(/^It connected; 1 error follows: .+closed/),
  });
});

it('says nothing of a file that is no log of a host', () => {
  expect(lastStartsIn('{"jsonrpc":"2.0","id":1,"method":"ping"}\n', 'a.jsonl').size).toBe(0);
  expect(lastStartsIn('', 'a.log').size).toBe(0);
});
