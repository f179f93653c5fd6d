import { expect, test } from 'vitest';
import type { KnownRecord } from '../frame/record.ts';
import type { RowSink } from '../frame/row.ts';
import { RowTable } from '../frame/row-table.ts';
import { LogModel } from './log-model.ts';
import { RowReader } from './row-reader.ts';
import { type Activity, heldActivity, ServerActivity } from './server-activity.ts';

/** The activity after these records have come one by one. */
function followed(records: readonly KnownRecord[]): Activity {
  const activity = new ServerActivity();
  const table = new RowTable();
  table.listen((index, before) => activity.changed(table, index, before));
  const sink: RowSink = {
    add(row) {
      table.add(row);
      activity.added(table, table.length - 1, table.length);
    },
    patch: (seq, patch) => table.patch(seq, patch),
  };
  const log = new LogModel({ all: [new RowReader(sink)] });
  for (const record of records) log.take(record);
  return heldActivity(activity.parts);
}

const frame = (seq: number, out: boolean, value: object): KnownRecord => ({
  type: 'frame',
  session: 's1',
  seq,
  at: seq,
  direction: out ? 'client-to-server' : 'server-to-client',
  raw: JSON.stringify({ jsonrpc: '2.0', ...value }),
});
const call = (seq: number, id: number) =>
  frame(seq, true, { id, method: 'tools/call', params: { name: 'read' } });

test('each call counts once, at the tier at which it ended', () => {
  const activity = followed([
    call(1, 1),
    frame(2, false, { id: 1, result: { isError: true, content: [] } }),
    call(3, 2),
    frame(4, false, { id: 2, error: { code: -32602, message: 'no' } }),
    call(5, 3),
    { type: 'client', session: 's1', seq: 6, at: 6, event: 'timeout', id: 3, message: 'gave up' },
    call(7, 4),
    frame(8, false, { id: 4, result: { content: [] } }),
  ]);
  expect(activity.uses('tools/call').get('read')).toEqual({
    calls: 4,
    last: 7,
    tool: 1,
    protocol: 1,
    client: 1,
    transport: 0,
  });
});

test('an answer that a user made an error of counts at no tier', () => {
  const answer = frame(2, false, { id: 1, result: { isError: true, content: [] } });
  const activity = followed([call(1, 1), { ...answer, changed: { by: 'user', how: 'tool-error' } }]);
  expect(activity.uses('tools/call').get('read')).toMatchObject({ calls: 1, tool: 0 });
});

test('the answers that hold the list are known, and whether one is on its way', () => {
  const request = frame(1, true, { id: 1, method: 'tools/list' });
  expect(followed([request]).trace('tools').lastOutcome).toBe('pending');
  const activity = followed([request, frame(2, false, { id: 1, result: { tools: [] } })]);
  expect(activity.trace('tools')).toMatchObject({ answers: [2], lastRequest: 1, lastOutcome: 'ok' });
});

test('a list is stale from the news that it changed until it is asked for again', () => {
  const news = (seq: number) => frame(seq, false, { method: 'notifications/resources/list_changed' });
  const list = (seq: number) => frame(seq, true, { id: seq, method: 'resources/list' });
  expect(followed([news(1)]).trace('resources').stale).toBe(false);
  expect(followed([list(1), news(2)]).trace('resources').stale).toBe(true);
  expect(followed([list(1), news(2)]).trace('tools').stale).toBe(false);
  expect(followed([list(1), news(2), list(3)]).trace('resources').stale).toBe(false);
});

test('a call is open until it ends, and its progress is forgotten with the last one', () => {
  const progress = (seq: number, value: number) =>
    frame(seq, false, {
      method: 'notifications/progress',
      params: { progressToken: 1, progress: value },
    });
  const started = [call(1, 1), progress(2, 1), progress(3, 2)];
  const running = followed(started);
  expect(running.open.map(({ seq }) => seq)).toEqual([1]);
  expect(running.progress.get('1')).toBe(3);
  const done = followed([...started, frame(4, false, { id: 1, result: { content: [] } })]);
  expect(done.open.length + done.progress.size).toBe(0);
});

