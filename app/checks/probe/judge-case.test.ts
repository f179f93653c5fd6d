import { describe, expect, it, test } from 'vitest';
import { judgeCase, leftOutVerdict } from './judge-case.ts';
import { reply, sampleFinding, sampleRun } from './testing/sample-verdicts.ts';

const ON_SDK = { onSdk: true, repairs: false };

const ENDED = { kind: 'ended', how: 'exit code 1', stderr: 'boom', times: 1 } as const;
const HUNG = { kind: 'hung', afterMs: 5000, times: 1 } as const;
const SILENT = { kind: 'silent', afterMs: 5000, times: 1 } as const;

describe('a case', () => {
  it('passes if the answer is a good one and no rule spoke', () => {
    const verdict = judgeCase(sampleRun([reply('tool error')]), [], ON_SDK);
    expect(verdict).toMatchObject({
      outcome: 'passed',
      seen: { tier: 'tool' },
      requestSeq: 7,
      answerSeq: 8,
      notes: [],
    });
  });

  it('fails if the answer is one that no server may give, and is the author’s then', () => {
    const { outcome, failure } = judgeCase(sampleRun([reply('result')]), [], ON_SDK);
    expect(outcome).toBe('failed');
    expect(failure).toMatchObject({
      rule: 'wrong-answer',
      side: 'server',
      binding: 'SHOULD',
      message: 'The tool ran.',
    });
  });

  it('passes with a note if the answer is unusual only', () => {
    const { outcome, notes } = judgeCase(sampleRun([reply(-32603)]), [], ON_SDK);
    expect(outcome).toBe('passed');
    expect(notes).toMatchObject([{ rule: null, severity: 'info' }]);
    expect(notes[0]?.message).toMatch(/^The server answered with the code -32603\. Expected: /);
  });

  it('fails by a rule that is sure, whose side and words it takes', () => {
    const { outcome, failure } = judgeCase(sampleRun([reply('tool error')]), [sampleFinding()], ON_SDK);
    expect(outcome).toBe('failed');
    expect(failure).toMatchObject({
      rule: 'C08',
      binding: 'MUST',
      side: 'server',
      before: '{"code":"E_FAIL"}',
    });
  });

  test.each([
    ['is not sure', sampleFinding({ certainty: 'likely' })],
    ['advises', sampleFinding({ severity: 'advice' })],
    ['only notes', sampleFinding({ severity: 'info' })],
  ])('passes with a note if the rule %s', (_, finding) => {
    const { outcome, notes } = judgeCase(sampleRun([reply('tool error')]), [finding], ON_SDK);
    expect([outcome, notes.length]).toEqual(['passed', 1]);
  });

  it('does not hold against a server what its client did', () => {
    const verdict = judgeCase(sampleRun([reply('tool error')]), [sampleFinding({ side: 'client' })], ON_SDK);
    expect(verdict).toMatchObject({ outcome: 'passed', notes: [] });
  });

  it('leaves out rules that do not hold for its line', () => {
    const run = sampleRun([reply(-32602)], { kind: 'answered' }, { spares: ['C08'] });
    expect(judgeCase(run, [sampleFinding()], ON_SDK).outcome).toBe('passed');
  });

  it('is the SDK’s if no tool has seen the line and the server is known to be built on one', () => {
    const run = sampleRun([reply(-32602)], { kind: 'answered' }, { layer: 'wire' });
    expect(judgeCase(run, [sampleFinding()], ON_SDK).failure?.side).toBe('sdk');
    expect(judgeCase(run, [sampleFinding()], { ...ON_SDK, onSdk: false }).failure?.side).toBe('server');
  });
});

describe('what happens once', () => {
  test.each([
    ['an end of the process', ENDED],
    ['silence', SILENT],
    ['a hang', HUNG],
  ])('proves nothing: %s is inconclusive', (_, end) => {
    expect(judgeCase(sampleRun([], end), [], ON_SDK)).toMatchObject({
      outcome: 'inconclusive',
      failure: null,
    });
  });

  test.each([
    ['process-ended', ENDED],
    ['no-answer', SILENT],
    ['no-answer', HUNG],
  ])('fails the case as %s if it happens twice', (rule, end) => {
    const { outcome, failure } = judgeCase(sampleRun([], { ...end, times: 2 }), [], ON_SDK);
    expect([outcome, failure?.rule, failure?.binding]).toEqual(['failed', rule, 'MUST']);
  });

  it('does not fail a call that may take its time, however often', () => {
    const run = sampleRun([], { ...SILENT, times: 2 }, { mayTakeLong: true });
    expect(judgeCase(run, [], ON_SDK).outcome).toBe('inconclusive');
  });

  it('says that a process may end where the protocol leaves it open', () => {
    const { outcome, notes } = judgeCase(sampleRun([], ENDED, { mayEnd: true }), [], ON_SDK);
    expect([outcome, notes.length]).toEqual(['passed', 1]);
  });

  it('does not hide a rule that is sure', () => {
    expect(judgeCase(sampleRun([], SILENT), [sampleFinding()], ON_SDK).failure?.rule).toBe('C08');
  });
});

it('is inconclusive if it was not run', () => {
  const run = sampleRun([], { kind: 'not-run', why: 'The budget of time was used up before.' });
  expect(judgeCase({ ...run, requestSeq: 0 }, [], ON_SDK)).toMatchObject({
    outcome: 'inconclusive',
    why: 'The budget of time was used up before.',
    seen: null,
    requestSeq: null,
  });
});

it('is not applicable for a reason', () => {
  const left = {
    id: 'a',
    family: 'calls',
    kind: 'call',
    target: 'x',
    title: 'a call',
    why: 'It may not run.',
  } as const;
  expect(leftOutVerdict(left)).toMatchObject({
    outcome: 'not-applicable',
    why: 'It may not run.',
    asked: null,
  });
});

test('a value of another type that is taken fails no server whose framework repairs arguments', () => {
  const taken = sampleRun([reply('result')], { kind: 'answered' }, { kind: 'type' });
  expect(judgeCase(taken, [], { onSdk: true, repairs: true }).outcome).toBe('passed');
  expect(judgeCase(taken, [], ON_SDK).outcome).toBe('failed');
  const missing = sampleRun([reply('result')]);
  expect(judgeCase(missing, [], { onSdk: true, repairs: true }).outcome).toBe('failed');
});
