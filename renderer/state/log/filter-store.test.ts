import { expect, test } from 'vitest';
import { parseQuery } from '../../../app/frame/query/parse-query.ts';
import { hasTerm, withToggledTerm } from './filter-store.ts';

test('a term is added to a filter and taken out of it again, and the rest stays as it was written', () => {
  for (const text of ['', 'tier:tool', 'text:"not  is:expected here" -method:ping']) {
    expect(hasTerm(text, 'is:expected')).toBe(false);
    const added = withToggledTerm(text, 'is:expected');
    expect(hasTerm(added, 'is:expected')).toBe(true);
    expect(withToggledTerm(added, 'is:expected')).toBe(text);
  }
});

test('a term is a condition of all that stands before it, alternatives too', () => {
  const text = withToggledTerm('tier:tool or tier:client', 'is:expected');
  expect(text).toBe('(tier:tool or tier:client) is:expected');
  expect(parseQuery(text)).toMatchObject({ value: { kind: 'and', parts: [{ kind: 'or' }, { key: 'is' }] } });
});
