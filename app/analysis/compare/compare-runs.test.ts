import { describe, expect, it } from 'vitest';
import type { KnownRecord } from '../../frame/record.ts';
import { type Comparison, compareRuns, countTiers } from './compare-runs.ts';
import {
  readRun,
  type ScriptedCall,
  scriptedRecords,
  scriptedRun,
  text,
  toolError,
} from './testing/scripted-run.ts';

const compare = (before: ScriptedCall[], after: ScriptedCall[]): Comparison =>
  compareRuns(scriptedRun(before), scriptedRun(after, 100));
const kinds = ({ changed }: Comparison): string[][] =>
  changed.map(({ changes }) => changes.map(({ kind }) => kind));
const refused = { code: -32602, message: 'bad' };

describe('what changed between two runs', () => {
  it('is nothing where ids and tokens differ only', () => {
    const calls = [
      { tool: 'a', result: text('x') },
      { tool: 'b', error: refused },
    ];
    const comparison = compare(calls, calls);
    expect(comparison).toMatchObject({ aligned: 2, changed: [], onlyBefore: [], onlyAfter: [] });
  });

  it('is the tier first, worse before better, then code, message, result, latency', () => {
    const before = [
      { tool: 'slow', result: text('x') },
      { tool: 'text', result: text('x') },
      { tool: 'words', error: refused },
      { tool: 'code', error: refused },
      { tool: 'healed', error: refused },
      { tool: 'broken', result: text('x') },
    ];
    const after = [
      { tool: 'slow', result: text('x'), tookMs: 900 },
      { tool: 'text', result: text('y') },
      { tool: 'words', error: { code: -32602, message: 'worse' } },
      { tool: 'code', error: { code: -32603, message: 'bad' } },
      { tool: 'healed', result: text('x') },
      { tool: 'broken', result: toolError('no') },
    ];
    const comparison = compare(before, after);
    expect(comparison.changed.map((one) => one.before.target)).toEqual([
      'broken',
      'healed',
      'code',
      'words',
      'text',
      'slow',
    ]);
    expect(kinds(comparison).slice(2)).toEqual([['code'], ['message'], ['result'], ['latency']]);
    expect([countTiers(comparison, 'worse'), countTiers(comparison, 'better')]).toEqual([1, 1]);
    expect(comparison.changed[0]?.changes[0]).toEqual({
      kind: 'tier',
      before: 'ok',
      after: 'tool',
      direction: 'worse',
    });
  });

  it('knows amber to red as worse, and an answer that stays out as another outcome', () => {
    const amber = compare([{ tool: 'a', result: toolError('no') }], [{ tool: 'a', error: refused }]);
    expect(amber.changed[0]?.changes[0]).toMatchObject({
      before: 'tool',
      after: 'protocol',
      direction: 'worse',
    });
    const silent = compare([{ tool: 'a', result: {} }], [{ tool: 'a', silent: true }]);
    expect(silent.changed[0]?.changes[0]).toEqual({ kind: 'outcome', before: 'ok', after: 'pending' });
  });

  it('leaves latencies alone that are near, or small', () => {
    const took = (tookMs: number): ScriptedCall[] => [{ tool: 'a', tookMs }];
    expect(compare(took(1), took(90)).changed).toEqual([]);
    expect(compare(took(1000), took(1500)).changed).toEqual([]);
    expect(kinds(compare(took(1000), took(300)))).toEqual([['latency']]);
  });

  it('sets noise aside, unless its rule is off', () => {
    const at = (time: string): ScriptedCall[] => [{ tool: 'a', result: text(`done at ${time}`) }];
    const [before, after] = [at('2026-11-21T10:00:00Z'), at('2026-11-22T23:59:59.5Z')].map((calls) =>
      scriptedRun(calls),
    );
    if (before === undefined || after === undefined) throw new Error('two runs');
    expect(compareRuns(before, after).changed).toEqual([]);
    const counted = compareRuns(before, after, { keepNoise: new Set(['iso-times']) });
    expect(kinds(counted)).toEqual([['result']]);
  });

  it('finds findings that an exchange gained and lost, and those of no exchange', () => {
    const records = scriptedRecords([{ tool: 'a' }]);
    const found = (rule: string, seq: number) => ({
      session: 's1',
      seq,
      rule,
      severity: 'advice' as const,
      title: rule,
      source: '',
    });
    const run = (...findings: ReturnType<typeof found>[]) => readRun(records, findings);
    const before = run(found('Q01', 3), found('Q02', 2), found('E15', 1));
    const comparison = compareRuns(before, run(found('Q02', 3), found('Q03', 3)));
    expect(comparison.changed[0]?.changes).toMatchObject([
      { kind: 'findings', gained: [{ rule: 'Q03' }], lost: [{ rule: 'Q01' }] },
    ]);
    expect(comparison.findings).toMatchObject({ gained: [], lost: [{ rule: 'E15' }] });
  });

  it('lists errors outside of every exchange that one run has', () => {
    const quiet = scriptedRecords([{ tool: 'a' }]);
    const noise = { type: 'frame', seq: 9, at: 9, session: 's1', direction: 'server-to-client' } as const;
    const comparison = compareRuns(readRun(quiet), readRun([...quiet, { ...noise, raw: 'Listening…' }]));
    expect(comparison.events).toMatchObject({ gained: [{ seq: 9, tier: 'transport' }], lost: [] });
    expect(comparison.changed).toEqual([]);
  });
});

