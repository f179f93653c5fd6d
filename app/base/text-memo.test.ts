import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextMemo } from './text-memo.ts';

describe('a memo of texts', () => {
  it('gives for every text what is made of it, in whatever order texts come and come again', () => {
    const memo = new TextMemo((text) => `${text}!`);
    const texts = fc.array(fc.oneof(fc.string(), fc.constantFrom('a', 'b', 'Rate limit exceeded', '')));
    fc.assert(
      fc.property(texts, (all) => {
        for (const text of all) expect(memo.of(text)).toBe(`${text}!`);
      }),
    );
  });

  it('makes a repeated text once, also while texts that never come twice go by', () => {
    let made = 0;
    const memo = new TextMemo((text) => {
      if (text === 'Rate limit exceeded') made += 1;
      return text.length;
    });
    for (let index = 100; index < 1000; index += 1) {
      memo.of('Rate limit exceeded');
      memo.of(`The note ${index} does not exist`);
    }
    expect(made).toBe(1);
  });

  it('keeps no long text', () => {
    let made = 0;
    const memo = new TextMemo(() => {
      made += 1;
      return made;
    });
    memo.of('x'.repeat(5000));
    expect(memo.of('x'.repeat(5000))).toBe(2);
  });
});
