import { expect, test } from 'vitest';
import { readPrompts } from './prompts-page.tsx';

test("a prompt's arguments become a schema of texts, with what is required", () => {
  const [prompt] = readPrompts([
    {
      name: 'greet',
      arguments: [
        { name: 'who', description: 'Who is greeted', required: true },
        { name: 'how', title: 'Manner' },
        { nameless: true },
      ],
    },
  ]);
  expect(prompt?.schema).toEqual({
    type: 'object',
    properties: {
      who: { type: 'string', description: 'Who is greeted' },
      how: { type: 'string', title: 'Manner' },
    },
    required: ['who'],
  });
});

test('entries that are no prompts are left out, and one without arguments asks for none', () => {
  const prompts = readPrompts([7, {}, { name: 'plain', arguments: 'none' }]);
  expect(prompts.map(({ name, schema }) => [name, schema.properties])).toEqual([['plain', {}]]);
});
