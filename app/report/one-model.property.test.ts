import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogAnalyzer } from '../analysis/log-analyzer.ts';
import { runs } from '../base/testing/runs.ts';
import type { Finding } from '../findings/finding.ts';
import type { KnownRecord } from '../frame/record.ts';
import type { Row } from '../frame/row.ts';
import { RowTable } from '../frame/row-table.ts';
import { encodeRecord } from '../recording/encode-record.ts';
import { readLine } from '../recording/read-line.ts';
import { readEnvelope } from '../wire/envelope.ts';

const VERSION = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

const ownId = fc.constantFrom<number | string>(0, 1, 2, '1', 'a');
const anyId = fc.constantFrom<number | string | null>(0, 1, 2, '1', 'a', 'err_x1', 'err_x2', null);
const method = fc.constantFrom(
  'tools/call',
  'tools/list',
  'initialize',
  'server/discover',
  'subscriptions/listen',
  'ping',
);
const request = fc.record({
  jsonrpc: fc.constant('2.0'),
  id: ownId,
  method,
  params: fc.constantFrom({}, { name: 'add' }, { name: 'add', _meta: VERSION }),
});
const RESULTS = [
  {},
  { tools: [{ name: 'add' }] },
  { isError: true, content: [{ type: 'text', text: 'no' }] },
  { resultType: 'complete', content: [] },
  { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
];
const answer = fc.oneof(
  fc.record({ jsonrpc: fc.constant('2.0'), id: anyId, result: fc.constantFrom(...RESULTS) }),
  fc.record({
    jsonrpc: fc.constant('2.0'),
    id: anyId,
    error: fc.constantFrom({ code: -32603, message: 'boom' }, { code: -32700, message: 'Parse error' }),
  }),
);
const notification = fc.oneof(
  ownId.map((requestId) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })),
  ownId.map((id) => ({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
  })),
  fc.constantFrom('notifications/initialized', 'notifications/tools/list_changed').map((name) => ({
    jsonrpc: '2.0',
    method: name,
  })),
);
const fromClient = fc.oneof(
  { weight: 6, arbitrary: request },
  { weight: 1, arbitrary: answer },
  notification,
);
const fromServer = fc.oneof(
  { weight: 6, arbitrary: answer },
  { weight: 1, arbitrary: request },
  notification,
);

function line(message: fc.Arbitrary<object>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: message.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.array(message, { minLength: 1, maxLength: 3 }).map((all) => JSON.stringify(all)),
    },
    { weight: 1, arbitrary: fc.constant('no JSON') },
  );
}

function frame(direction: 'client-to-server' | 'server-to-client', message: fc.Arbitrary<object>) {
  return fc.record({
    type: fc.constant('frame' as const),
    direction: fc.constant(direction),
    raw: line(message),
    deliberate: fc.oneof(
      { weight: 9, arbitrary: fc.constant(false) },
      fc.constant(direction === 'client-to-server'),
    ),
  });
}

const process = fc.record({
  type: fc.constant('process' as const),
  event: fc.constantFrom('spawned', 'stdin-closed', 'stdout-closed', 'exited'),
});
const client = fc.record({
  type: fc.constant('client' as const),
  event: fc.constantFrom('timeout', 'cancelled', 'result-rejected'),
  id: ownId,
  message: fc.constant('gave up'),
});
const dropped = fc.constant({ type: 'dropped' as const, count: 1, reason: 'memory' });
const body = fc.oneof(
  { weight: 12, arbitrary: frame('client-to-server', fromClient) },
  { weight: 14, arbitrary: frame('server-to-client', fromServer) },
  process,
  client,
  { weight: 1, arbitrary: dropped },
);
const log = fc
  .array(fc.tuple(body, fc.constantFrom(1, 100, 70_000), fc.constantFrom('s1', 's1', 's2')), {
    maxLength: 50,
  })
  .map((bodies): KnownRecord[] => {
    let at = 0;
    return bodies.map(([rest, step, session], index) => {
      at += step;
      return { ...rest, seq: index + 1, at, session } as KnownRecord;
    });
  });

type Everything = { readonly rows: Row[]; readonly findings: Finding[]; readonly rest: unknown[] };

