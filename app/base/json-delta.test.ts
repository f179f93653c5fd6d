import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deltaBase, jsonDelta, withDelta } from './json-delta.ts';

const LEVELS = 3;
const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const names = fc.constantFrom('a', 'b', 'c', '__proto__', 'toString', '1', '');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.integer(),
    fc.string(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(names, tie('value'), { noNullPrototype: true }),
  ),
}));

describe('the delta of two JSON values', () => {
  test('makes the later one of the earlier one, whatever they are, also over the wire', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const delta = jsonDelta(before, after, LEVELS);
        const made = delta === undefined ? before : withDelta(before, overTheWire(delta) as typeof delta);
        expect(overTheWire(made)).toEqual(overTheWire(after));
      }),
    );
  });

  test('is nothing for a copy of the containers that it looks into', () => {
    fc.assert(
      fc.property(value, (before) => {
        expect(jsonDelta(deltaBase(before, LEVELS), before, LEVELS)).toBeUndefined();
      }),
    );
  });

  test('names what a list lost and got, and repeats none of the items that stayed', () => {
    const [one, two, three] = [{ id: 1 }, { id: 2 }, { id: 3 }];
    expect(jsonDelta({ list: [one, two] }, { list: [two, three] }, LEVELS)).toEqual({
      kind: 'members',
      gone: [],
      changed: [['list', { kind: 'items', gone: [0], added: [three] }]],
    });
  });

  test('takes a member that became undefined for one that is left out, as JSON does', () => {
    expect(jsonDelta({ a: 1, b: 2 }, { a: undefined, b: 2 }, LEVELS)).toEqual({
      kind: 'members',
      gone: ['a'],
      changed: [],
    });
    expect(jsonDelta({}, { a: undefined }, LEVELS)).toBeUndefined();
  });

  test('sees what was pushed onto a list that its base copied', () => {
    const owned = { problems: ['one'] };
    const base = deltaBase(owned, LEVELS);
    owned.problems.push('two');
    expect(withDelta(base, jsonDelta(base, owned, LEVELS) ?? { kind: 'value', value: 0 })).toEqual(owned);
  });

  test('looks into no more levels than it was told, however deep a value is', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    const other = { deep: { deep: { deep } } };
    expect(jsonDelta(deep, other, LEVELS)).toMatchObject({ kind: 'members' });
  });
});
