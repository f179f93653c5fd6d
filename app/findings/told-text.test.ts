import { describe, expect, it } from 'vitest';
import { aboutText, toldBy, toldText } from './told-text.ts';

let asked = 0;
const isShort = aboutText((text) => {
  asked += 1;
  return text.length < 10;
});
const firstWord = aboutText((text) => /^\w+/.exec(text)?.[0] ?? null);

describe('a question about a text', () => {
  it('is answered once for a text that comes again, and apart from other questions', () => {
    asked = 0;
    expect(isShort(toldText('Quota met'))).toBe(true);
    expect(firstWord(toldText('Quota met'))).toBe('Quota');
    expect(isShort(toldText('Quota met'))).toBe(true);
    expect(asked).toBe(1);
    expect(isShort(toldText('The quota is met'))).toBe(false);
    expect(firstWord(toldText('…'))).toBeNull();
  });

  it('is asked about the text of an answer', () => {
    const answer = { text: 'No', told: undefined };
    expect(toldBy(answer)).toBe(toldBy(answer));
    expect(isShort(toldBy(answer))).toBe(true);
  });
});
