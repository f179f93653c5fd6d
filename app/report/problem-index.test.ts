import { describe, expect, it } from 'vitest';
import { LogAnalyzer } from '../analysis/log-analyzer.ts';
import { allSteps } from '../base/steps.ts';
import { parseOwnVocabulary } from '../codes/own-vocabulary.ts';
import type { KnownRecord } from '../frame/record.ts';
import { RowTable } from '../frame/row-table.ts';
import type { ProjectSettings } from '../session/project/project-file.ts';
import type { ProblemIndex } from './problem-index.ts';
import { type KnownCodes, NO_KNOWN_CODES } from './report-options.ts';
import { compareToEarlier, PROBLEM_BINS, type SessionProblem } from './session-problems.ts';
import { problemsIn } from './testing/problems-in.ts';
import { failed, refused } from './testing/reported.ts';

const NO_PLACE = { problem: '', at: -1, before: 0, after: 0 };

/** A session that is written call by call. */
class Written {
  readonly #rules: ProjectSettings['groups'];
  readonly #table = new RowTable();
  readonly #analyzer = new LogAnalyzer(this.#table, { keptSettled: 1 });
  #seq = 0;

  constructor(rules: ProjectSettings['groups'] = []) {
    this.#rules = rules;
    this.start();
  }

  index(codes = NO_KNOWN_CODES): ProblemIndex {
    return problemsIn(this.#analyzer.session('s1'), this.#table, { codes, rules: this.#rules });
  }

  problems(codes = NO_KNOWN_CODES): SessionProblem[] {
    return allSteps(this.index(codes).problems());
  }

  start(): this {
    return this.take({ type: 'process', event: 'spawned', pid: 1 });
  }

  call(name: string, answer: object, more: object = {}): this {
    const id = this.#seq;
    const frame = (direction: string, message: object) =>
      this.take({
        type: 'frame',
        direction,
        raw: JSON.stringify({ jsonrpc: '2.0', id, ...message }),
        ...more,
      });
    frame('client-to-server', { method: 'tools/call', params: { name, arguments: {} } });
    return frame('server-to-client', answer);
  }

  take(record: object): this {
    this.#seq += 1;
    const whole = { seq: this.#seq, at: this.#seq * 10, session: 's1', ...record };
    this.#analyzer.take(whole as unknown as KnownRecord);
    return this;
  }
}

const NO_SEAT = (seat: number) => failed(`No seat ${seat} is free. Choose another one.`);

describe('the problems of a session', () => {
  it('are named as their user knows the codes, and stay the same problems', () => {
    const written = new Written().call('book', refused(4711, 'x')).call('book', refused(-32001, 'y'));
    const problems = (codes?: KnownCodes) => written.problems(codes).filter(({ tier }) => tier !== null);
    const before = problems();
    expect(before.map(({ title }) => title).join()).not.toMatch(/SeatTaken|Not ?found/i);
    const read = parseOwnVocabulary(
      JSON.stringify({
        id: 'acme',
        name: 'Acme',
        source: 'x',
        codes: [{ code: 4711, name: 'SeatTaken', meaning: 'x' }],
      }),
    );
    if (!read.ok) throw new Error(read.error.join());
    const after = problems({ spoken: [{ id: 'mcp-ts-core', confidence: 1 }], own: [read.value] });
    const titles = after.map(({ title }) => title).join();
    expect(titles).toMatch(/4711 Seat ?taken/i);
    expect(titles).toMatch(/-32001 Not ?found/i);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('are its causes, with count, span, spread and who has to act', () => {
    const written = new Written()
      .call('book', NO_SEAT(1))
      .call('book', refused(-32603, 'disk full'))
      .call('book', NO_SEAT(22))
      .call('book', NO_SEAT(3));
    const [worst, seats] = written.problems().filter(({ tier }) => tier !== null);
    expect(worst).toMatchObject({ tier: 'protocol', count: 1, acts: 'server', target: 'book' });
    expect(seats).toMatchObject({ tier: 'tool', count: 3, first: 3, last: 9, firstMs: 30, lastMs: 90 });
    expect(seats?.text).toBe('No seat <n> is free. Choose another one.');
    expect(seats?.bins).toHaveLength(PROBLEM_BINS);
    expect(seats?.bins.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(seats?.examples).toEqual([3, 7, 9]);
    expect(seats?.targets).toEqual([{ name: 'book', count: 3 }]);
  });

  it('show the own value of what occurred once, in the session and in a run of its own', () => {
    const written = new Written().call('book', NO_SEAT(1));
    expect(written.problems()[0]?.text).toBe('No seat 1 is free. Choose another one.');
    const index = written.start().call('book', NO_SEAT(22)).index();
    const texts = (run?: number) => allSteps(index.problems(run)).map(({ text }) => text);
    expect(texts()).toContain('No seat <n> is free. Choose another one.');
    expect(texts(1)).toContain('No seat 22 is free. Choose another one.');
  });

  it('are found from a record, and lead to the records of both halves', () => {
    const index = new Written()
      .call('book', NO_SEAT(1))
      .call('find', { result: {} })
      .call('book', NO_SEAT(2))
      .index();
    const { problem: id, ...place } = index.problemAt(3) ?? NO_PLACE;
    expect(place).toEqual({ at: 0, before: 0, after: 7 });
    expect(index.problemAt(2)?.problem).toBe(id);
    expect(index.problemAt(6)).toEqual({ problem: id, at: 1, before: 3, after: 0 });
    expect(index.problemAt(3, 'another')?.problem).toBe(id);
    expect(index.rowsOf(id)).toEqual([2, 3, 6, 7]);
    expect(index.problemAt(1)).toBeUndefined();
  });

  it('lead to the event by which the client gave up', () => {
    const index = new Written()
      .take({ type: 'frame', direction: 'client-to-server', raw: '{"jsonrpc":"2.0","id":7,"method":"ping"}' })
      .take({ type: 'client', event: 'timeout', id: 7, message: 'Request timed out' })
      .index();
    const { problem: id } = index.problemAt(3) ?? NO_PLACE;
    expect(index.rowsOf(id)).toEqual([2, 3]);
  });

  it('are new as records come', () => {
    const written = new Written().call('book', NO_SEAT(1));
    expect(written.problems()[0]?.count).toBe(1);
    expect(written.call('book', NO_SEAT(2)).problems()[0]?.count).toBe(2);
  });

  it('stand apart if a raw message provoked them', () => {
    const written = new Written().call('book', refused(-32600, 'bad'), { deliberate: true });
    expect(written.problems().map(({ fold, acts }) => [fold, acts])).toEqual([['provoked', 'nobody']]);
  });
});

describe('a rule of the project file', () => {
  const calls = (groups: ProjectSettings['groups']) =>
    new Written(groups)
      .call('book', failed('No seat is free.'))
      .call('rent', failed('No car is free.'))
      .call('rent', failed('Timeout of upstream 17'))
      .problems()
      .filter(({ tier }) => tier !== null);

  it('merges problems under its name', () => {
    const problems = calls([{ name: 'nothing free', match: { tier: 'tool', message: 'no * is free.' } }]);
    expect(problems.map(({ text, count, by }) => [text, count, by])).toEqual([
      ['nothing free', 2, 'nothing free'],
      ['Timeout of upstream 17', 1, null],
    ]);
    expect(problems[0]).toMatchObject({ target: null, method: 'tools/call' });
  });

  it('splits them by what it names', () => {
    const problems = calls([{ name: 'tool errors', match: { tier: 'tool' }, splitBy: ['target'] }]);
    expect(problems.map(({ target, count }) => [target, count])).toEqual([
      ['rent', 2],
      ['book', 1],
    ]);
  });
});

describe('runs of the process', () => {
  it('are told apart, and a start that only greets belongs to the next one', () => {
    const written = new Written().call('book', NO_SEAT(1)).start();
    expect(written.index().runs.map(({ fromSeq }) => fromSeq)).toEqual([0, 4]);
    written.start().call('book', NO_SEAT(2)).call('book', refused(-32603, 'disk full'));
    const index = written.index();
    const [before, now] = index.runs;
    expect([before?.toSeq, now?.fromSeq, index.runs.length]).toEqual([3, 4, 2]);
    const earlier = allSteps(index.problems(0));
    const problems = compareToEarlier(allSteps(index.problems(1)), earlier);
    expect(problems.map(({ text, state, before }) => [text, state, before])).toEqual([
      ['disk full', 'new', 0],
      ['No seat 2 is free. Choose another one.', 'known', 1],
    ]);
    expect(compareToEarlier([], earlier)).toMatchObject([{ state: 'gone', count: 0, before: 1 }]);
  });
});

it('shows the records of a start that failed as those of its one problem', () => {
  const raw = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
  const session = new Written();
  session.take({ type: 'frame', direction: 'client-to-server', raw });
  session.take({ type: 'process', event: 'exited', exitCode: 2, signal: null });
  const index = session.index();
  const [problem, ...others] = session.problems();
  expect(problem).toMatchObject({ count: 1, examples: [3] });
  expect(others).toEqual([]);
  expect(index.rowsOf(problem?.id ?? '')).toEqual([2, 3]);
  for (const seq of [2, 3]) expect(index.problemAt(seq)).toMatchObject({ problem: problem?.id, at: 0 });
});
