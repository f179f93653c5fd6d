import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hiddenFailureOf } from './hidden-failure.ts';
import rules from './rules.json' with { type: 'json' };
import signals from './signals.json' with { type: 'json' };
import examples from './testing/examples.json' with { type: 'json' };
import { evaluateHiddenFailures, halfOf, readCases } from './testing/hidden-failure-cases.ts';

const CASES = readCases(readFileSync(new URL('./testing/texts.jsonl', import.meta.url), 'utf8'));

type Example = {
  readonly label: string;
  readonly tool: string;
  readonly arguments: object;
  readonly text: string;
};
const EXAMPLES: { readonly [group: string]: readonly Example[] } = examples;

/** Facts, which are signals by themselves, are named where they are read. */
const FACTS = ['./lines.ts', './sentences.json']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n');

const of = (text: string, name = 'add', args: object = {}) =>
  hiddenFailureOf({ content: [{ type: 'text', text }] }, { name, arguments: args });

describe('failures inside ok results', () => {
  it.each(['tuning', 'kept apart'] as const)(
    'are found in the half %s, and hardly anything else is',
    (half) => {
      const { precision, recall, kindRight } = evaluateHiddenFailures(
        CASES.filter((one) => halfOf(one) === half),
      );
      expect(precision).toBeGreaterThanOrEqual(0.99);
      expect(recall).toBeGreaterThanOrEqual(0.88);
      expect(kindRight).toBeGreaterThanOrEqual(0.95);
    },
  );

  describe.each(Object.entries(EXAMPLES))('%s:', (_, cases) => {
    it.each(cases)('$tool: $text', ({ label, tool, text, arguments: args }) => {
      expect(of(text, tool, args)?.kind ?? 'ok').toBe(label);
    });
  });

  it('are likely, with the place and the words that show it', () => {
    expect(of('{"success":false,"error":"no such item"}')).toEqual({
      kind: 'failure',
      certainty: 'likely',
      evidence: {
        where: 'content[0].text.success',
        excerpt: '{"success":false,"error":"no such item"}',
        why: 'success is false',
      },
    });
    expect(of('Request failed with status code 403')?.evidence.where).toBe('content[0].text');
    expect(of('[{"id":1,"ok":true},{"id":2,"ok":false}]', 'close', { ids: [1, 2] })?.evidence).toEqual({
      where: 'content[0].text',
      excerpt: '{"id":2,"ok":false}',
      why: '1 of 2 of what was asked for failed',
    });
  });

  it.each(['status', 'code', 'result', 'error', 'message', 'success', 'errors', 'failed', 'count', 'items'])(
    'are read though %s is an object that cannot become a text',
    (name) => {
      const odd = { toString: 1, valueOf: null, constructor: null };
      const content = [{ type: 'text', text: "OPS-14 is already in 'Done', nothing to do." }];
      for (const value of [odd, [odd], { [name]: odd }]) {
        const result = { content, structuredContent: { [name]: value } };
        expect(() => hiddenFailureOf(result, { name: 'move', arguments: { ids: [1, 2] } })).not.toThrow();
      }
    },
  );

  it('are found in each of several texts', () => {
    const texts = (...all: string[]) =>
      hiddenFailureOf(
        { content: all.map((text) => ({ type: 'text', text })) },
        { name: 'close', arguments: { ids: [1, 2] } },
      );
    expect(texts('Error: locked', 'Error: gone')?.kind).toBe('failure');
    expect(texts('Error: locked', 'closed')?.kind).toBe('partial');
    expect(texts('open', 'closed')).toBeUndefined();
  });

  it('are not looked for in what is no text, and nothing makes the search throw', () => {
    for (const content of [undefined, null, 'Error: x', [], [null], [{ type: 'image', data: 'Error: x' }]]) {
      expect(hiddenFailureOf({ content }, undefined)).toBeUndefined();
    }
    for (const structuredContent of [null, 1, 'Error', [], {}]) {
      expect(hiddenFailureOf({ content: [], structuredContent }, { name: 5 })).toBeUndefined();
    }
  });
});

it('names in its rules only signals that there are, and uses each', () => {
  const groups = Object.values(signals).flatMap((signal) => (Array.isArray(signal) ? [] : [signal]));
  const named = [
    ...Object.values(rules)
      .flat()
      .flatMap((rule) => ['needs', 'unless'].flatMap((part) => Object(rule)[part] ?? [])),
    ...groups.flatMap((group) => Object.values(group).flat()),
  ];
  expect(named.filter((name) => !(name in signals) && !FACTS.includes(name))).toEqual([]);
  expect(Object.keys(signals).filter((name) => !named.includes(name))).toEqual([]);
});

it('reads an object of 50,000 members within the limit of a test: compared with each other they take minutes', () => {
  const members = Array.from({ length: 50_000 }, (_, index) => [`key ${index}`, index]);
  const result = { content: [], structuredContent: Object.fromEntries(members) };
  expect(hiddenFailureOf(result, { name: 'use', arguments: {} })).toBeUndefined();
});
