import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogAnalyzer } from '../../../app/analysis/log-analyzer.ts';
import { allSteps } from '../../../app/base/steps.ts';
import { runs } from '../../../app/base/testing/runs.ts';
import { explanationText } from '../../../app/explain/final-stderr.ts';
import { explainStored } from '../../../app/explain/stored-failure.ts';
import { retryOf } from '../../../app/explain/what-to-do.ts';
import { exchangePlace, failureSeq } from '../../../app/frame/exchange-place.ts';
import type { FrameRecord, KnownRecord } from '../../../app/frame/record.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import { stepText } from '../../../app/protocol/actor.ts';
import { ReportBuilder } from '../../../app/report/build-report.ts';
import { FuzzSource } from '../../../app/report/testing/fuzz-source.ts';
import { problemsIn } from '../../../app/report/testing/problems-in.ts';
import { inspect } from '../../state/inspected/inspected.ts';
import { stepFor } from './selection-findings.tsx';

type Body<Of = KnownRecord> = Of extends KnownRecord ? Omit<Of, 'seq' | 'at' | 'session'> : never;

const asked = (message: object): Body => framed('client-to-server', message);
const answered = (message: object): Body => framed('server-to-client', message);

function framed(direction: FrameRecord['direction'], message: object): Body {
  return { type: 'frame', direction, raw: JSON.stringify({ jsonrpc: '2.0', ...message }) };
}

const TOOL = { name: 'book', inputSchema: { type: 'object', required: ['seats'] } };
const START: readonly Body[] = [
  { type: 'process', event: 'spawned' },
  asked({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } }),
  answered({
    id: 0,
    result: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'a', version: '1' },
    },
  }),
  asked({ method: 'notifications/initialized' }),
  asked({ id: 1, method: 'tools/list' }),
  answered({ id: 1, result: { tools: [TOOL] } }),
];

const id = fc.constantFrom<number | string>(2, 3, '3', 'x');
const event = fc.oneof(
  id.map((id) => asked({ id, method: 'tools/call', params: { name: 'book', arguments: { seats: 1 } } })),
  id.map((id) => asked({ id, method: 'tools/call', params: { name: 'bok' } })),
  id.map((id) => asked({ id, method: 'resources/read', params: { uri: 'a://b' } })),
  id.map((id) => asked({ id, method: 'initialize', params: {} })),
  fc
    .tuple(id, fc.constantFrom(-32700, -32600, -32601, -32602, -32603, -32001, -32042, 7))
    .map(([id, code]) => answered({ id, error: { code, message: 'Unknown tool: bok, or not initialized' } })),
  id.map((id) => answered({ id, result: { isError: true, content: [{ type: 'text', text: 'full' }] } })),
  id.map((id) => answered({ id, result: { content: 'x' } })),
  fc.constant(answered({ id: null, error: { code: -32700, message: 'Parse error' } })),
  id.map((requestId) => asked({ method: 'notifications/cancelled', params: { requestId, reason: 'why' } })),
  id.map((id): Body => ({ type: 'client', event: 'timeout', id, message: 'no answer' })),
  id.map((id): Body => ({ type: 'client', event: 'result-rejected', id, message: 'not what I want' })),
  fc.constantFrom<Body>(
    { type: 'stderr', text: 'ValueError: full' },
    { type: 'stderr', text: '2026-01-01 INFO all is well' },
    { type: 'process', event: 'stdin-closed' },
    { type: 'process', event: 'stdout-closed' },
    { type: 'process', event: 'exited', exitCode: 3 },
    { type: 'process', event: 'exited', exitCode: null, signal: 'SIGKILL' },
    { type: 'process', event: 'spawned' },
    { type: 'frame', direction: 'server-to-client', raw: '{"half' },
  ),
);

/** The texts of a failure on every surface. */
type Said = { readonly cause: string; readonly acts: string; readonly todo: string; readonly text: string };

function recorded(bodies: readonly Body[]): KnownRecord[] {
  return bodies.map((body, at) => ({ ...body, seq: at + 1, at: at * 7, session: 's1' }) as KnownRecord);
}

function holds(bodies: readonly Body[]): void {
  const records = bodies.map(
    (body, at) => ({ ...body, seq: at + 1, at: at * 7, session: 's1' }) as KnownRecord,
  );
  const table = new RowTable();
  const live = new LogAnalyzer(
    { add: (row) => table.add(row), patch: (seq, patch) => table.patchAt(table.indexOf(seq), patch) },
    { keptSettled: 3 },
  );
  const builder = new ReportBuilder();
  for (const record of records) {
    live.take(record);
    builder.take(record, 1);
  }
  const problems = problemsIn(live.session('s1'), table);
  const listed = allSteps(problems.problems());
  const { errors } = builder.session('s1');
  for (const { seq } of errors) {
    const reported = errors.filter((error) => error.seq === seq);
    expect(reported.map(saidOf)).toContainEqual(inspected(live, table, records, seq));
    const problem = listed.find((one) => one.id === problems.problemAt(seq)?.problem);
    const group = errors.filter((error) => error.group === problem?.id);
    // A problem visible at both a call and its answer counts once.
    const counted = new Set(group.map((error) => (error.problem ? `call ${error.requestSeq}` : error)));
    expect(problem?.count).toBe(counted.size);
    expect(group.map(({ acts, todo }) => `${acts} ${todo}`)).toContain(`${problem?.acts} ${problem?.todo}`);
    expect(group.map(({ explanation }) => explanation)).toContain(problem?.explanation);
  }
}

function saidOf({
  cause,
  acts,
  todo,
  explanation,
}: ReturnType<ReportBuilder['session']>['errors'][number]): Said {
  return { cause, acts, todo, text: explanation.replace(/ The user caused it on purpose, .*/, '') };
}

/** The inspector's text on the record with this `seq`. */
function inspected(
  live: LogAnalyzer,
  table: RowTable,
  records: readonly KnownRecord[],
  seq: number,
): Said | undefined {
  const rowOf = (of: number) => table.row(table.indexOf(of));
  const row = rowOf(seq);
  const record = records[seq - 1];
  if (row === undefined || record === undefined) throw new Error(`no row ${seq}`);
  const place = exchangePlace(row, table);
  const analysis = live.session('s1');
  const failures = [...analysis.failures(failureSeq(row, place))];
  const shown = inspect({ session: 's1', row, record, place, records, known: records, rowOf, failures });
  if (shown.failure === undefined) return undefined;
  const vocabularies = analysis.fingerprints.spoken;
  const why = explainStored(shown.failure, vocabularies);
  const advice = retryOf(shown.failure, vocabularies);
  const step = stepFor(shown, analysis.findings, { why, advice });
  return { cause: why.cause, acts: step.actor, todo: stepText(step), text: explanationText(why) };
}

test('report, Problems and inspector say the same cause, actor and action of any call', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 25 }), fc.boolean(), (events, isStarted) =>
      holds(isStarted ? [...START, ...events] : events),
    ),
    { numRuns: runs(150) },
  );
});

test('they say the same of any line of a server or a client', () => {
  const seeds = recorded(START).filter((record) => record.type === 'frame');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const lines = new FuzzSource(seed, seeds).batch(30);
      holds([
        ...START,
        ...lines.map(({ text, direction }): Body => ({ type: 'frame', direction, raw: text })),
      ]);
    }),
    { numRuns: runs(20) },
  );
});
