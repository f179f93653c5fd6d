import { expect, test } from 'vitest';
import { createdTask } from '../../../app/frame/task-end.ts';
import { isOver, isUnderWay, TaskBook, type TaskFrame } from './use-tasks.ts';

const working = { taskId: 't1', status: 'working', createdAt: '2026-01-01T00:00:00Z', ttl: 60_000 };

/** The tasks after frames with the seqs 1, 2, …; each `tools/call` answers the request before it. */
function booked(...frames: (readonly [method: string, body: unknown, tool?: string])[]) {
  const book = new TaskBook();
  for (const [index, [method, body, tool = '']] of frames.entries()) {
    const frame: TaskFrame = { seq: 10 * index + 10, callSeq: 10 * index + 9, method, body, tool };
    book.take(frame);
  }
  return book;
}

test('a task keeps its tool and takes its status from the last frame', () => {
  const { tasks } = booked(
    ['tools/call', { task: working }, 'research'],
    [
      'tasks/list',
      {
        tasks: [
          { ...working, statusMessage: 'half' },
          { taskId: 't2', status: 'failed' },
        ],
      },
    ],
    ['notifications/tasks/status', { taskId: 't1', status: 'completed' }],
  );
  expect(tasks.map(({ taskId, status, tool }) => [taskId, status, tool])).toEqual([
    ['t2', 'failed', ''],
    ['t1', 'completed', 'research'],
  ]);
  expect(tasks[1]).toMatchObject({
    createdAt: working.createdAt,
    ttl: 60_000,
    message: '',
    callSeq: 9,
    seq: 30,
  });
  expect(isOver('completed') && !isOver('input_required')).toBe(true);
});

test('a plain result begins no task', () => {
  expect(booked(['tools/call', { content: [], structuredContent: { taskId: 'x' } }]).tasks).toEqual([]);
  expect(createdTask({ content: [] })).toBeUndefined();
});

test('the task of the extension stands in the result itself, and its end in the status', () => {
  expect(createdTask({ resultType: 'task', taskId: 't9', status: 'working' })?.taskId).toBe('t9');
  expect(createdTask({ task: working })?.taskId).toBe('t1');
  const started = { resultType: 'task', taskId: 't9', status: 'working', ttlMs: 5, pollIntervalMs: 7 };
  const done = { taskId: 't9', status: 'completed', result: { content: [] } };
  const [task] = booked(['tools/call', started, 'bake'], ['tasks/get', done]).tasks;
  expect(task).toMatchObject({
    tool: 'bake',
    ttl: 5,
    pollMs: 7,
    end: { kind: 'result', result: { content: [] } },
  });
});

test('a task is under way until it is over, its server is another, or does not know it', () => {
  const book = booked(['tools/call', { task: working }, 'research']);
  const first = () => book.tasks.map((task) => isUnderWay(task, 5));
  expect(first()).toEqual([true]);
  expect(book.tasks.map((task) => isUnderWay(task, 11))).toEqual([false]);
  book.refused('t1', { code: -32602, message: 'Task not found' }, 20);
  expect(first()).toEqual([false]);
  expect(book.tasks).toMatchObject([{ trouble: 'Task not found', lost: true, status: 'working' }]);
  book.refused('t1', { code: -32021, message: 'declare it' }, 25);
  expect(book.tasks).toMatchObject([{ trouble: 'declare it', lost: false }]);
  book.take({ seq: 30, method: 'tasks/get', callSeq: 29, tool: '', body: working });
  expect(first()).toEqual([true]);
  book.refused('nobody', { code: 0, message: 'no' }, 40);
  expect(book.tasks).toHaveLength(1);
});
