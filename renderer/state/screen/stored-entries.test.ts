import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cannedAnswers, savedCalls } from '../server/canned-answers.ts';

describe('saved calls', () => {
  const call = { server: 'node a.js', tool: 'read', name: 'one', args: { id: 'a' } };

  test('what was stored is read again', () => {
    expect(savedCalls.read(JSON.parse(JSON.stringify([call])))).toEqual([call]);
  });

  test('a damaged store gives what is whole and throws nothing', () => {
    expect(savedCalls.read([call, { ...call, args: 1 }, null])).toEqual([call]);
    fc.assert(fc.property(fc.jsonValue(), (stored) => Array.isArray(savedCalls.read(stored))));
  });

  test('saving under a name that is taken gives the name the new arguments', () => {
    const other = { ...call, tool: 'write' };
    for (const one of [call, other, { ...call, args: {} }]) savedCalls.save(one);
    expect(savedCalls.useEntries.getState()).toEqual([{ ...call, args: {} }, other]);
    savedCalls.remove(call);
    expect(savedCalls.useEntries.getState()).toEqual([other]);
  });
});

describe('canned answers', () => {
  const hello = {
    server: 'node server.js',
    method: 'sampling/createMessage',
    name: 'hello',
    answer: { kind: 'result' as const, result: { role: 'assistant' } },
  };

  test('what is stored is read back, without what is damaged', () => {
    const damaged = [null, 'x', { ...hello, name: 7 }, { ...hello, answer: { kind: 'shout' } }];
    expect(cannedAnswers.read(JSON.parse(JSON.stringify([hello, ...damaged])))).toEqual([hello]);
    expect(cannedAnswers.read('nothing')).toEqual([]);
  });

  test('an answer of the same name gives place, one of another method does not', () => {
    const refused = { ...hello, answer: { kind: 'error' as const, code: -1, message: 'no' } };
    cannedAnswers.save(hello);
    cannedAnswers.save(refused);
    cannedAnswers.save({ ...hello, method: 'roots/list' });
    expect(cannedAnswers.useEntries.getState()).toEqual([refused, { ...hello, method: 'roots/list' }]);
  });
});
