import { expect, test } from 'vitest';
import { terminalText } from './text-writer.ts';

test('a section may have more lines than a function takes arguments', () => {
  const blocks = Array.from({ length: 150_000 }, (_, at) => ({
    kind: 'paragraph' as const,
    text: `line ${at}`,
  }));
  const text = terminalText({ title: '', blocks: [{ kind: 'section', title: 'all', blocks }] });
  expect(text.split('\n').filter((line) => line.includes('line '))).toHaveLength(150_000);
});
