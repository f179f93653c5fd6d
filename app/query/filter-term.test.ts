import fc from 'fast-check';
import { expect, it } from 'vitest';
import { literalPattern } from '../base/wildcard.ts';
import { filterTerm, partTerms } from './filter-term.ts';
import { parseQuery } from './parse-query.ts';

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

it('the parts of a time follow on one another, and the outer ones have no end', () => {
  const time = { from: 100, to: 400, parts: 3 };
  expect([0, 1, 2].map((part) => partTerms(part, time))).toEqual([
    ['at:<200ms'],
    ['at:>=200ms', 'at:<300ms'],
    ['at:>=300ms'],
  ]);
});