test('a request of the server is no open call of the client', () => {
  expect(followed([frame(1, false, { id: 1, method: 'ping' })]).open.length).toBe(0);
});

test('updates are counted by resource, and frames that may hold tasks are kept', () => {
  const activity = followed([
    frame(1, false, { method: 'notifications/resources/updated', params: { uri: 'a:b' } }),
    frame(2, false, { method: 'notifications/resources/updated', params: { uri: 'a:b' } }),
    call(3, 1),
    frame(4, false, { id: 1, result: { task: { taskId: 't' } } }),
    call(5, 2),
    frame(6, false, { id: 2, result: { content: [{ type: 'text', text: 'a result' }] } }),
    frame(7, false, { method: 'notifications/tasks/status', params: { taskId: 't' } }),
  ]);
  expect(activity.updated.get('a:b')).toBe(2);
  expect(activity.taskFrames).toEqual([4, 7]);
});

test('a tool whose text begins with the word "task" created no task', () => {
  const activity = followed([
    call(1, 1),
    frame(2, false, { id: 1, result: { content: [{ type: 'text', text: 'task working: 3 of 9' }] } }),
    call(3, 2),
    frame(4, false, { id: 2, result: { resultType: 'task', taskId: 't', status: 'working' } }),
  ]);
  expect(activity.taskFrames).toEqual([4]);
});

test('the status of a task that a server refuses is kept, and so is the last start of its process', () => {
  const activity = followed([
    { type: 'process', session: 's1', seq: 1, at: 1, event: 'spawned', pid: 7 },
    frame(2, true, { id: 1, method: 'tasks/get', params: { taskId: 't' } }),
    frame(3, false, { id: 1, error: { code: -32602, message: 'Task not found' } }),
    frame(4, true, { id: 2, method: 'tasks/cancel', params: { taskId: 't' } }),
    frame(5, false, { id: 2, error: { code: -32602, message: 'Task not found' } }),
  ]);
  expect(activity.taskFrames).toEqual([3]);
  expect(activity.spawned).toBe(1);
});

test('progress is kept for a task when its call is over', () => {
  const activity = followed([
    call(1, 1),
    frame(2, false, { id: 1, result: { task: { taskId: 't', status: 'working' } } }),
    frame(3, false, { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } }),
  ]);
  expect(activity.progress.get('p')).toBe(3);
});

test('a raw message is no use of a tool, no list and no running call', () => {
  const raw = (seq: number, value: object): KnownRecord => ({
    ...frame(seq, true, value),
    deliberate: true,
  });
  const activity = followed([
    frame(1, true, { id: 1, method: 'tools/list' }),
    frame(2, false, { id: 1, result: { tools: [] } }),
    raw(3, { id: 'h3', method: 'tools/list', params: { cursor: 'invented' } }),
    frame(4, false, { id: 'h3', result: { tools: [] } }),
    raw(5, { id: 'h5', method: 'tools/call', params: { name: 'read' } }),
    frame(6, false, { id: 'h5', error: { code: -32602, message: 'no' } }),
    raw(7, { id: 1.5, method: 'ping' }),
  ]);
  expect(activity.trace('tools').answers).toEqual([2]);
  expect(activity.uses('tools/call').size).toBe(0);
  expect(activity.open.length).toBe(0);
});

test('a list that the client rejects is still there to be seen', () => {
  const activity = new ServerActivity();
  const table = new RowTable();
  const log = new LogModel({ all: [new RowReader(table)] });
  const rejected = { event: 'result-rejected', id: 1, message: 'no schema' } as const;
  log.take(frame(1, true, { id: 1, method: 'tools/list' }));
  log.take(frame(2, false, { id: 1, result: { tools: [{ name: 'a' }] } }));
  log.take({ type: 'client', session: 's1', seq: 3, at: 3, ...rejected });
  // The rows may reach the screen in one page, after the client's event.
  activity.added(table, 0, table.length);
  expect(table.row(table.indexOf(2))?.outcome).toBe('rejected by the client');
  expect(heldActivity(activity.parts).trace('tools').answers).toEqual([2]);
});
