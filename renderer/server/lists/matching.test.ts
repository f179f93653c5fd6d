import { expect, test } from 'vitest';
import { matching } from './matching.ts';

test('the search wants every word, in the name or in the description', () => {
  const tools = [
    { name: 'read-note', description: 'Read a note' },
    { name: 'delete-note', description: 'Remove it' },
  ];
  expect(matching(tools, 'note remove').map(({ name }) => name)).toEqual(['delete-note']);
  expect(matching(tools, ' ')).toBe(tools);
});