function everything(analyzer: LogAnalyzer, table: RowTable): Everything {
  const rows: Row[] = [];
  for (let index = 0; index < table.length; index += 1) {
    const row = table.row(index);
    if (row !== undefined) rows.push(row);
  }
  const sessions = analyzer.sessionNames.map((name) => analyzer.session(name));
  return {
    rows,
    findings: sessions.flatMap(({ findings }) => findings),
    rest: sessions.map(({ counts, peers, exchanges, orphans, fingerprints, ending, dropped: lost }) => ({
      counts: { ...counts },
      peers,
      exchanges: exchanges.map((exchange) => ({ ...exchange, params: undefined })),
      orphans,
      guesses: fingerprints.guesses,
      ending,
      lost,
    })),
  };
}

function analyzed(records: readonly KnownRecord[]): Everything {
  const table = new RowTable();
  const analyzer = new LogAnalyzer(table);
  for (const record of records) analyzer.take(record);
  analyzer.finish();
  return everything(analyzer, table);
}

/** The requests that a finding names in addition to its own answer. */
function requestsNamed({ evidence }: Finding, rows: ReadonlyMap<number, Row>): Row[] {
  return evidence.flatMap((seq) => rows.get(seq) ?? []).filter(({ shape }) => shape === 'request');
}

test('the request that a finding names is the pair of its row', () => {
  fc.assert(
    fc.property(log, (records) => {
      const { rows, findings } = analyzed(records);
      const bySeq = new Map(rows.map((row) => [row.seq, row]));
      for (const finding of findings) {
        const row = bySeq.get(finding.seq);
        if (row?.shape !== 'result' && row?.shape !== 'error') continue;
        for (const named of requestsNamed(finding, bySeq))
          expect([finding.rule, named.seq]).toEqual([finding.rule, row.pair]);
      }
    }),
    { numRuns: runs(500) },
  );
});

test('the side that a finding blames for a second answer has answered more often than it was asked', () => {
  fc.assert(
    fc.property(log, (records) => {
      const { rows, findings } = analyzed(records);
      for (const { seq, session } of findings.filter(({ rule }) => rule === 'E05')) {
        const blamed = rows.find((row) => row.seq === seq);
        if (blamed === undefined || blamed.shape === 'batch') continue;
        const asked = rows.filter(
          (row) =>
            row.session === session &&
            row.seq < seq &&
            row.shape === 'request' &&
            row.id === blamed.id &&
            row.direction !== blamed.direction,
        );
        expect(asked.filter(({ pair, outcome }) => pair === 0 && outcome === 'pending')).toEqual([]);
      }
    }),
    { numRuns: runs(300) },
  );
});

test('each row has the flag of its most severe finding', () => {
  fc.assert(
    fc.property(log, (records) => {
      const { rows, findings } = analyzed(records);
      for (const { seq, flag } of rows) {
        const own = findings.filter((finding) => finding.seq === seq).map(({ severity }) => severity);
        const most = (['violation', 'advice', 'info'] as const).find((severity) => own.includes(severity));
        expect(flag).toBe(most ?? '');
      }
    }),
  );
});

test('what is derived does not depend on when it is looked at, nor on who reads the lines', () => {
  fc.assert(
    fc.property(log, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (records, sizes) => {
      const table = new RowTable();
      const analyzer = new LogAnalyzer(table);
      for (let from = 0, turn = 0; from < records.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        for (const record of records.slice(from, from + size)) {
          analyzer.take(record, record.type === 'frame' ? readEnvelope(record.raw ?? '') : undefined);
        }
        everything(analyzer, table);
        from += size;
      }
      analyzer.finish();
      expect(everything(analyzer, table)).toEqual(analyzed(records));
    }),
  );
});

test('a recording that is opened again shows what was shown live', () => {
  fc.assert(
    fc.property(log, (records) => {
      const reopened = records.flatMap((record) => {
        const read = readLine(encodeRecord(record), []);
        return read.kind === 'record' ? [read.record] : [];
      });
      expect(analyzed(reopened)).toEqual(analyzed(records));
    }),
  );
});
