import { expect, test } from 'vitest';
import { LogAnalyser } from '../../../app/analysis/log-analyser.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { explanationText } from '../../../app/explain/end-words.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import { stepText } from '../../../app/protocol/actor.ts';
import { ReportBuilder } from '../../../app/report/build-report.ts';
import { inspect } from '../../state/inspected/inspected.ts';
import { explainInspected, type ListsBefore } from './inspected-failure.ts';

const TOOLS = [
  {
    name: 'book',
    inputSchema: { type: 'object', properties: { seats: { type: 'integer' } }, required: ['seats'] },
  },
];

function frame(seq: number, at: number, message: object): KnownRecord {
  const direction = 'method' in message ? 'client-to-server' : 'server-to-client';
  const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
  return { type: 'frame', seq, at, session: 's1', direction, raw };
}

const INFO = {
  protocolVersion: '2025-11-25',
  serverCapabilities: { tools: {} },
  clientCapabilities: {},
} as unknown as SessionInfo;

const START: readonly KnownRecord[] = [
  { type: 'process', seq: 1, at: 0, session: 's1', event: 'spawned' },
  frame(2, 1, { id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } }),
  frame(3, 2, {
    id: 0,
    result: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'a', version: '1' },
    },
  }),
  frame(4, 3, { method: 'notifications/initialized' }),
  frame(5, 4, { id: 1, method: 'tools/list' }),
  frame(6, 5, { id: 1, result: { tools: TOOLS } }),
];
const call = (params: object) => frame(7, 10, { id: 2, method: 'tools/call', params });
const answer = (rest: object) => frame(9, 30, { id: 2, ...rest });
const stderr = (text: string): KnownRecord => ({ type: 'stderr', seq: 8, at: 20, session: 's1', text });

test.each<[string, readonly KnownRecord[]]>([
  [
    'refused arguments',
    [
      call({ name: 'book', arguments: { seats: 'two' } }),
      answer({ error: { code: -32602, message: 'Invalid' } }),
    ],
  ],
  [
    'a tool that is not there',
    [call({ name: 'bok' }), answer({ error: { code: -32602, message: 'Unknown tool: bok' } })],
  ],
  [
    'a failure inside',
    [
      call({ name: 'book', arguments: { seats: 1 } }),
      stderr('ValueError: full'),
      answer({ error: { code: -32603, message: 'x' } }),
    ],
  ],
  [
    'a tool error',
    [
      call({ name: 'book', arguments: { seats: 1 } }),
      answer({ result: { content: [{ type: 'text', text: 'full' }], isError: true } }),
    ],
  ],
  [
    'a time-out',
    [
      call({ name: 'book' }),
      { type: 'client', seq: 8, at: 1010, session: 's1', event: 'timeout', id: 2, message: 'no answer' },
    ],
  ],
  [
    'a time-out after an answer that the client could not match',
    [
      call({ name: 'book' }),
      frame(8, 20, { id: 'err_1', error: { code: -32600, message: 'no session' } }),
      { type: 'client', seq: 10, at: 1010, session: 's1', event: 'timeout', id: 2, message: 'no answer' },
    ],
  ],
  ['a result that no client reads', [call({ name: 'book' }), answer({ result: { content: 'x' } })]],
  [
    'a lost call',
    [
      call({ name: 'book' }),
      stderr('cannot go on'),
      { type: 'process', seq: 9, at: 21, session: 's1', event: 'exited', exitCode: 3 },
    ],
  ],
  [
    'a call that was lost after another one was answered',
    [
      call({ name: 'book' }),
      frame(8, 11, { id: 3, method: 'tools/call', params: { name: 'book' } }),
      { type: 'stderr', seq: 9, at: 12, session: 's1', text: 'ValueError: of the answered call' },
      frame(10, 13, { id: 3, result: { content: [] } }),
      { type: 'process', seq: 11, at: 21, session: 's1', event: 'exited', exitCode: 3 },
    ],
  ],
  [
    'a call that its client left open',
    [
      call({ name: 'book' }),
      { type: 'process', seq: 8, at: 20, session: 's1', event: 'stdin-closed' },
      { type: 'process', seq: 9, at: 21, session: 's1', event: 'exited', exitCode: 1 },
    ],
  ],
  [
    'a call that was open when a signal came from outside',
    [
      call({ name: 'book' }),
      { type: 'process', seq: 9, at: 21, session: 's1', event: 'exited', signal: 'SIGKILL' },
    ],
  ],
])('the screen explains %s as the report does', (_, records) => {
  const answerSeq = records.some(({ seq, type }) => seq === 9 && type === 'frame') ? 9 : 0;
  const { shown, reported } = explained(records, 7, answerSeq);
  expect(shown && explanationText(shown.why)).toBe(
    reported.find(({ method }) => method !== null)?.explanation,
  );
  if (shown?.why.deeper)
    expect(shown.stderr.lines).toEqual(reported.find(({ method }) => method !== null)?.stderr);
});

test.each([true, false])(
  'the screen says what to do about a silent start as the report does (half way: %s)',
  (asked) => {
    const [spawned] = START;
    if (spawned === undefined) throw new Error('no start');
    const silent = { id: 2, method: 'initialize', params: {} };
    const records: readonly KnownRecord[] = [
      ...(asked
        ? [frame(2, 1, { id: 1, method: 'server/discover' }), frame(3, 2, { id: 1, result: {} })]
        : []),
      frame(7, 10, silent),
      { type: 'client', seq: 8, at: 5010, session: 's1', event: 'timeout', id: 2, message: 'no answer' },
    ];
    const { shown, reported } = explained(records, 7, 0, [spawned]);
    expect(shown && stepText(shown.why)).toBe(reported.find(({ method }) => method === 'initialize')?.todo);
    expect(shown?.why.action.startsWith('It answered what came before')).toBe(asked);
  },
);

test('the screen explains an answer that the client could not match as the report does', () => {
  const records = [
    call({ name: 'book' }),
    frame(8, 20, { id: 'err_1', error: { code: -32600, message: 'no session' } }),
    { type: 'client', seq: 10, at: 1010, session: 's1', event: 'timeout', id: 2, message: 'no' } as const,
  ];
  const { shown, reported } = explained(records, 8, 8);
  expect(shown && explanationText(shown.why)).toBe(reported.find(({ seq }) => seq === 8)?.explanation);
});

/** What the screen says of the record `seq`, and all errors of the report. */
function explained(records: readonly KnownRecord[], seq: number, answerSeq: number, start = START) {
  const all = [...start, ...records];
  const table = new RowTable();
  const analyser = new LogAnalyser(table);
  const builder = new ReportBuilder();
  for (const record of all) {
    analyser.take(record);
    builder.take(record, 1);
  }
  const rowOf = (of: number) => table.row(table.indexOf(of));
  const record = all.find((one) => one.seq === seq);
  const row = rowOf(seq);
  if (record === undefined || row === undefined) throw new Error(`no record ${seq}`);
  const place = { requestSeq: 7, answerSeq } as Parameters<typeof inspect>[0]['place'];
  const parts = { session: 's1', row, record, place, records: all, rowOf, answerRecord: undefined };
  const lists: ListsBefore = { what: 'tools', items: TOOLS, complete: true };
  return {
    shown: explainInspected(inspect(parts), { info: INFO, lists, vocabularies: [] }),
    reported: builder.finish('a', 'tierscope', []).sessions[0]?.errors ?? [],
  };
}
