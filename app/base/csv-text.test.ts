import { expect, it } from 'vitest';
import { csvOf } from './csv-text.ts';

it('quotes what must be quoted, and writes no formula that a spreadsheet would run', () => {
  const csv = csvOf([{ a: 'say "hi"', b: -1, c: '=1+1', d: { x: [1, 2] } }, {}], ['a', 'b', 'c', 'd']);
  expect(csv).toBe('a,b,c,d\r\n"say ""hi""",-1,\'=1+1,"{""x"":[1,2]}"\r\n,,,');
});

it('keeps a name with a line feed in its cell', () => {
  expect(csvOf([{ a: 'x\ny' }], ['a'])).toBe('a\r\n"x\ny"');
});
