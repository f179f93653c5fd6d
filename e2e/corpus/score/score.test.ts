import { describe, expect, it } from 'vitest';
import { figuresOf, lowered, median } from './figures.ts';
import { type Label, type Labels, readLabels } from './labels.ts';
import { addRecording, emptyScore, type Score } from './score.ts';
import type { Said, SaidFinding } from './verdicts.ts';

/** The score of one recording with these labels, of which this was said. */
function scored(labels: readonly Label[], said: Readonly<Record<number, Partial<Said>>>): Score {
  const score = emptyScore();
  const bySeq = new Map(
    Object.entries(said).map(([seq, one]) => [Number(seq), { tier: 'ok', code: null, findings: [], ...one }]),
  );
  const file: Labels = {
    ...{ server: 'a', sdk: 'go-sdk', versions: {}, half: 'tuning', vocabulary: ['go-sdk'] },
    labels: [...labels],
  };
  addRecording(score, 'a', file, { frames: 50, vocabularies: [], bySeq });
  return score;
}

function finding(rule: string, severity: SaidFinding['severity'], side = 'server'): SaidFinding {
  return { rule, severity, side };
}

const label = { seq: 5, what: 'a call' };

describe('the score of a recording', () => {
  it('counts a violation as right only if it is labelled as one', () => {
    const asViolation = { 5: { findings: [finding('T01', 'violation')] } };
    expect(scored([{ ...label, violations: ['T01'] }], asViolation).violations).toEqual({
      right: 1,
      said: 1,
      due: 1,
    });
    const overGraded = scored([{ ...label, advice: ['T01'] }], asViolation);
    expect(overGraded.violations).toEqual({ right: 0, said: 1, due: 0 });
    expect(overGraded.misses.map(({ kind }) => kind)).toEqual(['over-graded']);
    const underGraded = scored([{ ...label, violations: ['T01'] }], {
      5: { findings: [finding('T01', 'advice')] },
    });
    expect(underGraded.violations).toEqual({ right: 0, said: 0, due: 1 });
  });

  it('holds a violation on a record without a label for false, and leaves advice there alone', () => {
    const said = { 9: { findings: [finding('T01', 'violation'), finding('Q02', 'advice')] } };
    const { violations, misses } = scored([label], said);
    expect(violations).toEqual({ right: 0, said: 1, due: 0 });
    expect(misses.map(({ seq, kind }) => [seq, kind])).toEqual([[9, 'false']]);
  });

  it('asks nothing of a rule that may speak', () => {
    const { rules, misses } = scored([{ ...label, may: ['Q02'] }], {
      5: { findings: [finding('Q02', 'violation')] },
    });
    expect(rules.size).toBe(0);
    expect(misses).toEqual([]);
  });

  it('counts a trap as hit by a false finding and by a wrong tier', () => {
    const trap: Label = { ...label, tier: 'ok', trap: true };
    expect(scored([trap], {}).traps).toEqual({ right: 1, of: 1 });
    expect(scored([trap], { 5: { tier: 'tool' } }).traps).toEqual({ right: 0, of: 1 });
    expect(scored([trap], { 5: { findings: [finding('Q10', 'advice')] } }).traps).toEqual({
      right: 0,
      of: 1,
    });
  });

  it('expects Q10 of a hidden failure', () => {
    const { rules } = scored([{ ...label, hidden: 'failure' }], {});
    expect(rules.get('Q10')).toEqual({ right: 0, said: 0, due: 1 });
  });

  it('takes no vocabulary for right and not for found', () => {
    const { vocabularies, vocabulariesFound } = scored([label], {});
    expect(vocabularies).toEqual({ right: 1, of: 1 });
    expect(vocabulariesFound).toEqual({ right: 0, of: 1 });
  });

  it('compares who must act where a label says so', () => {
    const said = { 5: { findings: [finding('T02', 'violation', 'server')] } };
    const { sides, misses } = scored([{ ...label, violations: ['T02'], side: 'sdk' }], said);
    expect(sides).toEqual({ right: 0, of: 1 });
    expect(misses.map(({ kind }) => kind)).toEqual(['side']);
  });
});

describe('the figures', () => {
  it('name each that fell, and one that is gone', () => {
    const before = { 'tuning tiers': 1, 'tuning rule T01 recall': 0.5, 'tuning codes': 0.9 };
    expect(lowered(before, { 'tuning tiers': 0.9, 'tuning codes': 0.95 })).toEqual([
      'tuning tiers: 0.9, and it was 1',
      'tuning rule T01 recall: nothing, and it was 0.5',
    ]);
  });

  it('leave out what nothing was asked of', () => {
    expect(figuresOf('tuning', emptyScore())).toEqual({});
  });

  it('have a median of an even and an odd count', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, 0]);
  });
});

describe('a file of labels', () => {
  const file = { server: 'a', sdk: 'other', versions: {}, half: 'tuning', vocabulary: [] };

  it('is refused if a record is labelled twice', () => {
    const labels = [label, { ...label, what: 'again' }];
    expect(() => readLabels(JSON.stringify({ ...file, labels }))).toThrow('the record 5 has two labels');
  });

  it('is refused if it has a member that nobody reads', () => {
    const labels = [{ ...label, violation: ['T01'] }];
    expect(() => readLabels(JSON.stringify({ ...file, labels }))).toThrow('violation');
  });
});
