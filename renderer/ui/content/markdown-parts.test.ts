import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownParts } from './markdown-part.tsx';

describe('the parts of a Markdown text', () => {
  test('a short text is one part', () => {
    expect(markdownParts('# one\n\ntwo', 100)).toEqual(['# one\n\ntwo']);
  });

  test('a part ends at an empty line, and not within a fence', () => {
    const prose = `${'word '.repeat(15)}\n\n`;
    const code = `\`\`\`\n${'line\n\n'.repeat(10)}\`\`\`\n\n`;
    const parts = markdownParts(prose + prose + code + prose, 100);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.filter((part) => part.includes('```'))).toHaveLength(1);
  });

  test('the parts are the text, none of them much longer than was asked for', () => {
    const line = fc.oneof(fc.string(), fc.constant('```'), fc.constant(''), fc.constant('x'.repeat(95)));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const text = lines.join('\n');
        const parts = markdownParts(text, 40);
        expect(parts.join('')).toBe(text);
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(80);
      }),
    );
  });
});