describe('exchanges are the same call', () => {
  it('where method, target and arguments are, whatever the order of members', () => {
    const comparison = compare(
      [{ tool: 'a', args: { x: 1, y: { p: 1, q: 2 } } }],
      [{ tool: 'a', args: { y: { q: 2, p: 1 }, x: 1 } }],
    );
    expect(comparison).toMatchObject({ aligned: 1, changed: [] });
  });

  it('in the order of repeated calls; what is over is only in one run', () => {
    const repeated = ['1', '2', '3'].map((words) => ({ tool: 'a', result: text(words) }));
    const comparison = compare(repeated, [...repeated.slice(0, 2), { tool: 'b' }]);
    expect(comparison).toMatchObject({
      aligned: 2,
      changed: [],
      onlyBefore: [{ target: 'a' }],
      onlyAfter: [{ target: 'b' }],
    });
  });

  it('where their arguments differ in noise only, but an equal call comes first', () => {
    const path = (folder: string): ScriptedCall => ({
      tool: 'read',
      args: { path: `/tmp/${folder}/a.txt` },
      result: text(folder),
    });
    const comparison = compare([path('x1'), path('x2')], [path('x3'), path('x2')]);
    expect(comparison).toMatchObject({ aligned: 2, onlyBefore: [], onlyAfter: [] });
    expect(comparison.changed).toMatchObject([{ before: { requestSeq: 2 }, after: { requestSeq: 2 } }]);
  });

  it('in a handshake, whoever shakes hands', () => {
    const hello = (name: string) => {
      const raw = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { clientInfo: { name } },
      });
      return readRun([{ type: 'frame', seq: 1, at: 0, session: 's', direction: 'client-to-server', raw }]);
    };
    expect(compareRuns(hello('one'), hello('two')).aligned).toBe(1);
  });
});

it('a result that is nested too deeply to walk is compared as it stands', () => {
  const deep = (last: string) => {
    const raw = `{"jsonrpc":"2.0","id":1,"result":${'['.repeat(20_000)}"${last}"${']'.repeat(20_000)}}`;
    const [session, request] = scriptedRecords([{ tool: 'a' }]);
    if (session === undefined || request === undefined) throw new Error('a session and a request');
    return readRun([
      session,
      request,
      { type: 'frame', seq: 3, at: 9, session: 's1', direction: 'server-to-client', raw },
    ]);
  };
  expect(compareRuns(deep('a'), deep('a')).changed).toEqual([]);
  expect(kinds(compareRuns(deep('a'), deep('b')))).toEqual([['result']]);
});

describe('what an intentionally malformed message has caused', () => {
  const calls = [{ tool: 'a', result: text('1') }];
  const plain = scriptedRecords(calls);
  const byHand = (raw: string, seq: number): KnownRecord => ({
    type: 'frame',
    seq,
    at: 20,
    session: 's1',
    direction: 'client-to-server',
    raw,
    deliberate: true,
  });
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 77, error: { code: -32600, message: 'no' } });
  const provoking: KnownRecord[] = [
    ...plain,
    byHand('{"jsonrpc":"1.0","id":77,"method":"tools/list"}', 50),
    { type: 'frame', seq: 51, at: 21, session: 's1', direction: 'server-to-client', raw: answer },
    byHand('{"jsonrpc":"2.0","id":', 52),
  ];
  const [before, after] = [readRun(plain), readRun(provoking)];

  it('is left out and counted, so that two runs are the same without it', () => {
    const comparison = compareRuns(before, after);
    expect(comparison).toMatchObject({ compared: { before: 1, after: 1 }, changed: [], onlyAfter: [] });
    expect(comparison.events).toEqual({ gained: [], lost: [] });
    expect(comparison.expected).toBeGreaterThan(0);
  });

  it('is compared and marked if the rule is off', () => {
    const comparison = compareRuns(before, after, { keepNoise: new Set(['malformed']) });
    expect(comparison.expected).toBe(0);
    const found = [...comparison.onlyAfter, ...comparison.events.gained];
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ expected }) => expected)).toBe(true);
  });
});

describe('results that are nested too deeply to be read', () => {
  const deep = (core: number) => {
    let value: unknown = core;
    for (let level = 0; level < 500; level += 1) value = [value];
    return { content: [], structuredContent: { value } };
  };

  it('are compared as they stand, since they may differ further down', () => {
    const before = [{ tool: 'a', result: deep(1) }];
    expect(kinds(compare(before, [{ tool: 'a', result: deep(2) }]))).toEqual([['result']]);
  });
});
