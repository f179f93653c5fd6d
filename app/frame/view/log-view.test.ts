import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyRow, type Row } from '../row.ts';
import { RowTable } from '../row-table.ts';
import { ERROR_TIERS } from '../tier.ts';
import { LogIndex } from './log-index.ts';
import { LogView } from './log-view.ts';
import { SORTS } from './sorted-rows.ts';
import { rowsOf, STEPS } from './testing/traffic-steps.ts';
import type { ViewedLog } from './view-filter.ts';
import type { ViewOrder, ViewRows } from './view-page.ts';

const ALL = { text: '', tiers: [], span: null };
const always = () => true;
const never = () => false;

function viewed(session: string, startMs = 0): ViewedLog {
  const index = new LogIndex(new RowTable());
  return { session, label: session, startMs, index, rulesAt: () => [], problemsAt: () => [] };
}

function add({ session, index: { table } }: ViewedLog, row: Partial<Row>): void {
  const seq = table.length + 1;
  const added = { ...emptyRow({ seq, at: 7 * seq, session }, 'frame'), ...row };
  table.add(added);
  // A call's outcome is known with its answer, as in the row reader.
  const request = added.pair > 0 && added.shape === 'result' ? table.indexOf(added.pair) : -1;
  if (request >= 0) table.patchAt(request, { pair: seq, outcome: added.outcome, tier: added.tier });
}

function order(change: Partial<ViewOrder>): ViewOrder {
  return { sessions: ['a'], merged: false, filter: ALL, rows: 'calls', sort: null, ...change };
}

function opened(logs: readonly ViewedLog[], wanted: ViewOrder): LogView {
  const view = new LogView();
  view.take(wanted, logs);
  view.advance(never);
  return view;
}

function drawn(rows: ViewRows): unknown[] {
  const table = new RowTable();
  table.append(rows.block);
  return rows.items.map(({ row, request, ...item }) => [
    item,
    table.row(row),
    request < 0 ? undefined : table.row(request),
  ]);
}

const orders = fc.record({
  merged: fc.boolean(),
  rows: fc.constantFrom('calls' as const, 'frames' as const),
  sort: fc.option(fc.record({ by: fc.constantFrom(...SORTS), falls: fc.boolean() })),
  filter: fc.record({
    text: fc.constantFrom('', 'tools', '-is:error', 'is:error', 'dir:in', 'has:stderr', 'line or is:pending'),
    tiers: fc.constantFrom([], ['tool' as const]),
    span: fc.constantFrom(null, { from: 100, to: 200 }),
  }),
});

