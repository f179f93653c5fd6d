import { describe, expect, it } from 'vitest';
import type { Severity } from '../finding.ts';
import { SessionScript } from './session-script.ts';

type Scene = (script: SessionScript) => SessionScript;

/** A case of a rule: traffic in which it fires, and traffic that is nearly the same in which it must not. */
export type RuleCase = {
  readonly rule: string;
  readonly severity: Severity;
  readonly fires: Scene;
  /** What makes the near miss right, as the end of "stays silent …". */
  readonly when: string;
  readonly misses: Scene;
};

/** Tests each case: how often, how grave, and that the evidence names records that are there. */
export function testRuleCases(family: string, cases: readonly RuleCase[]): void {
  describe(`the rules about ${family}`, () => {
    for (const { rule, severity, fires, when, misses } of cases) {
      it(`${rule} finds its ${severity}`, () => {
        const script = fires(new SessionScript());
        const found = script.findings().filter((finding) => finding.rule === rule);
        expect(found.map((finding) => finding.severity)).toEqual([severity]);
        for (const finding of found) {
          expect(finding.evidence).toContain(finding.seq);
          for (const seq of finding.evidence) expect(seq).toBeLessThanOrEqual(script.lastSeq);
          expect(finding.explanation).toMatch(/^[^]{20,}[.] \S[^]{10,}[.]$/);
          expect(finding.before + finding.after).not.toBe('');
        }
      });
      it(`${rule} stays silent ${when}`, () => {
        const found = misses(new SessionScript()).findings();
        expect(found.filter((finding) => finding.rule === rule)).toEqual([]);
      });
    }
  });
}
