import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSavedCalls, withCall } from './saved-calls.ts';

const call = { server: 'node a.js', tool: 'read', name: 'one', args: { id: 'a' } };

test('what was stored is read again', () => {
  expect(readSavedCalls(JSON.parse(JSON.stringify([call])))).toEqual([call]);
});

test('a damaged store gives what is whole and throws nothing', () => {
  expect(readSavedCalls([call, { ...call, args: 1 }, null])).toEqual([call]);
  fc.assert(fc.property(fc.jsonValue(), (stored) => Array.isArray(readSavedCalls(stored))));
});

test('saving under a name that is taken gives the name the new arguments', () => {
  const other = { ...call, tool: 'write' };
  expect(withCall([call, other], { ...call, args: {} })).toEqual([{ ...call, args: {} }, other]);
});
