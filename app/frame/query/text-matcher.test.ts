import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TextSearch, textMatcher } from './text-matcher.ts';

function ranges(search: Partial<TextSearch> & { text: string }, line: string, limit = 100) {
  const matcher = textMatcher({ regex: false, matchCase: false, ...search });
  if (!matcher.ok) throw new Error(matcher.error);
  const found = matcher.value.ranges(line, limit);
  expect(matcher.value.test(line)).toBe(found.length > 0);
  expect(matcher.value.ranges(line, limit)).toEqual(found);
  return found;
}

describe('a search for text', () => {
  it('finds every place, whatever the case', () => {
    expect(ranges({ text: 'Ping' }, 'ping PING pong')).toEqual([
      [0, 4],
      [5, 9],
    ]);
  });

  it('minds the case if it is set to', () => {
    expect(ranges({ text: 'Ping', matchCase: true }, 'ping Ping')).toEqual([[5, 9]]);
  });

  it('takes signs of expressions as they are', () => {
    expect(ranges({ text: 'a.(b)*' }, 'axb a.(b)*')).toEqual([[4, 10]]);
  });

  it('stops at the limit', () => {
    expect(ranges({ text: 'a' }, 'aaaa', 2)).toHaveLength(2);
  });

  it('finds any text in a line that holds it', () => {
    const part = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(
        part,
        part.filter((text) => text !== ''),
        part,
        fc.boolean(),
        (head, text, tail, matchCase) => {
          const matcher = textMatcher({ text, regex: false, matchCase });
          return matcher.ok && matcher.value.test(head + text + tail);
        },
      ),
    );
  });
});

describe('a search by expression', () => {
  it('finds what the expression matches', () => {
    expect(ranges({ text: '"id":\\s*\\d+', regex: true }, '{"id": 17,"ID":3}')).toEqual([
      [1, 9],
      [10, 16],
    ]);
  });

  it('takes escapes that only the older reading allows', () => {
    expect(ranges({ text: '\\-3260\\d', regex: true }, 'code -32602')).toEqual([[5, 11]]);
  });

  it('leaves out matches of nothing', () => {
    const matcher = textMatcher({ text: 'x*', regex: true, matchCase: false });
    expect(matcher.ok && matcher.value.ranges('axxb', 10)).toEqual([[1, 3]]);
  });

  it('says in a sentence what is wrong with one', () => {
    const wrong = (text: string) => textMatcher({ text, regex: true, matchCase: false });
    expect(wrong('(')).toEqual({ ok: false, error: 'This expression cannot be read: unterminated group.' });
    expect(wrong('a[')).toMatchObject({
      error: expect.stringMatching(/^This expression cannot be read: .*\.$/),
    });
    expect(wrong('')).toEqual({ ok: false, error: 'Type what to look for.' });
  });
});
