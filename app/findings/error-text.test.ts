import { describe, expect, it } from 'vitest';
import { aboutText, errorText, errorTextOf } from './error-text.ts';

let asked = 0;
const isShort = aboutText((text) => {
  asked += 1;
  return text.length < 10;
});
const firstWord = aboutText((text) => /^\w+/.exec(text)?.[0] ?? null);

describe('a question about a text', () => {
  it('is answered once for a text that comes again, and apart from other questions', () => {
    asked = 0;
    expect(isShort(errorText('Quota met'))).toBe(true);
    expect(firstWord(errorText('Quota met'))).toBe('Quota');
    expect(isShort(errorText('Quota met'))).toBe(true);
    expect(asked).toBe(1);
    expect(isShort(errorText('The quota is met'))).toBe(false);
    expect(firstWord(errorText('…'))).toBeNull();
  });

  it('is asked about the text of an answer', () => {
    const answer = { text: 'No', errorText: undefined };
    expect(errorTextOf(answer)).toBe(errorTextOf(answer));
    expect(isShort(errorTextOf(answer))).toBe(true);
  });
});
