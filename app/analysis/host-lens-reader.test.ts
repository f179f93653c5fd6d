import { describe, expect, test } from 'vitest';
import type { KnownRecord } from '../frame/record.ts';
import { hostTable, parseOwnHosts } from '../hosts/lens/host-table.ts';
import { seenThrough } from '../hosts/lens/lens.ts';
import type { SentAnswer } from '../hosts/lens/sent-answer.ts';
import { LogAnalyzer } from './log-analyzer.ts';

const said = { evidence: 'documented', source: 'acme.example', asOf: '2026-11-01' };
const acme = {
  ...{ id: 'acme', name: 'Acme' },
  limits: [
    {
      answer: 'success',
      most: 100,
      unit: 'characters',
      beyond: 'file',
      words: '{count} saved to {file}',
      ...said,
    },
    {
      answer: 'tool-error',
      most: 100,
      unit: 'characters',
      beyond: 'cut',
      head: 10,
      tail: 5,
      words: '…',
      ...said,
    },
    { most: 3, unit: 'lines', beyond: 'cut', ...said },
  ],
  waits: [{ seconds: 60, progress: 'ignored', ...said }],
  requests: [
    { method: 'elicitation/create', does: 'swallows', ...said },
    { method: 'sampling/createMessage', does: 'refuses', says: 'Method not found (-32601)', ...said },
    { method: 'prompts/list', does: 'never-asks', ...said },
  ],
};
const patient = {
  ...acme,
  id: 'patient',
  name: 'Patient',
  waits: [{ seconds: 60, progress: 'restarts', ...said }],
};
const gets = [{ part: 'content', kinds: ['text'] }];
const rows = ['success', 'tool-error'].map((answer) => ({ host: 'acme', when: { answer }, gets, ...said }));
const own = parseOwnHosts(JSON.stringify({ hosts: [acme, patient], rows }));
if (!own.ok) throw new Error(own.error.join(' '));
const table = hostTable([own.value]);

type Line = readonly [at: number, from: 'client' | 'server', message: object];

/** What is said of these lines of a session through a host. */
function foundIn(lines: readonly Line[], host = 'acme') {
  const analyzer = new LogAnalyzer(undefined, { lensOf: () => ({ table, host: { host, version: '' } }) });
  for (const [index, [at, from, message]] of lines.entries())
    analyzer.take({
      ...{ type: 'frame', seq: index + 1, at, session: 's1' },
      direction: from === 'client' ? 'client-to-server' : 'server-to-client',
      raw: JSON.stringify({ jsonrpc: '2.0', ...message }),
    } satisfies KnownRecord);
  analyzer.finish();
  return analyzer
    .session('s1')
    .hostFindings.map(({ rule, seq, explanation }) => ({ rule, seq, explanation }));
}

const call: Line = [
  0,
  'client',
  { id: 1, method: 'tools/call', params: { name: 'slow', _meta: { progressToken: 7 } } },
];
const progress = (at: number): Line => [
  at,
  'server',
  { method: 'notifications/progress', params: { progressToken: 7, progress: at } },
];
const answer = (at: number): Line => [
  at,
  'server',
  { id: 1, result: { content: [{ type: 'text', text: 'ok' }] } },
];

describe('an answer after the host gave up', () => {
  test('is said with the time that the host waits', () => {
    expect(foundIn([call, answer(61_000)])).toEqual([
      {
        ...{ rule: 'L07', seq: 2 },
        explanation:
          'Acme waits 60 s for an answer by default; this one took 61 s. (Acme, documented 2026-11-01.)',
      },
    ]);
    expect(foundIn([call, answer(59_000)])).toEqual([]);
  });

  test('counts the silence where progress restarts the clock, and the whole time where it does not', () => {
    const lines = [call, progress(50_000), answer(90_000)];
    expect(foundIn(lines).map(({ rule }) => rule)).toEqual(['L07']);
    expect(foundIn(lines, 'patient')).toEqual([]);
    expect(foundIn([call, progress(20_000), answer(90_000)], 'patient')).toMatchObject([
      { rule: 'L07', explanation: expect.stringContaining('neither came for 70 s') },
    ]);
  });
});

