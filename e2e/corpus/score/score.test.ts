import { describe, expect, it } from 'vitest';
import { belowAims, figuresOf, lowered, median } from './figures.ts';
import { type Label, type Labels, readLabels } from './labels.ts';
import { addRecording, emptyScore, type Score } from './score.ts';
import type { Said, SaidFinding } from './verdicts.ts';

/** The score of one recording with these labels and verdicts. */
function scored(labels: readonly Label[], said: Readonly<Record<number, Partial<Said>>>): Score {
  const score = emptyScore();
  const bySeq = new Map(
    Object.entries(said).map(([seq, one]) => [
      Number(seq),
      { tier: 'ok', code: null, where: null, findings: [], sentences: [], ...one },
    ]),
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
  it('counts a violation as right only if it is labeled as one', () => {
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

describe('the sentences of a recording', () => {
  const asked: Label = { ...label, acts: ['model', 'user'], causes: ['request-misfit', 'unknown'] };

  it('are right if each error on the record names an actor and a cause that the label allows', () => {
    const right = { actor: 'model', cause: 'request-misfit' } as const;
    const { actors, causes } = scored([asked], { 5: { sentences: [right] } });
    expect([actors, causes]).toEqual([
      { right: 1, of: 1 },
      { right: 1, of: 1 },
    ]);
    const second = { actor: 'server', cause: 'failed-inside' } as const;
    const { actors: ofTwo, misses } = scored([asked], { 5: { sentences: [right, second] } });
    expect(ofTwo).toEqual({ right: 0, of: 1 });
    expect(misses.map(({ kind }) => kind)).toEqual(['actor', 'cause']);
  });

  it('are wrong if the record has no error', () => {
    const { actors, causesOrUnknown } = scored([asked], {});
    expect([actors.right, causesOrUnknown.right]).toEqual([0, 0]);
  });

  it('may claim no cause: that is unknown, and right only if the label says so', () => {
    const said = { 5: { sentences: [{ actor: 'model', cause: 'tool-error' }] } } as const;
    expect(scored([asked], said).causes).toEqual({ right: 1, of: 1 });
    const known = scored([{ ...asked, causes: ['request-misfit'] }], said);
    expect(known.causes).toEqual({ right: 0, of: 1 });
    expect(known.causesOrUnknown).toEqual({ right: 1, of: 1 });
  });

  it('hit a trap with a wrong actor, and not with nobody', () => {
    const trap: Label = { ...asked, trap: true };
    const said = (actor: 'server' | 'nobody') =>
      scored([trap], { 5: { sentences: [{ actor, cause: 'tool-error' }] } }).trapActors;
    expect([said('server').right, said('nobody').right]).toEqual([0, 1]);
  });
});

describe('the aims', () => {
  it('name what is below them, and rules that fired often enough to tell', () => {
    const score = emptyScore();
    score.actors = { right: 96, of: 100 };
    score.rules.set('T01', { right: 4, said: 5, due: 4 }).set('T02', { right: 0, said: 4, due: 0 });
    expect(belowAims('held-out', score)).toEqual([
      'held-out actors: 0.96, and the aim is 0.97',
      'held-out rule T01 precision: 0.8, and the aim is 0.9',
    ]);
    score.actors = { right: 97, of: 100 };
    score.rules.clear();
    expect(belowAims('held-out', score)).toEqual([]);
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

  it('is refused if a record is labeled twice', () => {
    const labels = [label, { ...label, what: 'again' }];
    expect(() => readLabels(JSON.stringify({ ...file, labels }))).toThrow('the record 5 has two labels');
  });

  it('is refused if a label has an actor without a cause', () => {
    const labels = [{ ...label, acts: ['server'] }];
    expect(() => readLabels(JSON.stringify({ ...file, labels }))).toThrow('only one of acts and causes');
  });

  it('is refused if it has a member that nobody reads', () => {
    const labels = [{ ...label, violation: ['T01'] }];
    expect(() => readLabels(JSON.stringify({ ...file, labels }))).toThrow('violation');
  });
});
