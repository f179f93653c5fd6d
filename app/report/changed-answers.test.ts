import { describe, expect, test } from 'vitest';
import { toolStats } from '../analysis/stats/tool-stats.ts';
import { FindingReader } from '../findings/finding-reader.ts';
import type { AnswerChange } from '../frame/answer-change.ts';
import type { FrameRecord, KnownRecord } from '../frame/record.ts';
import type { Row } from '../frame/row.ts';
import { LogModel } from '../session/log-model.ts';
import { RowReader } from '../session/row-reader.ts';

const FAILED = '{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"no"}}';
const FINE = '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}';
const at = (seq: number) => ({ seq, at: seq * 1000, session: 's1' });

const START: KnownRecord[] = [
  { type: 'session', ...at(1), label: 'a', origin: 'tap' },
  frame(2, 'client-to-server', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search"}}'),
];

function frame(
  seq: number,
  direction: FrameRecord['direction'],
  raw: string,
  more: object = {},
): FrameRecord {
  return { type: 'frame', ...at(seq), direction, raw, ...more };
}

function changed(how: AnswerChange['how'], heldMs?: number): object {
  const change = { by: 'tierscope', how, requestId: 1, ...(heldMs === undefined ? {} : { heldMs }) };
  return how === 'held' || how === 'delayed' ? { changed: change } : { changed: change, original: FINE };
}

/** The output of every reader for a log that starts with a tool call. */
function readLog(records: readonly KnownRecord[]) {
  const rows: Row[] = [];
  let findings: FindingReader | undefined;
  const log = new LogModel({
    all: [new RowReader({ add: (row) => void rows.push(row), patch: () => undefined })],
    each: (model, session) => {
      findings = new FindingReader(model, session, { vocabularies: () => [] });
      return [findings];
    },
  });
  for (const record of [...START, ...records]) log.take(record);
  log.finish();
  const model = log.model('s1');
  return {
    counts: model.book.counts,
    rules: (findings?.sink.findings ?? []).filter(({ side }) => side !== 'client').map(({ rule }) => rule),
    row: (seq: number) => rows.find((row) => row.seq === seq),
    stats: toolStats(model.book.exchanges),
    exchange: model.book.exchanges[0],
  };
}

describe('an answer that the user turned into an error', () => {
  test('breaks rules, counts at its tier and in the statistics if the server gave it', () => {
    const { counts, rules, stats } = readLog([frame(3, 'server-to-client', FAILED)]);
    expect([counts.protocol, counts.expected, stats]).toMatchObject([1, 0, [{ protocol: 1 }]]);
    expect(rules).not.toEqual([]);
  });

  test('is held against nobody: no rule, no count, no statistics', () => {
    const { counts, rules, row, stats } = readLog([
      frame(3, 'server-to-client', FAILED, changed('protocol-error', 20)),
    ]);
    expect([counts.protocol, counts.expected, stats, rules]).toEqual([0, 1, [], []]);
    expect(row(3)).toMatchObject({ change: 'changed', fromRawMessage: false, tier: 'protocol', pair: 2 });
  });

  test('is no answer any more if its text is none, and the server is not said to be silent', () => {
    const { counts, rules } = readLog([
      frame(3, 'server-to-client', 'no JSON', changed('edited')),
      frame(4, 'client-to-server', '{"jsonrpc":"2.0","id":2,"method":"ping"}'),
      frame(5, 'server-to-client', '{"jsonrpc":"2.0","id":2,"result":{}}'),
      { type: 'stderr', ...at(4000), text: 'still here' },
    ]);
    expect([counts.transport, counts.expected, rules]).toEqual([0, 1, []]);
  });
});

test('an answer that never left makes no silent server', () => {
  const later: KnownRecord[] = [
    frame(4, 'client-to-server', '{"jsonrpc":"2.0","id":2,"method":"ping"}'),
    frame(5, 'server-to-client', '{"jsonrpc":"2.0","id":2,"result":{}}'),
    { type: 'stderr', ...at(4000), text: 'still here' },
  ];
  expect(readLog(later).rules).toContain('E15');
  const mark: KnownRecord = { type: 'mark', ...at(3), label: 'Never sent.', ...changed('never-answered') };
  expect(readLog([mark, ...later]).rules).toEqual([]);
});

describe('an answer that was only held', () => {
  test('keeps its tier and its findings, and the wait is not the server’s', () => {
    const { counts, row, stats, rules } = readLog([
      frame(3, 'server-to-client', FAILED, changed('held', 900)),
    ]);
    expect([counts.protocol, counts.expected]).toEqual([1, 0]);
    expect(stats).toMatchObject([{ p50Ms: 100 }]);
    expect(row(3)).toMatchObject({ change: 'held', durationMs: 1000 });
    expect(rules).not.toEqual([]);
  });

  test('is not late because the client gave up meanwhile', () => {
    const cancel = frame(
      3,
      'client-to-server',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
    );
    const late = (more: object) => readLog([cancel, frame(9, 'server-to-client', FINE, more)]).rules;
    expect(late({})).not.toEqual(late(changed('held', 6500)));
  });
});

test('a member that says nothing of a change has no effect', () => {
  for (const odd of [7, { how: 'eaten' }, null]) {
    const { counts, row } = readLog([frame(3, 'server-to-client', FAILED, { changed: odd })]);
    expect([counts.protocol, row(3)?.change]).toEqual([1, '']);
  }
});
