import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextSet } from './known-secrets.ts';

const few = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 6 });

describe('a set of texts', () => {
  it('finds each text that stands at a place, and no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(few, { maxLength: 40 }), fc.array(few), (texts, parts) => {
        const set = new TextSet();
        for (const text of texts) set.add(text);
        const text = parts.join('');
        for (let place = 0; place <= text.length; place += 1) {
          const expected = texts.filter((one) => text.startsWith(one, place));
          expect([...set.at(text, place)].sort()).toEqual(expected.sort());
        }
      }),
    );
  });

  it('finds texts of which one is the beginning of the other, whichever came first', () => {
    for (const texts of [
      ['key', 'key-1', 'key-12', 'kez'],
      ['kez', 'key-12', 'key-1', 'key'],
    ]) {
      const set = new TextSet();
      for (const text of texts) set.add(text);
      expect([...set.at('a key-13', 2)].sort()).toEqual(['key', 'key-1']);
    }
  });
});
