import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayHideCharacters, terminalSafe, textParts, visibleLine, visibleText } from './hidden-characters.ts';

test('an override of direction is shown by its number and its name', () => {
  expect(visibleText('evil\u202egnp.exe')).toBe('evil⟨U+202E⟩gnp.exe');
  expect(visibleLine('evil\u202e\ngnp\t.exe')).toBe('evil⟨U+202E⟩⟨U+000A⟩gnp⟨U+0009⟩.exe');
  expect(textParts('a\u202eb')).toEqual([
    { kind: 'seen', text: 'a' },
    { kind: 'hidden', char: '\u202e', code: 'U+202E', name: 'right-to-left override' },
    { kind: 'seen', text: 'b' },
  ]);
});

test.each([
  ['a control character', '\x1b[31m', '⟨U+001B⟩[31m'],
  ['a zero width space', 'a\u200bb', 'a⟨U+200B⟩b'],
  ['a tag that smuggles text', 'a\u{e0041}', 'a⟨U+E0041⟩'],
  ['a variation selector of nothing', 'a\ufe0f', 'a⟨U+FE0F⟩'],
  ['a joiner between Latin letters', 'a\u200db', 'a⟨U+200D⟩b'],
])('%s is shown', (_what, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test.each([
  'plain',
  'two\n\tlines',
  'مرحبا שלום',
  'می\u200cخواهم',
  '👩\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3',
  '🧑🏽\u200d💻',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
])('what only shapes a sign is left alone: %s', (text) => {
  expect(visibleText(text)).toBe(text);
});

test('no character of a text is lost, and only texts with hidden ones have such parts', () => {
  const chars = fc.constantFrom('a', 'ü', '\u202e', '\u200d', '👧', '\0', '\ufe0f', '\ud83d', '\u{e0041}');
  fc.assert(
    fc.property(fc.array(chars), (all) => {
      const text = all.join('');
      const parts = textParts(text);
      expect(parts.map((part) => (part.kind === 'seen' ? part.text : part.char)).join('')).toBe(text);
      if (parts.some(({ kind }) => kind === 'hidden')) expect(mayHideCharacters(text)).toBe(true);
    }),
  );
});

test('of a text of hidden characters only this many get a part of their own', () => {
  expect(textParts('\u200b'.repeat(2000), 10)).toHaveLength(11);
});

test('nothing in a text steers a terminal, however much of it would', () => {
  const text = `${'\u001b[2J'.repeat(600)}a\rb\r\nc\td\u009b`;
  expect(terminalSafe(text)).toBe(`${'⟨U+001B⟩[2J'.repeat(600)}a⟨U+000D⟩b\r\nc\td⟨U+009B⟩`);
});
