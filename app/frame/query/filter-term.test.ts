import fc from 'fast-check';
import { expect, it } from 'vitest';
import { literalPattern } from '../../base/wildcard.ts';
import { parseQuery } from './parse-query.ts';
import { filterTerm } from './query.ts';

it('looks for exactly the text that it was made of', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (value) => {
      const query = parseQuery(filterTerm('tool', value));
      if (!query.ok) throw new Error(query.error.message);
      expect(query.value).toEqual({ kind: 'text', key: 'tool', patterns: [literalPattern(value)] });
    }),
  );
});

it('stays without quotes if it can', () => {
  expect(filterTerm('tool', 'notes/add-one')).toBe('tool:notes/add-one');
  expect(filterTerm('tool', 'a b*')).toBe('tool:"a b*"');
});
