import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { MAX_LEVELS } from '../../app/base/json-value.ts';
import { yamlTool } from '../profiles/yaml-tool.ts';
import { yamlToJson } from '../recording/import/yaml-to-json.ts';
import { yamlTooDeep } from '../system/yaml-depth.ts';

/** The deepest nesting possible with indentation. */
const steps = (levels: number): string =>
  Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:`).join('\n');

const DEEP: Readonly<Record<string, string>> = {
  'braces that never close': '{"a":'.repeat(48_000),
  'brackets that never close': '['.repeat(240_000),
  'brackets that close': '['.repeat(5000) + ']'.repeat(5000),
  'entries in one line': '- '.repeat(120_000),
  'keys in one line': '? '.repeat(120_000),
  'tags in one line': '!a '.repeat(80_000),
  'anchors behind a key': `k: ${'&a '.repeat(80_000)}`,
  'an indentation of a thousand steps': steps(1000),
  'brackets below a key': `a:\n  b: ${'[ '.repeat(5000)}`,
};

describe('the depth of a YAML text', () => {
  it.each(Object.entries(DEEP))('is refused before it is parsed: %s', (_, text) => {
    expect(yamlTooDeep(text)).toBeGreaterThan(0);
    expect(yamlTool.read(text)).toMatchObject({
      value: undefined,
      problems: [{ message: expect.stringContaining('levels deep') }],
    });
    expect(yamlTool.set(text, ['extensions', 'x'], {})).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^Line \d+: /),
    });
    expect(yamlToJson(text)).toMatchObject({ ok: false, error: expect.stringContaining('levels deep') });
  });

  it('names the line at which it goes too deep', () => {
    expect(yamlTooDeep(`a: 1\nb: |\n  text\nc: ${'['.repeat(1000)}`)).toBe(4);
    expect(yamlTooDeep(steps(1000))).toBe(MAX_LEVELS + 1);
  });

  it('is none for what only looks deep', () => {
    const text = [
      `text: "${'[{'.repeat(1000)}"`,
      `single: '${'[{'.repeat(1000)}'`,
      `block: |\n  ${'[{'.repeat(1000)}\n  ${'-'.repeat(1000)}`,
      ...Array.from({ length: 1000 }, (_, index) => `k${index}:\n    - a: [1, {b: 2}]\n      c: x`),
    ].join('\n');
    expect(yamlTooDeep(text)).toBeUndefined();
    expect(parseDocument(text).errors).toEqual([]);
  });

  it('leaves texts of the greatest depth to the parser, which can bear them', () => {
    for (const text of ['['.repeat(MAX_LEVELS) + ']'.repeat(MAX_LEVELS), steps(MAX_LEVELS)]) {
      expect(yamlTooDeep(text)).toBeUndefined();
      expect(yamlToJson(text).ok).toBe(true);
    }
  });
});
