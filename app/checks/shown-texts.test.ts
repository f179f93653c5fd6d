import { describe, expect, it } from 'vitest';
import { placeholdersIn } from '../base/message.ts';
import causes from '../explain/causes.json' with { type: 'json' };
import hostRules from '../explain/host-rules.json' with { type: 'json' };
import phrases from '../explain/phrases.json' with { type: 'json' };
import rules from '../findings/rules.json' with { type: 'json' };
import { ALL_CASES } from '../findings/testing/all-cases.ts';
import { readersOf, SessionScript } from '../findings/testing/session-script.ts';
import doctor from './doctor/doctor-texts.json' with { type: 'json' };
import probe from './probe/probe-texts.json' with { type: 'json' };
import verdicts from './probe/verdict-texts.json' with { type: 'json' };

/** Members that never contain sentences. */
const NO_TEXTS = [
  'source',
  'kind',
  'severity',
  'certainty',
  'binding',
  'subject',
  'side',
  'actor',
  'verb',
  'sdks',
  'tier',
  'good',
  'wrong',
];

/** Every message in the program's catalogs, by its place. */
const MESSAGES: readonly (readonly [string, string])[] = Object.entries({
  causes,
  phrases,
  rules,
  hostRules,
  doctor,
  probe,
  verdicts,
}).flatMap(([name, catalog]) => textsIn(catalog, name));

function textsIn(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    NO_TEXTS.includes(name) ? [] : textsIn(inner, `${path}/${name}`),
  );
}

/** Forbidden patterns, and how many messages still have them. A change that removes one lowers its number. */
const BANNED: readonly (readonly [RegExp, number])[] = [
  [/\bmend/i, 0],
  [/\banew\b/i, 0],
  [/\b(?:is|are|was|were|been) told\b/i, 0],
  [/\bwhoever\b/i, 0],
  [/\bso (?:many|much)\b/i, 0],
  [/\b(?:deed|heed|stray|withdrawn|gravest|judge|wish)/i, 0],
  [/\bwhat came of it\b/i, 0],
  [/(?<!There )\bis no\b|\b(?:was|were) no\b|\bGo by\b|\bwords stand for\b/, 0],
  [
    /\bno longer not\b|\bnot un\w+ed\b|\bnot without\b|\b(?:cannot|must not|never) \w+ (?:no|nothing|nobody)\b/i,
    0,
  ],
  // Rule ids mean nothing to a new reader.
  [/\b[A-Z]\d\d\b/, 0],
];
const MAX_LENGTH = 240;
const LONGER = 0;

describe('the texts that can be shown', () => {
  it.each(BANNED)('have as few of %s as before', (pattern, count) => {
    expect(MESSAGES.filter(([, text]) => pattern.test(text)).map(([path]) => path)).toHaveLength(count);
  });

  it('are short', () => {
    const long = MESSAGES.filter(([, text]) => text.length > MAX_LENGTH);
    expect(long.map(([path]) => path)).toHaveLength(LONGER);
  });

  it('have whole placeholders', () => {
    for (const [path, text] of MESSAGES) {
      const braces = text.replaceAll(/\{\w+(?:, one: [^,{}]*, other: [^{}]*)?\}/g, '');
      expect(/\{\w+[},]/.test(braces), path).toBe(false);
      expect(new Set(placeholdersIn(text)).has(''), path).toBe(false);
    }
  });
});

describe('what a rule says of its cases', () => {
  const held = ALL_CASES.flatMap(({ fires, vocabularies = [] }) =>
    readersOf(fires(new SessionScript()).records, { vocabularies: () => vocabularies }).flatMap(({ sink }) =>
      [...sink.found].map((one) => ({ one, findings: sink.findings })),
    ),
  );

  it('has a value in every place', () => {
    expect(held.length).toBeGreaterThan(200);
    const texts = held.flatMap(({ findings }) =>
      findings.flatMap(({ explanation, todo }) => [explanation, todo]),
    );
    expect(texts.filter((text) => /(?<!")\{\w+\}/.test(text))).toEqual([]);
  });

  it('is given no value that none of its texts has', () => {
    for (const { one } of held) {
      const { values = {} } = one.verdict;
      const names = Object.keys(typeof values === 'function' ? values() : values);
      const used = [...one.rule.texts.values()].flatMap(({ explanation, todo }) =>
        [explanation, todo].flat().flatMap(placeholdersIn),
      );
      expect(
        names.filter((name) => !used.includes(name)),
        one.rule.id,
      ).toEqual([]);
    }
  });
});
