import { describe, expect, it } from 'vitest';
import { ALL_RULES, ruleById } from './all-rules.ts';
import { ALL_CASES, CASE_FAMILIES } from './testing/all-cases.ts';
import { SessionScript } from './testing/session-script.ts';

/** The families in table order. */
const LETTERS = ['T', 'C', 'A', 'D', 'Q', 'E', 'M', 'H', 'S'];
const IDS = ALL_RULES.map(({ id }) => id);
/** Ids that old reports and baselines may still contain. */
const RETIRED = ['Q16'];

describe('the table of rules', () => {
  it('lists the rules family by family, in the order of their numbers', () => {
    const letters = IDS.map((id) => LETTERS.indexOf(id.charAt(0)));
    expect(letters).toEqual([...letters].sort((a, b) => a - b));
    for (const letter of LETTERS) {
      const family = IDS.filter((id) => id.startsWith(letter));
      expect(family).toEqual([...new Set(family)].sort());
      for (const id of family) expect(id).toMatch(/^[A-Z]\d\d$/);
    }
  });

  it('gives no rule the id of a retired one', () => {
    expect(IDS.filter((id) => RETIRED.includes(id))).toEqual([]);
  });

  it('gives each rule a name of its own, a title, a source and something to look at', () => {
    expect(new Set(ALL_RULES.map((rule) => rule.name)).size).toBe(ALL_RULES.length);
    for (const rule of ALL_RULES) {
      expect(rule.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(rule.title.length).toBeGreaterThan(10);
      expect(rule.source).not.toBe('');
      expect(Object.values(rule).some((check) => typeof check === 'function')).toBe(true);
    }
  });

  it('has an entry for every check in the files', () => {
    const files = Object.values(import.meta.glob<object>('./rules/*.ts', { eager: true }));
    const checks = files.flatMap((file) => Object.keys(file)).filter((name) => /^[A-Z]\d\d$/.test(name));
    expect(checks.sort()).toEqual([...IDS].sort());
  });

  it('finds a rule by its id', () => {
    expect(ruleById('Q10')?.name).toBe('error-disguised-as-success');
    expect(ruleById('Z99')).toBeUndefined();
  });

  it('has a case for every rule', () => {
    const tested = new Set(ALL_CASES.map(({ rule }) => rule));
    expect([...tested].sort()).toEqual([...IDS].sort());
  });
});

describe.each(CASE_FAMILIES)('the rules about %s', (_family, cases) => {
  describe.each(cases)('$rule', ({ rule, severity, fires, when, misses, vocabularies = [] }) => {
    const options = { vocabularies: () => vocabularies };
    it(`finds its ${severity}, with evidence that is there`, () => {
      const script = fires(new SessionScript());
      const found = script.findings(options).filter((finding) => finding.rule === rule);
      expect(found.map((finding) => finding.severity)).toEqual([severity]);
      for (const finding of found) {
        expect(finding.evidence).toContain(finding.seq);
        for (const seq of finding.evidence)
          expect(script.records.some((record) => 'seq' in record && record.seq === seq)).toBe(true);
      }
    });

    it('says in one sentence what is wrong, and in another what to do', () => {
      for (const { explanation, todo, rule: id } of fires(new SessionScript()).findings(options)) {
        if (id !== rule) continue;
        for (const sentence of [explanation, todo].filter((text) => text !== '')) {
          expect(sentence.split(/(?<=[\w)"'}\]])\. (?=[A-Z-])/)).toHaveLength(1);
          expect(sentence).toMatch(/\.$/);
        }
        expect(explanation).not.toBe('');
      }
    });

    it(`stays silent ${when}`, () => {
      const found = misses(new SessionScript()).findings(options);
      expect(found.filter((finding) => finding.rule === rule)).toEqual([]);
    });
  });
});
