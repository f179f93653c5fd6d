import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyRow, type Row } from '../row.ts';
import { type RowExtra, rowTest } from './matches-row.ts';
import { parseQuery } from './parse-query.ts';

const PLACE = { seq: 8, at: 1000, session: 's1' };
const amber: Row = {
  ...emptyRow(PLACE, 'frame'),
  direction: 'server-to-client',
  shape: 'result',
  method: 'tools/call',
  target: 'search',
  id: '17',
  pair: 7,
  durationMs: 612.5,
  sizeBytes: 128_000,
  tier: 'tool',
  outcome: 'tool error',
  text: 'Cannot open "drafts"',
};
const red: Row = {
  ...amber,
  shape: 'error',
  method: 'prompts/get',
  target: 'search',
  id: '"a-1"',
  durationMs: 2,
  sizeBytes: 90,
  tier: 'protocol',
  outcome: 'protocol error',
  code: '-32602',
  text: 'Invalid params',
};
const byHand: Row = { ...amber, direction: 'client-to-server', tier: 'ok', fromRawMessage: true };
const broken: Row = { ...byHand, shape: 'invalid', tier: 'client' };
const provoked: Row = { ...red, fromRawMessage: true };
const lost: Row = { ...amber, tier: 'transport', outcome: 'lost', status: 404, where: 'session' };
const stderr: Row = { ...emptyRow(PLACE, 'stderr'), text: 'warning: slow' };

function passes(text: string, row: Row, extra?: RowExtra): boolean {
  const query = parseQuery(text);
  if (!query.ok) throw new Error(query.error.message);
  return rowTest(query.value)(row, extra);
}

describe('a filter lets a row pass', () => {
  test.each([
    // Words search method, target, id, code, text and outcome.
    ['', [amber, red, stderr]],
    ['SEARCH', [amber, red]],
    ['drafts', [amber]],
    ['prompts', [red]],
    ['-32602', [red]],
    ['17', [amber]],
    ['"tool error"', [amber]],
    ['slow', [stderr]],
    ['cannot*drafts', [amber]],
    ['"cannot*drafts"', []],
    // Keys search one field.
    ['tier:tool', [amber]],
    ['tier:protocol,tool', [amber, red]],
    ['-tier:tool', [red, stderr]],
    ['code:-32602', [red]],
    ['code:-326*', [red]],
    ['code:-32602,0', [red]],
    ['code:-32700..-32600', [red]],
    ['code:-32601..0', []],
    ['code:*', [red]],
    ['code:-3260', []],
    ['method:tools/*', [amber]],
    ['method:tools/call', [amber]],
    ['method:call', []],
    ['tool:search', [amber]],
    ['tool:sea*', [amber]],
    ['dir:in', [amber, red]],
    ['dir:out', []],
    ['dir:in,out', [amber, red]],
    ['id:17', [amber]],
    ['id:1', []],
    ['id:a-1', [red]],
    ['dur:>500ms', [amber]],
    ['dur:<=2ms', [red]],
    ['dur:=612.5ms', [amber]],
    ['dur:<1s', [amber, red]],
    ['size:>100kb', [amber]],
    ['size:<1kb', [red]],
    ['session:s1', [amber, red, stderr]],
    ['session:s2', []],
    ['outcome:tool-error', [amber]],
    ['outcome:"protocol error"', [red]],
    ['kind:stderr', [stderr]],
    ['kind:frame', [amber, red]],
    ['kind:error', [red]],
    ['text:"open \\"drafts"', [amber]],
    ['text:params', [red]],
    ['rule:T01', []],
    ['has:stderr', []],
    // Combined.
    ['search tier:protocol', [red]],
    ['drafts or slow', [amber, stderr]],
    ['search -(drafts or code:0)', [red]],
    ['tier:tool or search dur:<5ms', [amber, red]],
  ])('%s', (text, rows) => {
    expect([amber, red, stderr].filter((row) => passes(text, row))).toEqual(rows);
  });

  test('a rule is looked up among the findings of the row', () => {
    expect(passes('rule:t01', amber, { rules: ['X9', 'T01'] })).toBe(true);
    expect(passes('rule:T*', amber, { rules: ['T01'] })).toBe(true);
    expect(passes('rule:T02', amber, { rules: ['T01'] })).toBe(false);
  });

  test('stderr during a call is known from outside', () => {
    expect(passes('has:stderr', amber, { hasStderr: true })).toBe(true);
    expect(passes('-has:stderr', amber, { hasStderr: false })).toBe(true);
  });

  test('a session is found by its name and by its label', () => {
    expect(passes('session:"error lab"', amber, { label: 'Error lab' })).toBe(true);
    expect(passes('session:err*', amber, { label: 'Error lab' })).toBe(true);
    expect(passes('session:lab', amber, { label: 'Error lab' })).toBe(false);
    // Two files may have sessions with the same name.
    expect(passes('session:s1', amber, { session: 's2' })).toBe(false);
  });
});

