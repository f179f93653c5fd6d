import { describe, expect, test } from 'vitest';
import type { CallEnd } from '../../app/contract/commands.ts';
import { SharedPolls } from './session-commands.ts';

/** A server that answers each poll when the test says so. */
function asked() {
  const clock = { now: 0 };
  const answers: ((end: CallEnd) => void)[] = [];
  const polls = new SharedPolls(() => clock.now);
  const poll = (about = 'task', withinMs = 100) =>
    polls.poll(about, withinMs, () => new Promise((resolve) => void answers.push(resolve)));
  const end = (requestSeq: number): CallEnd => ({ requestSeq, result: null, failure: '' });
  return { clock, answers, poll, end };
}

describe('two windows that poll one task', () => {
  test('share the question that is in flight, however long it takes', async () => {
    const { clock, answers, poll, end } = asked();
    const first = poll();
    clock.now = 10_000;
    const second = poll();
    expect(answers).toHaveLength(1);
    answers[0]?.(end(1));
    expect(await Promise.all([first, second])).toEqual([end(1), end(1)]);
  });

  test('share an answer until it is too old', async () => {
    const { clock, answers, poll, end } = asked();
    const first = poll();
    answers[0]?.(end(1));
    await first;
    clock.now = 99;
    expect(await poll()).toEqual(end(1));
    clock.now = 100;
    void poll();
    expect(answers).toHaveLength(2);
  });

  test('do not share what is about another task', () => {
    const { answers, poll } = asked();
    void poll('one');
    void poll('other');
    expect(answers).toHaveLength(2);
  });
});
