import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CompletionSource, completeQuery } from './complete-query.ts';
import { FILTER_KEYS } from './filter-keys.ts';
import { parseQuery } from './parse-query.ts';

const vocabulary: CompletionSource = {
  methods: ['initialize', 'tools/list', 'tools/call'],
  tools: ['search', 'deep search', 'protocol-dump'],
  codes: ['-32602', '-32000', '0'],
  sessions: ['s1', 'error lab'],
  rules: ['T01', 'X02'],
};

/** The text with `|` as the caret, and the result of each completion. */
function completed(marked: string): string[] {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { from, to, items } = completeQuery(text, caret, vocabulary);
  return items.map((item) => text.slice(0, from) + item.insert + text.slice(to));
}

describe('completion', () => {
  test('an empty field offers every key, with a word on each', () => {
    const { items } = completeQuery('', 0, vocabulary);
    expect(items.map((item) => item.insert)).toEqual(FILTER_KEYS.map((help) => `${help.key}:`));
    expect(items.every((item) => item.meaning !== '')).toBe(true);
  });

  test.each([
    ['ti|', ['tier:', 'outcome:timed-out', 'method:initialize']],
    ['tier:|', ['tier:ok', 'tier:tool', 'tier:protocol', 'tier:client', 'tier:transport']],
    ['a -tier:tr|', ['a -tier:transport']],
    ['tier:tool,pro| b', ['tier:tool,protocol b']],
    ['tool:se|', ['tool:search', 'tool:"deep search"']],
    ['tool:"deep|"', ['tool:"deep search"']],
    ['(method:tools/c|)', ['(method:tools/call)']],
    ['outcome:rej|', ['outcome:rejected-by-the-client']],
    ['sea|', ['tool:search', 'tool:"deep search"']],
    ['code:-326|', ['code:-32602']],
    ['-326|', ['code:-32602']],
    ['session:e|', ['session:"error lab"']],
    ['rule:|', ['rule:T01', 'rule:X02']],
    ['tie|r:tool', ['tier:tool']],
    ['"tier:|', []],
    ['id:1|', []],
  ])('%s', (marked, texts) => {
    expect(completed(marked)).toEqual(texts);
  });

  test('every value that is offered makes a filter that can be read', () => {
    for (const { key } of FILTER_KEYS) {
      for (const text of completed(`${key}:|`)) expect([text, parseQuery(text).ok]).toEqual([text, true]);
    }
  });

  test('every example of a key is a filter', () => {
    for (const { example } of FILTER_KEYS) expect(parseQuery(example).ok).toBe(true);
  });

  test('never throws, and replaces a part of the text that holds the caret', () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom('tier:', '"', '(', ',', '-', '\\', ' ', 'tool'), fc.string()))
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.nat(), (typed, place) => {
        const caret = place % (typed.length + 1);
        const { from, to } = completeQuery(typed, caret, vocabulary);
        expect(from).toBeLessThanOrEqual(caret);
        expect(to).toBeGreaterThanOrEqual(caret);
        expect(to).toBeLessThanOrEqual(typed.length);
      }),
    );
  });
});
