import { expect, test } from 'vitest';
import { isSelection, listChoices, withTick } from './group-field.tsx';

const FISH = {
  anyOf: [
    { const: 'f1', title: 'Tuna' },
    { const: 'f2', title: 'Salmon' },
  ],
};
const CHOICES = listChoices(FISH, FISH) ?? [];

test('the items of a list that are choices, titled or not, can be ticked', () => {
  expect(CHOICES.map(({ label }) => label)).toEqual(['Tuna', 'Salmon']);
  expect(listChoices({}, { type: 'string', enum: ['a', 'b'] })).toHaveLength(2);
  expect(listChoices({}, { type: 'string' })).toBeUndefined();
});

test('a list with something twice, or with another value, is shown item by item', () => {
  expect(isSelection(['f2', 'f1'], CHOICES)).toBe(true);
  expect(isSelection(['f1', 'f1'], CHOICES)).toBe(false);
  expect(isSelection(['f3'], CHOICES)).toBe(false);
});

test('a tick keeps the order of the choices', () => {
  const [tuna, salmon] = CHOICES;
  if (tuna === undefined || salmon === undefined) throw new Error('no choices');
  expect(withTick(['f2'], CHOICES, tuna, true)).toEqual(['f1', 'f2']);
  expect(withTick(['f1', 'f2'], CHOICES, salmon, false)).toEqual(['f1']);
});
