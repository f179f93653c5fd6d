import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Direction, KnownRecord } from '../frame/record.ts';
import { anyRecords } from '../recording/testing/any-record.ts';
import { LineMap, ReportBuilder } from './build-report.ts';
import { NO_CHECKS, SAMPLE_CHECKS, sampleFinding, sampleReport } from './testing/sample-recording.ts';

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

  it('gives each error its message, what happened and what to do', () => {
    const errors = session(false)?.errors.map((one) => [one.message, one.explanation, one.todo !== '']);
    expect(errors).toEqual([
      ['no such <file>', 'The tool echo ran and reports that it failed.', true],
      ['Tool nope not found', 'The server says that it has no tool "nope".', true],
      [
        'No answer in 1 s',
        "The client waited 10 ms for tools/call slow and gave up: this limit is the client's, not the server's. The server had sent no answer by then.",
        true,
      ],
      [expect.stringContaining('not JSON'), expect.stringContaining('to stdout that is not JSON'), true],
      ['gone', expect.stringContaining('not an integer'), true],
      [
        'The connection ended before the answer came.',
        'The server exited with code 3, 10 ms after the request, and left tools/call crash without an answer. Nothing on stderr says why.',
        true,
      ],
      [
        'server exited: code 3, 1 call unanswered',
        'The server exited with code 3, and nobody had asked it to. Nothing on stderr says why.',
        true,
      ],
    ]);
  });

  it('puts errors of one cause together, the worst tier first', () => {
    expect(session(false)?.groups.map(({ tier, count, first }) => [tier, count, first])).toEqual([
      ['transport', 1, 12],
      ['transport', 1, 17],
      ['transport', 1, 18],
      ['protocol', 1, 9],
      ['protocol', 1, 16],
      ['tool', 1, 7],
      ['client', 1, 10],
    ]);
  });

  it('has the members that its readers were promised, in that order, and no other', () => {
    const checked = session(true);
    const error = checked?.errors.find((one) => one.findings.length > 0);
    expect(Object.keys(checked ?? {}).join()).toBe(
      'session,label,server,protocolVersion,vocabulary,counts,errors,findings,groups,tools,findingGroups',
    );
    expect(Object.keys(checked?.counts ?? {}).join()).toBe(
      'frames,requests,notifications,ok,tool,protocol,client,transport,unanswered',
    );
    expect(Object.keys(JSON.parse(JSON.stringify(error))).join()).toBe(
      'seq,requestSeq,tier,method,target,code,codeName,name,message,data,structured,explanation,todo,retry,reaches,stderr,findings,acts,cause,http,group',
    );
    expect(Object.keys(error?.reaches ?? {}).join()).toBe('host,version,parts,source,asOf');
    expect(Object.keys(checked?.groups[0] ?? {}).join()).toBe(
      'key,tier,code,name,target,text,count,first,last,state,id,method,acts,todo,by',
    );
    expect(Object.keys(error?.findings[0] ?? {}).join()).toBe(
      'rule,severity,certainty,side,title,message,todo,before,after,source',
    );
    expect(Object.keys(checked?.findings[0] ?? {}).join()).toBe(
      'rule,severity,certainty,side,seq,title,message,todo,before,after,source,http,group',
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
  const send = (seq: number, direction: Direction, message: object): KnownRecord => ({
    ...{ type: 'frame', seq, at: seq, session: 's1', direction },
    raw: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  const refused = { error: { code: -32000, message: 'no' } };
  const findings = [sampleFinding({ rule: 'A', seq: 1 }), sampleFinding({ rule: 'B', seq: 3 })];
  const builder = new ReportBuilder(() => ({ ...NO_CHECKS, findings }));
  const records = [
    send(1, 'client-to-server', { id: 1, method: 'tools/call', params: { name: 'echo' } }),
    send(2, 'server-to-client', { id: 1, ...refused }),
    send(3, 'server-to-client', { id: 1, ...refused }),
    send(4, 'server-to-client', { id: 99, ...refused }),
  ];
  for (const record of records) builder.take(record, record.seq);
  const errors = builder.finish('x', 'tierscope', []).sessions[0]?.errors ?? [];
  const brief = errors.map((one) => [
    one.seq,
    one.requestSeq,
    one.target,
    one.findings.map(({ rule }) => rule),
  ]);
  expect(brief).toEqual([
    [2, 1, 'echo', ['A']],
    [3, 1, 'echo', ['B']],
    [4, null, null, []],
  ]);
});

describe('a batch of refusals', () => {
  const report = (size: number) => {
    const refusal = (id: number) => ({ jsonrpc: '2.0', id, error: { code: -32602, message: `no ${id}` } });
    const batch = Array.from({ length: size }, (_, index) => refusal(index));
    const builder = new ReportBuilder();
    const place = { at: 0, session: 's1' };
    const records: KnownRecord[] = [
      { type: 'session', seq: 1, ...place, label: 'lab', origin: 'connect' },
      { type: 'process', seq: 2, ...place, event: 'spawned', pid: 1 },
      { type: 'frame', seq: 3, ...place, direction: 'server-to-client', raw: JSON.stringify(batch) },
    ];
    for (const record of records) builder.take(record, record.seq);
    const [session] = builder.finish('x', 'tierscope', []).sessions;
    if (session === undefined) throw new Error('no session');
    return session;
  };

  test('gives each error the findings of its own message', () => {
    const { errors, findings } = report(20);
    expect(errors).toHaveLength(20);
    const own = findings.filter(({ part }) => part !== undefined);
    expect(own.length).toBeGreaterThanOrEqual(20);
    expect(new Set(own.map(({ part }) => part)).size).toBe(20);
    for (const [index, { findings: shown }] of errors.entries()) {
      expect(shown.map(({ message }) => message)).toEqual(
        findings.filter(({ part }) => part === index || part === undefined).map(({ message }) => message),
      );
    }
  });

  test('grows with its messages, not with their square', () => {
    const [small, large] = [report(100), report(200)].map((session) => JSON.stringify(session).length);
    expect(large).toBeLessThan(2.2 * (small ?? 0));
  });
});
