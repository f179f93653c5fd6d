import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyRecords } from '../recording/testing/any-record.ts';
import { ScriptedSession } from '../session/testing/scripted-session.ts';
import { LineMap, ReportBuilder, reportErrors } from './build-report.ts';
import { SAMPLE_CHECKS, sampleFinding, sampleReport } from './testing/sample-recording.ts';

const session = (checked: boolean) =>
  sampleReport(checked ? SAMPLE_CHECKS : undefined).report.recordings[0]?.sessions[0];

describe('the report of a recording', () => {
  it('says who the server is and counts what happened', () => {
    expect(session(false)).toMatchObject({
      session: 's1',
      label: 'lab',
      server: { name: 'lab', version: '1.0' },
      protocolVersion: '2025-11-25',
      vocabulary: null,
      findings: [],
      counts: {
        frames: 13,
        requests: 7,
        notifications: 0,
        ok: 2,
        tool: 1,
        protocol: 2,
        client: 1,
        transport: 3,
        unanswered: 2,
      },
    });
  });

  it('lists every error by seq, with the code of the wire', () => {
    const brief = session(false)?.errors.map((one) => [
      one.seq,
      one.requestSeq,
      one.tier,
      one.code,
      one.target,
    ]);
    expect(brief).toEqual([
      [7, 6, 'tool', null, 'echo'],
      [9, 8, 'protocol', -32602, 'nope'],
      [10, 10, 'client', null, 'slow'],
      [12, null, 'transport', null, null],
      [16, 15, 'protocol', null, 'file:///a'],
      [17, 17, 'transport', null, 'crash'],
      [18, null, 'transport', null, null],
    ]);
  });

  it('gives each error its words, and says whether the model sees it', () => {
    const errors = session(false)?.errors.map((one) => [one.message, one.modelSees]);
    expect(errors).toEqual([
      ['no such <file>', true],
      ['Tool nope not found', false],
      ['No answer in 1 s', false],
      [expect.stringContaining('not JSON'), false],
      ['gone', false],
      ['The connection ended before the answer came.', false],
      ['server exited: code 3, 1 call unanswered', false],
    ]);
  });

  it('has the members that its readers were promised, in that order, and no other', () => {
    const checked = session(true);
    const error = checked?.errors.find((one) => one.findings.length > 0);
    expect(Object.keys(checked ?? {}).join()).toBe(
      'session,label,server,protocolVersion,vocabulary,counts,errors,findings,tools',
    );
    expect(Object.keys(checked?.counts ?? {}).join()).toBe(
      'frames,requests,notifications,ok,tool,protocol,client,transport,unanswered',
    );
    expect(Object.keys(error ?? {}).join()).toBe(
      'seq,requestSeq,tier,method,target,code,codeName,message,modelSees,findings',
    );
    expect(Object.keys(error?.findings[0] ?? {}).join()).toBe(
      'rule,severity,certainty,side,title,message,todo,before,after,source',
    );
    expect(Object.keys(checked?.findings[0] ?? {}).join()).toBe(
      'rule,severity,certainty,side,seq,title,message,todo,before,after,source',
    );
    expect(Object.keys(checked?.tools[0] ?? {}).join()).toBe(
      'name,calls,ok,tool,protocol,client,p50Ms,p95Ms',
    );
  });

  it('takes findings, vocabulary and names of codes from the checks', () => {
    const checked = session(true);
    expect(checked?.vocabulary?.id).toBe('typescript-sdk-v1');
    expect(checked?.findings.map((finding) => finding.seq)).toEqual([5, 9, 10]);
    expect(checked?.errors.find((one) => one.seq === 9)).toMatchObject({
      codeName: 'name of -32602',
      findings: [{ rule: 'T01', severity: 'violation', title: 'Unknown tool', source: '2025-11-25' }],
    });
    expect(checked?.errors.find((one) => one.seq === 10)?.findings).toHaveLength(1);
    expect(checked?.errors.find((one) => one.seq === 16)?.codeName).toBe('name of "E_GONE"');
    expect(checked?.errors.find((one) => one.seq === 7)?.codeName).toBeNull();
  });

  it('has the statistics of each tool, over answered calls', () => {
    expect(session(false)?.tools).toEqual([
      { name: 'crash', calls: 1, ok: 0, tool: 0, protocol: 0, client: 0, p50Ms: 0, p95Ms: 0 },
      { name: 'echo', calls: 2, ok: 1, tool: 1, protocol: 0, client: 0, p50Ms: 10, p95Ms: 10 },
      { name: 'nope', calls: 1, ok: 0, tool: 0, protocol: 1, client: 0, p50Ms: 10, p95Ms: 10 },
      { name: 'slow', calls: 1, ok: 0, tool: 0, protocol: 0, client: 1, p50Ms: 0, p95Ms: 0 },
    ]);
  });

  it('lists as many errors of each tier as it counts, for any records', () => {
    fc.assert(
      fc.property(anyRecords, (records) => {
        const builder = new ReportBuilder();
        for (const record of records) builder.take(record, record.seq + 1);
        for (const { counts, errors } of builder.finish('x', 'tierscope', []).sessions) {
          for (const tier of ['tool', 'protocol', 'client', 'transport'] as const) {
            expect(errors.filter((error) => error.tier === tier)).toHaveLength(counts[tier]);
          }
        }
      }),
    );
  });
});

describe('the lines of records', () => {
  it('are found again for any gaps in seq and line', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })));
    fc.assert(
      fc.property(steps, (gaps) => {
        const map = new LineMap();
        const added: [number, number][] = [];
        let seq = 0;
        let line = 1;
        for (const [bySeq, byLine] of gaps) {
          seq += bySeq;
          line += byLine;
          map.add(seq, line);
          added.push([seq, line]);
        }
        for (const [known, expected] of added) expect(map.lineOf(known)).toBe(expected);
      }),
    );
  });

  it('begin at 1', () => {
    expect(new LineMap().lineOf(5)).toBe(1);
  });
});

test('a second answer names its request, whose findings stay with the first answer', () => {
  const session = new ScriptedSession();
  const request = session.call(1, 'echo');
  const first = session.error(1, -32000);
  const second = session.error(1, -32000);
  const orphan = session.error(99, -32000);
  const findings = [sampleFinding({ rule: 'A', seq: request }), sampleFinding({ rule: 'B', seq: second })];
  const { exchanges, orphans } = session.model;
  const errors = reportErrors(exchanges, orphans, findings, () => null);
  const brief = errors.map((one) => [
    one.seq,
    one.requestSeq,
    one.target,
    one.findings.map(({ rule }) => rule),
  ]);
  expect(brief).toEqual([
    [first, request, 'echo', ['A']],
    [second, request, 'echo', ['B']],
    [orphan, null, null, []],
  ]);
});