test('without a host, a result that is too large for all hosts is said of any session', () => {
  const sent = (chars: number) => {
    const analyzer = new LogAnalyzer();
    for (const [seq, message] of [call[2], { id: 1, result: { content: [text(chars)] } }].entries())
      analyzer.take({
        ...{ type: 'frame', seq: seq + 1, at: seq, session: 's1' },
        direction: seq === 0 ? 'client-to-server' : 'server-to-client',
        raw: JSON.stringify({ jsonrpc: '2.0', ...message }),
      } satisfies KnownRecord);
    return analyzer.session('s1').hostFindings.map(({ rule }) => rule);
  };
  const text = (chars: number) => ({ type: 'text', text: 'x'.repeat(chars) });
  expect(sent(200_000)).toEqual(['L05']);
  expect(sent(100_000)).toEqual([]);
});

describe('what the user of a host never sees', () => {
  const asks = (id: number, method: string): Line => [1, 'server', { id, method, params: {} }];

  test('is said at the first request of each kind, with what the server gets', () => {
    const lines = [
      asks(1, 'elicitation/create'),
      asks(2, 'elicitation/create'),
      asks(3, 'sampling/createMessage'),
      asks(4, 'roots/list'),
    ];
    expect(foundIn(lines)).toMatchObject([
      {
        rule: 'L08',
        seq: 1,
        explanation: expect.stringMatching(/^Acme drops elicitation\/create and sends no/),
      },
      {
        rule: 'L08',
        seq: 3,
        explanation: expect.stringContaining('the server gets Method not found (-32601)'),
      },
    ]);
  });

  test('is said of requests inside a result of 2026-07-28', () => {
    const inputRequests = { city: { method: 'elicitation/create', params: {} } };
    const result = { resultType: 'input_required', inputRequests };
    const params = { name: 'slow', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
    const modern: Line = [0, 'client', { id: 1, method: 'tools/call', params }];
    expect(foundIn([modern, [5, 'server', { id: 1, result }]])).toMatchObject([{ rule: 'L08', seq: 2 }]);
  });

  test('is said of a list with something in it that the host never asks for', () => {
    const list = (prompts: readonly object[]): Line[] => [
      [0, 'client', { id: 1, method: 'prompts/list' }],
      [1, 'server', { id: 1, result: { prompts } }],
    ];
    expect(foundIn(list([{ name: 'greet' }]))).toMatchObject([
      { rule: 'L08', explanation: expect.stringMatching(/^Acme never sends prompts\/list/) },
    ]);
    expect(foundIn(list([]))).toEqual([]);
  });
});

describe('what the model gets above a limit', () => {
  const seen = (kind: 'success' | 'tool-error', text: string) => {
    const sent: SentAnswer = {
      ...{ kind, method: 'tools/call', target: '' },
      result: { content: [{ type: 'text', text }] },
    };
    const found = seenThrough({ table, host: { host: 'acme', version: '' } }, sent);
    if (found.kind !== 'row') throw new Error(found.kind);
    const { segments, dropped, cutNote } = found.passed;
    const texts = segments.map((one) => (one.kind === 'text' ? one.text : '')).join('');
    return { texts, dropped: dropped.map(({ cause, text: lost }) => `${cause} ${lost.length}`), cutNote };
  };

  test("is the host's own words in the place of what is lost", () => {
    expect(seen('success', 'x'.repeat(2000))).toEqual({
      ...{ texts: '2,000 saved to {file}', dropped: ['limit 2000'] },
      cutNote: 'The result is above 100 characters.',
    });
    expect(seen('tool-error', 'x'.repeat(200)).texts).toBe(`${'x'.repeat(10)}…${'x'.repeat(5)}`);
    expect(seen('success', 'x'.repeat(100)).texts).toBe('x'.repeat(100));
  });

  test('is left whole with a note where no source says what stays', () => {
    expect(seen('success', 'a\nb\nc\nd')).toMatchObject({
      ...{ texts: 'a\nb\nc\nd', dropped: [], cutNote: expect.stringContaining('above 3 lines') },
    });
  });
});
