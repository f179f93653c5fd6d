import { describe, expect, it } from 'vitest';
import { emptyRow, type Row } from '../row.ts';
import { RowTable } from '../row-table.ts';
import { RowFolds } from './row-folds.ts';

const TO_SERVER = 'client-to-server';
const FROM_SERVER = 'server-to-client';

function request(more: Partial<Row> = {}): Partial<Row> {
  return { shape: 'request', method: 'tools/call', direction: TO_SERVER, outcome: 'ok', ...more };
}

function answer(pair: number, more: Partial<Row> = {}): Partial<Row> {
  return { shape: 'result', method: 'tools/call', direction: FROM_SERVER, pair, outcome: 'ok', ...more };
}

function notification(method = 'notifications/message', more: Partial<Row> = {}): Partial<Row> {
  return { shape: 'notification', method, direction: FROM_SERVER, ...more };
}

function stderr(text: string, at: number): Partial<Row> {
  return { kind: 'stderr', text, at };
}

/** The groups of some rows, whose seqs count from 1: the shown row, then the indexes of the members. */
function groupsOf(rows: readonly Partial<Row>[]) {
  const table = new RowTable();
  rows.forEach((row, index) => {
    const place = { seq: index + 1, at: index * 1000, session: 's' };
    table.add({ ...emptyRow(place, 'frame'), ...row });
  });
  const folds = new RowFolds(table);
  folds.takeUpTo(table.length);
  const keys = rows.map((_, index) => index).filter((index) => folds.keyAt(index) === index);
  return { folds, table, groups: keys.map((key) => [folds.shownOf(key), ...folds.membersOf(key)]) };
}