describe('a view of logs', () => {
  it('shows the same, whatever it showed before and however the logs grew', () => {
    const traffic = fc.array(fc.constantFrom(...STEPS), { maxLength: 50 });
    const acts = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('grow' as const), log: fc.nat(1), rows: fc.nat(9) }),
        fc.record({ kind: fc.constant('show' as const), order: orders }),
        fc.record({ kind: fc.constant('look' as const), isLate: fc.boolean() }),
        fc.record({ kind: fc.constant('open' as const), seq: fc.nat(50), open: fc.boolean() }),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(traffic, traffic, acts, orders, (one, other, done, last) => {
        const logs = [viewed('a', 3), viewed('b', 60)] as const;
        const coming = [rowsOf(one), rowsOf(other)] as const;
        const sessions = ['a', 'b'];
        const shownOf = (wanted: Omit<ViewOrder, 'sessions'>) =>
          order({ ...wanted, sessions: wanted.merged ? sessions : ['a'] });
        const part = ({ merged }: ViewOrder) => (merged ? logs : logs.slice(0, 1));
        const view = opened(logs.slice(0, 1), order({}));
        for (const act of done) {
          if (act.kind === 'grow')
            for (const row of (coming[act.log] ?? []).splice(0, act.rows)) add(logs[act.log] ?? logs[0], row);
          else if (act.kind === 'show') view.take(shownOf(act.order), part(shownOf(act.order)));
          else if (act.kind === 'open') {
            view.fold({ session: 'a', seq: act.seq }, act.open);
            view.fold({ session: 'a', seq: act.seq }, false);
          } else {
            view.advance(act.isLate ? always : never);
            view.rows(0, 20);
          }
        }
        const wanted = shownOf(last);
        view.take(wanted, part(wanted));
        while (!view.advance(always)) view.rows(0, 5);
        const fresh = opened(
          part(wanted).map((log) => ({ ...log, index: new LogIndex(log.index.table) })),
          wanted,
        );
        const { generation: _one, ...state } = view.state;
        const { generation: _other, ...expected } = fresh.state;
        expect(state).toEqual(expected);
        expect(state.upToDate).toBe(true);
        expect(drawn(view.rows(0, 200))).toEqual(drawn(fresh.rows(0, 200)));
      }),
    );
  });

  it('stays in its order while a growing log is sorted again', () => {
    const log = viewed('a');
    for (const size of [1, 3, 2]) add(log, { shape: 'notification', sizeBytes: size });
    const view = opened([log], order({ rows: 'frames', sort: { by: 'size', falls: true } }));
    const sizes = () => {
      const table = new RowTable();
      const { block, items } = view.rows(0, 10);
      table.append(block);
      return items.map(({ row }) => table.row(row)?.sizeBytes);
    };
    add(log, { shape: 'notification', sizeBytes: 4 });
    const seen = [];
    while (!view.advance(always)) seen.push(sizes());
    expect(new Set(seen.map(String))).toEqual(new Set(['3,2,1,4']));
    expect(sizes()).toEqual([4, 3, 2, 1]);
  });

  it('finds each row where it is drawn, and says which ones stand between two', () => {
    const traffic = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(traffic, orders, fc.nat(49), (steps, { merged: _, ...wanted }, opens) => {
        const log = viewed('a');
        for (const row of rowsOf(steps)) add(log, row);
        const view = opened([log], order(wanted));
        view.list({ session: 'a', seq: opens + 1 });
        view.advance(never);
        const { items, block } = view.rows(0, 100);
        const table = new RowTable();
        table.append(block);
        const keys = items.map(({ row }) => ({ session: 'a', seq: table.row(row)?.seq ?? 0 }));
        for (const [position, key] of keys.entries()) {
          expect(view.placeOf(key)).toMatchObject({ position, from: position });
          expect(view.keyAt(position)).toEqual(key);
        }
        const [first, last] = [keys[0], keys.at(-1)];
        if (first === undefined || last === undefined) return;
        const seqs = [...view.between(last, first)].flatMap(([, ranges]) =>
          ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
        );
        expect(seqs).toEqual(keys.map(({ seq }) => seq).sort((a, b) => a - b));
        // A window shows the same as the whole at its positions.
        expect(view.rows(3, 7).items.map(({ index }) => index)).toEqual(
          items.slice(3, 7).map(({ index }) => index),
        );
      }),
    );
  });

  it('shows every row if the filter cannot be read', () => {
    const log = viewed('a');
    add(log, {});
    const view = opened([log], order({ filter: { ...ALL, text: 'dur:x' } }));
    expect(view.state.length).toBe(1);
  });

  it('walks around errors, bookmarks and frames', () => {
    const log = viewed('a');
    const tiers = ['ok', 'tool', 'ok', 'protocol'] as const;
    for (const tier of tiers) add(log, { tier });
    add(log, { kind: 'mark', text: 'here', pair: 3 });
    const view = opened([log], order({ rows: 'frames' }));
    const seqOf = (what: 'error' | 'bookmark' | 'frame', seq: number, step: 1 | -1) =>
      view.next(what, { session: 'a', seq }, step)?.seq;
    expect([seqOf('error', 1, 1), seqOf('error', 2, 1), seqOf('error', 4, 1)]).toEqual([2, 4, 2]);
    expect(view.next('error', null, -1)?.seq).toBe(4);
    expect(seqOf('bookmark', 1, 1)).toBe(3);
    expect([seqOf('frame', 2, -1), seqOf('frame', 4, 1)]).toEqual([1, undefined]);
    expect(view.rows(2, 3).items[0]?.note).toBe('here');
  });

  it('marks where the errors stand, of several at one place the one that ranks first', () => {
    const log = viewed('a');
    for (let row = 0; row < 1000; row += 1)
      add(log, { tier: row === 0 ? 'tool' : row > 997 ? 'client' : 'ok' });
    log.index.table.patchAt(999, { tier: 'protocol' });
    const view = opened([log], order({ rows: 'frames' }));
    const steps = view.marks(10);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const rankOf = (tier: (typeof ERROR_TIERS)[number]) => ERROR_TIERS.indexOf(tier) + 1;
    expect([...step.value]).toEqual([rankOf('tool'), ...new Array(8).fill(0), rankOf('protocol')]);
  });

  it('filters again what it knows more of', () => {
    const rules = new Map<number, string[]>();
    const log = { ...viewed('a'), rulesAt: (seq: number) => rules.get(seq) ?? [] };
    for (let row = 0; row < 3; row += 1) add(log, {});
    const view = opened([log], order({ filter: { ...ALL, text: 'rule:E04' } }));
    expect(view.state.length).toBe(0);
    rules.set(2, ['E04']);
    view.looksAgain('a', [2]);
    expect(view.shown('a')).toEqual([[2, 2]]);
    expect(view.placeOf({ session: 'a', seq: 1 }).position).toBe(-1);
  });

  it('keeps the rows open that were opened in a log, while another one is shown', () => {
    const logs = [viewed('a'), viewed('b')];
    for (const row of rowsOf(['request', 'answer', 'request', 'answer']))
      for (const log of logs) add(log, row);
    const [a, b] = [logs.slice(0, 1), logs.slice(1)];
    const view = opened(a, order({}));
    view.fold({ session: 'a', seq: 2 }, true);
    const lengths = [view.state.length];
    for (const [session, shown] of [
      ['b', b],
      ['a', a],
    ] as const) {
      view.take(order({ sessions: [session] }), shown);
      view.advance(never);
      lengths.push(view.state.length);
    }
    expect(lengths).toEqual([3, 2, 3]);
  });
});
