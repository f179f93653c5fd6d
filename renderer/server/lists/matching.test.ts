import { expect, test } from 'vitest';
import { matching, secondLine } from './server-list.tsx';

test('the search wants every word, in the name or in the description', () => {
  const tools = [
    { name: 'read-note', description: 'Read a note' },
    { name: 'delete-note', description: 'Remove it' },
  ];
  expect(matching(tools, 'note remove').map(({ name }) => name)).toEqual(['delete-note']);
  expect(matching(tools, ' ')).toBe(tools);
});

test('below a name stands its title, if that says more', () => {
  expect(secondLine({ name: 'get-sum', title: 'Get Sum Tool' }, [])).toBeUndefined();
  expect(secondLine({ name: 'wipe', title: 'Delete everything' }, [])).toBe('Delete everything');
});

test('while it is searched, the place of the description that was found stands there', () => {
  const tool = {
    name: 'wipe',
    title: 'Delete all',
    description: 'Removes every file below\nthe root folder',
  };
  expect(secondLine(tool, ['wipe'])).toBe('Delete all');
  expect(secondLine(tool, ['delete', 'root'])).toBe('…every file below the root folder');
});