describe('the rows of a log fold', () => {
  it('into one for each exchange, which shows the answer where the request stands', () => {
    const { groups } = groupsOf([request(), request(), answer(2), answer(1)]);
    expect(groups).toEqual([
      [3, 0, 3],
      [2, 1, 2],
    ]);
  });

  it('not for answers that answer nothing: an orphan and a second answer stand for themselves', () => {
    const { groups } = groupsOf([
      request(),
      answer(1),
      answer(1, { outcome: 'duplicate', tier: 'protocol' }),
      answer(0, { outcome: 'orphan', tier: 'protocol' }),
    ]);
    expect(groups).toEqual([
      [1, 0, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('with the answer as the shown row, whatever the client had done before', () => {
    const timedOut: Partial<Row> = { kind: 'client', pair: 1, outcome: 'timed out', tier: 'client' };
    expect(groupsOf([request(), timedOut]).groups).toEqual([[1, 0, 1]]);
    const cancel = notification('notifications/cancelled', { pair: 1, direction: TO_SERVER });
    const late = answer(1, { outcome: 'late', tier: 'client' });
    expect(groupsOf([request(), timedOut, cancel, late]).groups).toEqual([[3, 0, 1, 2, 3]]);
    const rejected: Partial<Row> = { kind: 'client', pair: 1, outcome: 'rejected by the client' };
    expect(groupsOf([request(), answer(1), rejected]).groups).toEqual([[1, 0, 1, 2]]);
  });

  it('with progress and stderr of the only call, but not of one of two', () => {
    const progress = notification('notifications/progress');
    const one = groupsOf([request(), progress, stderr('reading', 2000), progress, answer(1)]);
    expect(one.groups).toEqual([[4, 0, 1, 2, 3, 4]]);
    const two = groupsOf([request(), request(), progress, stderr('reading', 2000), answer(1), answer(2)]);
    expect(two.groups).toEqual([
      [4, 0, 4],
      [5, 1, 5],
      [2, 2],
      [3, 3],
    ]);
  });

  it('not with what a server writes while it starts', () => {
    const { groups } = groupsOf([request({ method: 'initialize' }), stderr('listening', 1000), answer(1)]);
    expect(groups).toEqual([
      [2, 0, 2],
      [1, 1],
    ]);
  });

  it('with what the server asks meanwhile once both are answered, and not if that failed', () => {
    const asks = request({ direction: FROM_SERVER, method: 'sampling/createMessage' });
    const says = answer(2, { direction: TO_SERVER });
    expect(groupsOf([request(), asks, says]).groups).toEqual([
      [0, 0],
      [2, 1, 2],
    ]);
    expect(groupsOf([request(), asks, says, answer(1)]).groups).toEqual([[3, 0, 1, 2, 3]]);
    const fails = { ...says, tier: 'protocol', outcome: 'protocol error' } as const;
    expect(groupsOf([request(), asks, fails, answer(1)]).groups).toEqual([
      [3, 0, 3],
      [2, 1, 2],
    ]);
  });

  it('not with what came before the server died: the trace stays in sight', () => {
    const exited: Partial<Row> = { kind: 'process', method: 'exited', tier: 'transport' };
    const { groups } = groupsOf([request({ outcome: 'lost' }), stderr('Error: no', 1000), exited]);
    expect(groups).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
  });

  it('in runs of like notifications, which anything else ends', () => {
    const message = notification();
    const { groups, folds } = groupsOf([message, message, notification('notifications/x'), message, message]);
    expect(groups).toEqual([
      [0, 0, 1],
      [2, 2],
      [3, 3, 4],
    ]);
    expect(folds.sizeOf(0)).toBe(2);
    const faulty = notification('notifications/message', { tier: 'protocol' });
    expect(groupsOf([message, faulty, message]).groups).toHaveLength(3);
  });

  it('with a run of progress for each of the calls that run side by side', () => {
    const progress = (target: string) => notification('notifications/progress', { target });
    const { groups } = groupsOf([
      ...[request(), request(), progress('a'), progress('b'), progress('a'), progress('b'), progress('a')],
      ...[notification(), progress('a')],
    ]);
    expect(groups).toEqual([
      [0, 0],
      [1, 1],
      [2, 2, 4, 6],
      [3, 3, 5],
      [7, 7],
      [8, 8],
    ]);
  });

  it('for stderr that came together, with the line that names the cause as the shown row', () => {
    const lines = [
      'node:internal/modules/cjs/loader:1228',
      'throw err;',
      "Error: Cannot find module './does-not-exist'",
      'at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)',
      "code: 'MODULE_NOT_FOUND',",
    ];
    const trace = lines.map((line, index) => stderr(line, index));
    expect(groupsOf([...trace, stderr('later', 500)]).groups).toEqual([
      [2, 0, 1, 2, 3, 4],
      [5, 5],
    ]);
  });

  it('for equal calls in a row that end alike, from the third one on, with the last answer as the shown row', () => {
    const failed = { outcome: 'tool error', tier: 'tool' } as const;
    const again = request({ repeats: true });
    const { groups, folds } = groupsOf([
      ...[request(), answer(1, failed), again, stderr('trying', 2500), answer(3, failed)],
      ...[again, answer(6, failed), again, answer(8, failed), again, answer(10)],
    ]);
    expect(groups).toEqual([
      [8, 0, 1, 2, 3, 4, 5, 6, 7, 8],
      [10, 9, 10],
    ]);
    expect([folds.repeatsOf(0), folds.repeatsOf(9)]).toEqual([4, 1]);
    expect(groupsOf([request(), answer(1), again, answer(3)]).groups).toHaveLength(2);
  });

  it('not for equal calls with another one between them, side by side, or without an answer', () => {
    const again = request({ repeats: true });
    const twice = [again, answer(3), again, answer(5)];
    expect(groupsOf([request(), answer(1), ...twice]).groups).toHaveLength(1);
    expect(groupsOf([request(), answer(1), request(), answer(3), again, answer(5)]).groups).toHaveLength(3);
    const beside = [request(), again, again, answer(1), answer(2), answer(3)];
    expect(groupsOf(beside).groups).toHaveLength(3);
    const timedOut: Partial<Row> = { kind: 'client', pair: 3, outcome: 'timed out', tier: 'client' };
    const [first, , ...rest] = twice;
    expect(groupsOf([request(), answer(1), first ?? {}, timedOut, ...rest]).groups).toHaveLength(3);
  });

  it('for at most some hundred equal calls, so that one more is never slow', () => {
    const again = request({ repeats: true });
    const rows = Array.from({ length: 1200 }, (_, at) => [again, answer(2 * at + 1)]).flat();
    const { groups, folds } = groupsOf(rows);
    expect(groups).toHaveLength(3);
    expect([0, 1000, 2000].map((key) => folds.repeatsOf(key))).toEqual([500, 500, 200]);
  });

  it('for stray lines that came in a row', () => {
    const line = { shape: 'invalid', direction: FROM_SERVER, method: 'not JSON', tier: 'transport' } as const;
    const { groups } = groupsOf([line, line, line, notification(), line, { ...line, method: 'no method' }]);
    expect(groups).toEqual([
      [0, 0, 1, 2],
      [3, 3],
      [4, 4],
      [5, 5],
    ]);
  });

  it('no more once a row turns out to be at fault', () => {
    const { folds, table, groups } = groupsOf([request(), answer(1)]);
    expect(groups).toEqual([[1, 0, 1]]);
    const row = table.row(1);
    if (row === undefined) throw new Error('no row');
    folds.changed({ ...row, outcome: 'orphan', tier: 'protocol', pair: 0 }, 1);
    expect([folds.shownOf(0), folds.keyAt(1), folds.sizeOf(0)]).toEqual([0, 1, 1]);
  });
});
