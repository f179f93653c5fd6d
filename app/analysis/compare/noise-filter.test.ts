import { describe, expect, test } from 'vitest';
import { noiseFilter, type OwnNoise, readOwnNoise } from './noise-filter.ts';

function filter(...rules: OwnNoise[]) {
  const own = rules.map((rule) => {
    const read = readOwnNoise(rule);
    if (!read.ok) throw new Error(read.error);
    return read.value;
  });
  return noiseFilter(new Set(), own);
}
const regex = (pattern: string): OwnNoise => ({ kind: 'regex', pattern });
const path = (pattern: string): OwnNoise => ({ kind: 'path', pattern });

describe('a rule of the user’s own', () => {
  test('sets aside what an expression matches, written bare or as JavaScript writes it', () => {
    expect(filter(regex('run-\\d+')).text('run-1 and run-2')).toBe('<own> and <own>');
    expect(filter(regex('/RUN-\\d+/i')).text('run-1')).toBe('<own>');
  });

  test('sets aside what stands at a path, with or without the word for where it begins', () => {
    const json = '{"a":{"b":1},"c":2}';
    for (const pattern of ['a.b', 'result.a.b', 'error.data.a.b']) {
      expect(filter(path(pattern)).json(json, 'result')).toBe('{"a":{"b":"<set aside>"},"c":2}');
    }
    expect(filter(path('params.a.b')).json(json, 'params')).toContain('<set aside>');
    expect(filter(path('params.a.b')).json(json, 'result')).toBe(json);
    expect(filter(path('a')).json('no json', 'result')).toBe('no json');
  });

  test.each([
    [regex(' '), 'empty'],
    [regex('('), 'not a regular expression'],
    [regex('a*'), 'match everywhere'],
    [regex('/a/q'), 'The flag "q"'],
    [regex('a'.repeat(1001)), 'at most 1000'],
    [path('a..b'), 'At character'],
  ])('%o is refused with a sentence', (rule, sentence) => {
    expect(readOwnNoise(rule)).toMatchObject({ ok: false, error: expect.stringContaining(sentence) });
  });

  test('is shown at its place, joined with what the other rules set aside', () => {
    const text = '"id": "a-1", run-1 took 5 ms';
    const spans = filter(regex('run-\\d+'), regex('run')).spans(text);
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(['"a-1"', 'run-1', '5 ms']);
  });
});
