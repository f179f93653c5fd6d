import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultExcerptOf, wireExcerpt } from './wire-excerpt.ts';

describe('wireExcerpt', () => {
  it('writes short values as the wire has them', () => {
    expect(wireExcerpt({ error: { code: -32602, message: 'a "b"' } })).toBe(
      '{"error":{"code":-32602,"message":"a \\"b\\""}}',
    );
  });

  it('leaves out members that are undefined', () => {
    expect(wireExcerpt({ a: undefined, b: null })).toBe('{"b":null}');
  });

  it('cuts long texts, long lists and many members', () => {
    expect(wireExcerpt('x'.repeat(5_000_000)).length).toBeLessThan(200);
    expect(wireExcerpt([1, 2, 3, 4, 5])).toBe('[1,2,3,…]');
    expect(wireExcerpt(Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`k${key}`, 1])))).toMatch(
      /…}$/,
    );
  });

  it('stays below 1,000 characters for any value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => wireExcerpt(value).length < 1000));
  });

  it('writes a tool error of one text as it would write any other value', () => {
    const plain = (text: string) => ({ content: [{ type: 'text', text }], isError: true });
    const results = fc.oneof(
      fc.string().map(plain),
      fc.constantFrom(
        plain('x'.repeat(5000)),
        { isError: true, content: [{ type: 'text', text: 'a' }] },
        { content: [{ text: 'a', type: 'text' }], isError: true },
        { content: [{ type: 'text', text: 'a', annotations: {} }], isError: true },
        { content: [{ type: 'text', text: 1 }], isError: true },
        { content: [{ type: 'text', text: 'a' }], isError: true, _meta: {} },
        { content: [{ type: 'text', text: 'a' }], isError: false },
        { content: [], isError: true },
      ),
    );
    fc.assert(
      fc.property(results, (result) => {
        expect(resultExcerptOf(result)).toBe(wireExcerpt({ result }));
      }),
    );
  });
});