const filter = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'tier:tool',
        'tier:protocol,ok',
        'code:-326*',
        'code:-40000..0',
        'dur:>100',
        'size:<1mb',
      ),
      fc.constantFrom(
        'search',
        '-32602',
        '"a b"',
        'kind:result',
        'outcome:lost',
        'dir:in',
        'id:17',
        'method:*a*',
      ),
      fc.constantFrom('(slow or drafts)', '-tier:ok', '-(a b)'),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .chain((terms) => fc.constantFrom(' ', ' or ').map((between) => terms.join(between)));

const row = fc.record({
  base: fc.constantFrom(amber, red, stderr),
  change: fc.record(
    {
      tier: fc.constantFrom('ok', 'tool', 'protocol', 'client', 'transport'),
      outcome: fc.constantFrom('', 'ok', 'lost', 'late'),
      code: fc.constantFrom('', '0', '-32602', '-32000', '"E"'),
      text: fc.string(),
      durationMs: fc.integer({ min: -1, max: 300 }),
    },
    { requiredKeys: [] },
  ),
});

describe('over any rows', () => {
  test('a negated filter lets pass exactly what the filter does not', () => {
    fc.assert(
      fc.property(filter, row, (text, { base, change }) => {
        const shown: Row = { ...base, ...change };
        expect(passes(`-(${text})`, shown)).toBe(!passes(text, shown));
      }),
    );
  });

  test('"or" is the union and a blank the intersection', () => {
    fc.assert(
      fc.property(filter, filter, row, (one, other, { base, change }) => {
        const shown: Row = { ...base, ...change };
        const [first, second] = [passes(one, shown), passes(other, shown)];
        expect(passes(`${one} or ${other}`, shown)).toBe(first || second);
        expect(passes(`(${one}) (${other})`, shown)).toBe(first && second);
      }),
    );
  });
});

test('a filter that has seen many rows judges each as one that has seen none', () => {
  fc.assert(
    fc.property(filter, fc.array(row, { maxLength: 30 }), (text, rows) => {
      const query = parseQuery(text);
      if (!query.ok) throw new Error(query.error.message);
      const seasoned = rowTest(query.value);
      for (const { base, change } of rows) {
        const shown: Row = { ...base, ...change };
        expect(seasoned(shown)).toBe(passes(text, shown));
      }
    }),
  );
});

test('errors, open requests, and rows with a finding or a bookmark are found by what they are', () => {
  const ok: Row = { ...amber, tier: 'ok', outcome: 'ok' };
  const open: Row = { ...ok, outcome: 'pending' };
  const found: Row = { ...ok, flag: 'advice' };
  const mark: Row = { ...ok, kind: 'mark' };
  const passing = (text: string) => {
    const query = parseQuery(text);
    if (!query.ok) throw new Error(query.error.message);
    const passes = rowTest(query.value);
    return [amber, ok, open, found, mark].filter((row) => passes(row, { isBookmarked: row === ok }));
  };
  expect(passing('is:error')).toEqual([amber]);
  expect(passing('is:pending')).toEqual([open]);
  expect(passing('is:finding')).toEqual([found]);
  expect(passing('is:bookmarked')).toEqual([ok, mark]);
});

test('a raw message and what it caused are found apart and together', () => {
  const passing = (text: string) => {
    const query = parseQuery(text);
    if (!query.ok) throw new Error(query.error.message);
    const passes = rowTest(query.value);
    return [amber, byHand, broken, provoked].filter((row) => passes(row));
  };
  expect(passing('is:raw')).toEqual([byHand, broken]);
  expect(passing('is:expected')).toEqual([broken, provoked]);
  expect(passing('is:raw,expected')).toEqual([byHand, broken, provoked]);
  expect(passing('-is:raw -is:expected')).toEqual([amber]);
  expect(parseQuery('is:broken').ok).toBe(false);
});

test.each([
  ['status:404', true],
  ['status:4*', true],
  ['status:5*', false],
  ['where:session', true],
  ['where:auth,tls', false],
])('%s asks what HTTP says of a row', (text, isFound) => {
  expect(passes(text, lost)).toBe(isFound);
  expect(passes(text, stderr)).toBe(false);
});
