import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valueAt } from '../../../app/base/json-value.ts';
import { sameJson, withItemMoved, withMemberRenamed, withoutValueAt, withValueAt } from './form-value.ts';

const path = fc.array(fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('a', 'b', '__proto__')), {
  minLength: 1,
  maxLength: 4,
});

describe('withValueAt', () => {
  test('keeps every member beside the path, in its order', () => {
    const value = { first: 1, place: { x: 1, unknown: [true] }, last: null };
    expect(JSON.stringify(withValueAt(value, ['place', 'x'], 2))).toBe(
      '{"first":1,"place":{"x":2,"unknown":[true]},"last":null}',
    );
  });

  test('what is set is read back, and taking it out again leaves the rest', () => {
    fc.assert(
      fc.property(fc.jsonValue(), path, fc.jsonValue(), (value, at, next) => {
        const set = withValueAt(value, at, next);
        expect(valueAt(set, at)).toEqual(next);
        expect(valueAt(withoutValueAt(set, at), at)).toBeUndefined();
      }),
    );
  });

  test('members at the top that the path does not name stay the same objects', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), path, fc.jsonValue(), (value, at, next) => {
        const set = withValueAt(value, at, next) as Record<string, unknown>;
        for (const name of Object.keys(value)) if (name !== at[0]) expect(set[name]).toBe(value[name]);
      }),
    );
  });

  test('setting what is there already changes no JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
        for (const name of Object.keys(value)) {
          expect(sameJson(withValueAt(value, [name], valueAt(value, [name])), value)).toBe(true);
        }
      }),
    );
  });

  test('never changes the value that it is given', () => {
    const value = Object.freeze({ list: Object.freeze([1, 2]) });
    expect(withValueAt(value, ['list', 0], 9)).toEqual({ list: [9, 2] });
    expect(value).toEqual({ list: [1, 2] });
  });
});

describe('lists and members', () => {
  test('an item is taken out and the rest moves up', () => {
    expect(withoutValueAt({ list: [1, 2, 3] }, ['list', 1])).toEqual({ list: [1, 3] });
  });

  test('an item moves, and no further than the ends', () => {
    expect(withItemMoved([1, 2, 3], [], 2, 0)).toEqual([3, 1, 2]);
    expect(withItemMoved([1, 2, 3], [], 2, 3)).toEqual([1, 2, 3]);
  });

  test('a member is renamed in its place, unless the name is taken', () => {
    expect(JSON.stringify(withMemberRenamed({ a: 1, b: 2 }, [], 'a', 'c'))).toBe('{"c":1,"b":2}');
    expect(withMemberRenamed({ a: 1, b: 2 }, [], 'a', 'b')).toEqual({ a: 1, b: 2 });
  });

  test('what is not there cannot be taken out', () => {
    const value = { a: 1 };
    expect(withoutValueAt(value, ['toString'])).toBe(value);
    expect(withoutValueAt(value, ['b', 'c'])).toBe(value);
  });
});
