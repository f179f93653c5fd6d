import { describe, expect, test } from 'vitest';
import type { ListEnd } from '../../app/contract/commands.ts';
import { SharedLists } from './session-commands.ts';

/** A server that answers each list request when the test says so. */
function listed() {
  const session = { pid: 7, changes: { tools: 0, resources: 0, prompts: 0, updated: {} } };
  const answers: ((end: ListEnd) => void)[] = [];
  const lists = new SharedLists(() => ({
    ...session,
    listAll: () => new Promise((resolve) => void answers.push(resolve)),
  }));
  const end = (failure = ''): ListEnd => ({ items: [], pages: 1, failure });
  return { session, answers, lists, end };
}

describe('a list that several windows show', () => {
  test('is requested once, while the request is in flight and afterwards', async () => {
    const { answers, lists, end } = listed();
    const first = lists.list('tools', false);
    const second = lists.list('tools', false);
    answers[0]?.(end());
    expect(await Promise.all([first, second])).toEqual([end(), end()]);
    expect(await lists.list('tools', false)).toEqual(end());
    expect(answers).toHaveLength(1);
  });

  test('is requested again by Refresh, once for two windows at a time', async () => {
    const { answers, lists, end } = listed();
    const first = lists.list('tools', true);
    void lists.list('tools', true);
    expect(answers).toHaveLength(1);
    answers[0]?.(end());
    await first;
    void lists.list('tools', true);
    expect(answers).toHaveLength(2);
  });

  test.each([
    ['the server says that it changed', { changes: { tools: 1, resources: 0, prompts: 0, updated: {} } }],
    ['the server was restarted', { pid: 8 }],
  ])('is requested again once %s', async (_, change) => {
    const { session, answers, lists, end } = listed();
    const first = lists.list('tools', false);
    Object.assign(session, change);
    void lists.list('tools', false);
    void lists.list('tools', false);
    expect(answers).toHaveLength(2);
    answers[0]?.(end());
    await first;
    void lists.list('tools', false);
    expect(answers).toHaveLength(2);
  });

  test('is no other list, and tasks are asked for each time', async () => {
    const { answers, lists, end } = listed();
    const tools = lists.list('tools', false);
    const tasks = lists.list('tasks', false);
    for (const answer of answers) answer(end());
    await Promise.all([tools, tasks]);
    void lists.list('tasks', false);
    expect(answers).toHaveLength(3);
  });
});
