import { expect, test } from 'vitest';
import { parseQuery } from '../../../app/query/parse-query.ts';
import { hasTerm, withToggledTerm } from './filter-term.ts';

test('a term is added to a filter and taken out of it again, and the rest stays as it was written', () => {
  for (const text of ['', 'tier:tool', 'text:"not  is:provoked here" -method:ping']) {
    expect(hasTerm(text, 'is:provoked')).toBe(false);
    const added = withToggledTerm(text, 'is:provoked');
    expect(hasTerm(added, 'is:provoked')).toBe(true);
    expect(withToggledTerm(added, 'is:provoked')).toBe(text);
  }
});

test('a term is a condition of all that stands before it, alternatives too', () => {
  const text = withToggledTerm('tier:tool or tier:client', 'is:provoked');
  expect(text).toBe('(tier:tool or tier:client) is:provoked');
  expect(parseQuery(text)).toMatchObject({ value: { kind: 'and', parts: [{ kind: 'or' }, { key: 'is' }] } });
});
