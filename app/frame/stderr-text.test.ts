import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ansiRuns, stripAnsi } from './stderr-text.ts';

const ESC = '\u001b';
const piece = fc.oneof(
  fc.constantFrom(
    ESC,
    '[',
    ']',
    'm',
    ';',
    '3',
    '1',
    '38',
    ':',
    '\u0007',
    '\\',
    '(B',
    'text',
    '>',
    '?25h',
    'P',
  ),
  fc.string(),
);
const colored = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

describe('escape sequences', () => {
  test('the stripped text is the text of all runs', () => {
    fc.assert(
      fc.property(colored, (text) => {
        const joined = ansiRuns(text)
          .map((run) => run.text)
          .join('');
        expect(stripAnsi(text)).toBe(joined);
      }),
    );
  });

  test.each([
    ['color', `${ESC}[31mred${ESC}[0m`, 'red'],
    ['a hyperlink', `${ESC}]8;;https://x.test${ESC}\\link${ESC}]8;;${ESC}\\`, 'link'],
    ['a window title', `${ESC}]0;title\u0007text`, 'text'],
    ['what `tput sgr0` writes', `bold${ESC}(B${ESC}[m off`, 'bold off'],
    ['a hidden cursor', `${ESC}[?25lwait`, 'wait'],
    ['a private parameter', `${ESC}[>4;1mtext`, 'text'],
    ['a saved cursor', `${ESC}7text${ESC}8`, 'text'],
  ])('are stripped: %s', (_, text, stripped) => {
    expect(stripAnsi(text)).toBe(stripped);
  });

  test('set color and weight until they are reset', () => {
    const runs = ansiRuns(`a${ESC}[1;31mb${ESC}[22mc${ESC}[39md${ESC}[92;2me${ESC}[mf`);
    expect(runs.map(({ text, color, bold, dim }) => [text, color, bold, dim])).toEqual([
      ['a', undefined, false, false],
      ['b', 1, true, false],
      ['c', 1, false, false],
      ['d', undefined, false, false],
      ['e', 10, false, true],
      ['f', undefined, false, false],
    ]);
  });

  test('a palette color is left out and does not read as other codes', () => {
    expect(ansiRuns(`${ESC}[38;5;1mx`)).toEqual([{ text: 'x', color: undefined, bold: false, dim: false }]);
  });

  test('a private sequence that ends in m sets nothing', () => {
    expect(ansiRuns(`${ESC}[>4;1mx`)).toEqual([{ text: 'x', color: undefined, bold: false, dim: false }]);
  });

  test('a text without escapes is one plain run', () => {
    expect(ansiRuns('plain')).toEqual([{ text: 'plain', color: undefined, bold: false, dim: false }]);
  });
});
