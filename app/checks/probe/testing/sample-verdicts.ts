import { reportCounts } from '../../../report/build-report.ts';
import type { ReportFinding } from '../../../report/report.ts';
import { noCounts } from '../../../session/exchange.ts';
import type { CaseEnd, CaseReply, CaseRun } from '../case-run.ts';
import { casesReport } from '../cases-report.ts';
import { type PlannedCase, plannedCase } from '../probe-case.ts';
import type { ProbeReport } from '../probe-report.ts';

/** A case that expects a tool error. */
export function sampleCase(more: Partial<PlannedCase> = {}): PlannedCase {
  return {
    ...plannedCase({
      id: 'arguments/find/missing/all',
      family: 'arguments',
      kind: 'missing',
      target: 'find',
      title: 'no arguments at all',
      steps: [{ text: '{"id":1000}', id: '1000', deliberate: false, wait: 'answer' }],
      expects: {
        tier: 'tool',
        binding: 'SHOULD',
        sentence: 'The server answers with isError: true.',
        source: 'SEP-1303',
        good: ['tool error', -32602],
        wrong: ['result'],
        ifWrong: { message: 'The tool ran.', todo: 'The server must validate.' },
      },
    }),
    ...more,
  };
}

export function reply(reply: CaseReply['reply'], more: Partial<CaseReply> = {}): CaseReply {
  const tier = reply === 'result' ? 'ok' : reply === 'tool error' ? 'tool' : 'protocol';
  return {
    seq: 8,
    isNamed: true,
    reply,
    tier,
    code: typeof reply === 'number' ? reply : null,
    text: '',
    ...more,
  };
}

export function sampleRun(
  replies: readonly CaseReply[],
  end: CaseEnd = { kind: 'answered' },
  planned: Partial<PlannedCase> = {},
): CaseRun {
  return { case: sampleCase(planned), end, replies, requestSeq: 7, seqs: [7, 8] };
}

export function sampleFinding(more: Partial<ReportFinding> = {}): ReportFinding {
  return {
    rule: 'C08',
    severity: 'violation',
    certainty: 'certain',
    http: null,
    side: 'server',
    seq: 8,
    title: 'A code that is not an integer',
    message: 'The code is "E_FAIL".',
    todo: 'The server must send an integer.',
    before: '{"code":"E_FAIL"}',
    after: null,
    source: 'JSON-RPC 2.0 §5.1',
    ...more,
  };
}

/** The report of these runs. */
export function reportOf(runs: readonly CaseRun[], findings: readonly ReportFinding[] = []): ProbeReport {
  const session = {
    session: 's1',
    label: 'find',
    server: { name: 'finder', version: '1' },
    protocolVersion: '2025-11-25',
    vocabulary: null,
    counts: reportCounts(noCounts()),
    errors: [],
    findings,
    groups: [],
    findingGroups: [],
    tools: [],
  };
  const leftOut = [
    {
      id: 'calls/find/call',
      family: 'calls',
      kind: 'call',
      target: 'find',
      title: 'a call',
      why: 'It may not run.',
    },
  ] as const;
  return casesReport({
    version: '0.1.0',
    command: 'node find.js',
    startedAt: '2026-11-24T18:52:45.000Z',
    seed: 1,
    calls: [],
    revision: '2025-11-25',
    recording: { path: '/r/find.tierscope.jsonl', format: 'tierscope', problems: [], sessions: [session] },
    runs,
    leftOut,
    doctor: null,
    why: '',
    cut: '',
  });
}
