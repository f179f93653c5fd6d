import type { Direction, KnownRecord } from '../../frame/record.ts';
import { ReportBuilder, type ReportChecks } from '../build-report.ts';
import type { Report, ReportFinding } from '../report.ts';

function frame(seq: number, direction: Direction, message: object): KnownRecord {
  const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
  return { type: 'frame', seq, at: seq * 10, session: 's1', direction, raw };
}

const sent = (seq: number, id: number, method: string, params: object = {}): KnownRecord =>
  frame(seq, 'client-to-server', { id, method, params });
const call = (seq: number, id: number, name: string): KnownRecord => sent(seq, id, 'tools/call', { name });
const got = (seq: number, id: number, member: object): KnownRecord =>
  frame(seq, 'server-to-client', { id, ...member });
const text = (words: string): object[] => [{ type: 'text', text: words }];

/** A session with every tier; seq 13 and 14 are missing. */
export const SAMPLE_RECORDS: readonly KnownRecord[] = [
  {
    type: 'session',
    seq: 1,
    at: 0,
    session: 's1',
    label: 'lab',
    origin: 'connect',
    command: 'node',
    args: [],
  },
  sent(2, 0, 'initialize'),
  got(3, 0, {
    result: { protocolVersion: '2025-11-25', serverInfo: { name: 'lab', version: '1.0' }, capabilities: {} },
  }),
  call(4, 1, 'echo'),
  got(5, 1, { result: { content: text('hi') } }),
  call(6, 2, 'echo'),
  got(7, 2, { result: { content: text('no such <file>'), isError: true } }),
  call(8, 3, 'nope'),
  got(9, 3, { error: { code: -32602, message: 'Tool nope not found' } }),
  call(10, 4, 'slow'),
  { type: 'client', seq: 11, at: 110, session: 's1', event: 'timeout', id: 4, message: 'No answer in 1 s' },
  { type: 'frame', seq: 12, at: 120, session: 's1', direction: 'server-to-client', raw: 'Listening…' },
  sent(15, 5, 'resources/read', { uri: 'file:///a' }),
  got(16, 5, { error: { code: 'E_GONE', message: 'gone' } }),
  call(17, 6, 'crash'),
  { type: 'process', seq: 18, at: 180, session: 's1', event: 'exited', exitCode: 3, signal: null },
  { type: 'end', seq: 19, at: 190 },
];

/** A finding with the members that all findings have. */
export function sampleFinding(own: Partial<ReportFinding>): ReportFinding {
  return {
    ...{ rule: '', severity: 'info', certainty: 'certain', side: 'server', seq: 0, title: '' },
    ...{ message: 'What is wrong.', todo: 'What to do.', before: null, after: null, source: '', http: null },
    ...own,
  };
}

/** Checks that find nothing. */
export const NO_CHECKS: ReportChecks = { findings: [], vocabulary: null, codeName: () => null };

/** Possible findings in it. */
export const SAMPLE_CHECKS: ReportChecks = {
  findings: [
    sampleFinding({
      seq: 9,
      rule: 'T01',
      severity: 'violation',
      title: 'Unknown tool',
      source: '2025-11-25',
    }),
    sampleFinding({ seq: 5, rule: 'Q10', severity: 'advice', title: 'Short text', source: 'practice' }),
    sampleFinding({ seq: 10, rule: 'L02', severity: 'info', title: 'Slow', source: 'practice' }),
  ],
  vocabulary: { id: 'typescript-sdk-v1', confidence: 0.9, evidence: ['the words of the error'] },
  codeName: (codeText) => `name of ${codeText}`,
};

/** The sample's report; record n is on line n + 1 up to the gap. */
export function sampleReport(checks = NO_CHECKS): { report: Report; builder: ReportBuilder } {
  const builder = new ReportBuilder(() => checks);
  for (const [index, record] of SAMPLE_RECORDS.entries()) builder.take(record, index + 2);
  const problems = [{ line: 40, message: 'This line is not JSON.' }];
  const recording = builder.finish('runs/a b.tierscope.jsonl', 'tierscope', problems);
  return { report: { tool: { name: 'tierscope', version: '0.1.0' }, recordings: [recording] }, builder };
}
