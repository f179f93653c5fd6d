import { expect, test } from 'vitest';
import { begunTask, isOver, taskBook } from './task-book.ts';

const working = { taskId: 't1', status: 'working', createdAt: '2026-01-01T00:00:00Z', ttl: 60_000 };
const frame = (method: string, body: unknown, tool = '') => ({ method, body, tool });

test('a task keeps its tool and takes its status from the last frame', () => {
  const tasks = taskBook([
    frame('tools/call', { task: working }, 'research'),
    frame('tasks/list', {
      tasks: [
        { ...working, statusMessage: 'half' },
        { taskId: 't2', status: 'failed' },
      ],
    }),
    frame('notifications/tasks/status', { taskId: 't1', status: 'completed' }),
  ]);
  expect(tasks.map(({ taskId, status, tool }) => [taskId, status, tool])).toEqual([
    ['t2', 'failed', ''],
    ['t1', 'completed', 'research'],
  ]);
  expect(tasks[1]).toMatchObject({ createdAt: working.createdAt, ttl: 60_000, message: '' });
  expect(isOver('completed') && !isOver('input_required')).toBe(true);
});

test('a plain result begins no task', () => {
  expect(taskBook([frame('tools/call', { content: [], structuredContent: { taskId: 'x' } })])).toEqual([]);
  expect(begunTask({ content: [] })).toBeUndefined();
});

test('the task of the extension stands in the result itself', () => {
  expect(begunTask({ resultType: 'task', taskId: 't9', status: 'working' })).toBe('t9');
  expect(begunTask({ task: working })).toBe('t1');
});
