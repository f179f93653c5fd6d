import { expect, it } from 'vitest';
import type { KnownRecord } from '../../frame/record.ts';
import { NO_HEADER } from '../../recording/recording-reader.ts';
import { ReportBuilder } from '../build-report.ts';
import { exportRecording } from '../export/convert.ts';
import { SAMPLE_RECORDS } from '../testing/sample-recording.ts';
import { type LiveCall, LiveSpans } from './live-spans.ts';

function made(records: readonly KnownRecord[], payloads = false) {
  const calls: LiveCall[] = [];
  const unread: string[] = [];
  const live = new LiveSpans({
    startedAt: NO_HEADER.startedAt,
    payloads,
    onCall: (call) => void calls.push(call),
    onUnread: (why) => void unread.push(why),
    onLost: (count) => void unread.push(`${count} lost`),
  });
  for (const record of records) live.take(record);
  live.finish();
  return { calls, unread };
}

const valuesOf = ({ span }: LiveCall) =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, value.stringValue]));

const frame = (
  seq: number,
  direction: 'client-to-server' | 'server-to-client',
  message: object,
): KnownRecord => {
  const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
  return { type: 'frame', seq, at: seq, session: 's1', direction, raw };
};
const call = (seq: number, id: number, args: object = {}) =>
  frame(seq, 'client-to-server', { id, method: 'tools/call', params: { name: 'weigh', arguments: args } });
const result = (seq: number, id: number, text: string) =>
  frame(seq, 'server-to-client', { id, result: { content: [{ type: 'text', text }], isError: true } });
const cancel = (seq: number, id: number) =>
  frame(seq, 'client-to-server', { method: 'notifications/cancelled', params: { requestId: id } });

it('makes the spans of the file export, each once, with the problem that the report shows', () => {
  const { calls } = made(SAMPLE_RECORDS);
  const text = [...exportRecording('otlp', { header: NO_HEADER, records: SAMPLE_RECORDS })].join('');
  const [resource] = JSON.parse(text).resourceSpans;
  const own = ['tierscope.reason', 'tierscope.problem'];
  const live = calls.map(({ span }) => ({
    ...span,
    attributes: span.attributes.filter(({ key }) => !own.includes(key)),
  }));
  const byId = (one: { spanId: string }, other: { spanId: string }) => (one.spanId < other.spanId ? -1 : 1);
  expect(live.sort(byId)).toEqual(resource.scopeSpans[0].spans.sort(byId));

  const builder = new ReportBuilder();
  SAMPLE_RECORDS.forEach((record, index) => {
    builder.take(record, index + 1);
  });
  const groups = builder.finish('a', 'tierscope', []).sessions[0]?.errors.map(({ group }) => group) ?? [];
  const problems = calls.flatMap((one) => valuesOf(one)['tierscope.problem'] ?? []);
  expect(problems).toHaveLength(5);
  expect(problems.filter((one) => groups.includes(one)).length).toBeGreaterThanOrEqual(4);
  expect(calls.map(({ service }) => service)).toContain('lab');
});

it('counts results that no client reads, and takes nothing back', () => {
  const { calls, unread } = made([
    call(1, 1),
    cancel(2, 1),
    result(3, 1, 'late'),
    call(4, 2),
    result(5, 2, 'one'),
    result(6, 2, 'two'),
    result(7, 99, 'nobody'),
  ]);
  expect(calls.map((one) => valuesOf(one)['tierscope.tier'])).toEqual(['client', 'tool']);
  expect(unread).toEqual(['late', 'second answer', 'unknown id']);
});

it('says how many calls have no known end where frames are missing, and guesses nothing of the others', () => {
  const gap: KnownRecord = { type: 'dropped', seq: 2, at: 2, session: 's1', count: 2, reason: 'too fast' };
  const { calls, unread } = made([
    call(1, 1),
    gap,
    result(3, 7, 'of a lost call'),
    call(4, 8),
    result(5, 8, 'one'),
  ]);
  expect(unread).toEqual(['1 lost']);
  expect(calls.map(({ span }) => valuesOf({ span } as LiveCall)['jsonrpc.request.id'])).toEqual(['8']);
});

it('sends no payload unless asked, and never a secret', () => {
  const records = [
    call(1, 1, { password: 'hunter2-is-long' }),
    result(2, 1, 'key sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'),
  ];
  const [bare] = made(records).calls;
  expect(JSON.stringify(bare)).not.toMatch(/hunter2|sk-ant|gen_ai\.tool\.call/);
  const [full] = made(records, true).calls;
  expect(JSON.stringify(full)).not.toMatch(/hunter2|sk-ant/);
  expect(full && valuesOf(full)).toMatchObject({
    'gen_ai.tool.call.arguments': '{"password":"<redacted:1>"}',
    'gen_ai.tool.call.result': expect.stringContaining('<redacted:2>'),
  });
});
