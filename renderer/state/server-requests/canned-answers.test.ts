import { expect, test } from 'vitest';
import { type CannedAnswer, readCannedAnswers, withAnswer } from './canned-answers.ts';

const HELLO: CannedAnswer = {
  server: 'node server.js',
  method: 'sampling/createMessage',
  name: 'hello',
  answer: { kind: 'result', result: { role: 'assistant' } },
};

test('what is stored is read back, without what is damaged', () => {
  const damaged = [null, 'x', { ...HELLO, name: 7 }, { ...HELLO, answer: { kind: 'shout' } }];
  expect(readCannedAnswers(JSON.parse(JSON.stringify([HELLO, ...damaged])))).toEqual([HELLO]);
  expect(readCannedAnswers('nothing')).toEqual([]);
});

test('an answer of the same name gives place, one of another method does not', () => {
  const refused: CannedAnswer = { ...HELLO, answer: { kind: 'error', code: -1, message: 'no' } };
  expect(withAnswer([HELLO], refused)).toEqual([refused]);
  expect(withAnswer([HELLO], { ...HELLO, method: 'roots/list' })).toHaveLength(2);
});
