import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandInput } from '../../app/contract/commands.ts';
import type { HostEvents } from '../../app/contract/events.ts';
import type { ViewPage } from '../../app/contract/view-commands.ts';
import { type RowBlock, RowTable } from '../../app/frame/row-table.ts';
import type { HostApi } from './host-api.ts';
import { testHub } from './testing/test-hub.ts';

type Order = CommandInput<'showView'>['order'];

const WINDOW = { first: 0, count: 20, atEnd: false, playhead: null };

let folder: string;
let hub: HostApi;
let session: string;

/** A recording of calls: every fourth is refused, and every tenth mentions a harbor. */
async function recorded(calls: number): Promise<string> {
  const path = join(folder, `calls-${calls}.tierscope.jsonl`);
  const header = { type: 'header', format: 'tierscope', version: 1, startedAt: '2026-11-21T10:00:00.000Z' };
  const start = {
    type: 'session',
    seq: 0,
    at: 0,
    session: 's1',
    label: 'calls',
    origin: 'connect',
    command: 'x',
  };
  await writeFile(path, `${JSON.stringify(header)}\n${JSON.stringify(start)}\n`);
  let lines = '';
  let seq = 0;
  const frame = (direction: string, message: object) => {
    seq += 1;
    const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
    lines += `${JSON.stringify({ type: 'frame', seq, at: seq, session: 's1', direction, raw })}\n`;
  };
  for (let id = 1; id <= calls; id += 1) {
    const name = id % 10 === 0 ? 'harbor' : 'read';
    frame('client-to-server', { id, method: 'tools/call', params: { name, arguments: {} } });
    const result = { content: [{ type: 'text', text: `answer ${id}` }] };
    frame('server-to-client', id % 4 === 0 ? { id, error: { code: -32602, message: 'no' } } : { id, result });
  }
  await appendFile(path, lines);
  return path;
}

async function open(calls: number): Promise<void> {
  const opened = await hub.commands.openRecording({ path: await recorded(calls) });
  if (!opened.ok) throw new Error(opened.error);
  session = opened.value.sessions[0] ?? '';
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-views-'));
  hub = testHub(folder);
  // Growth of a log is only reported to a screen.
  hub.subscribe(new Proxy({} as HostEvents, { get: () => () => undefined }));
});

afterEach(async () => {
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});

function value<Value>(result: { ok: true; value: Value } | { ok: false; error: string }): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function orderOf(change: Partial<Order> & { readonly text?: string } = {}): Order {
  const { text = '', ...rest } = change;
  const filter = { text, tiers: [], span: null };
  return { sessions: [session], merged: false, filter, rows: 'frames', sort: null, search: null, ...rest };
}

async function show(view: string, order = orderOf()): Promise<ViewPage> {
  return value(await hub.commands.showView({ view, order, window: WINDOW }));
}

/** The first page that satisfies the condition. */
async function pageWith(
  view: string,
  first: ViewPage,
  holds: (page: ViewPage) => boolean,
): Promise<ViewPage> {
  let page = first;
  while (!holds(page)) {
    const { revision } = page;
    page = value(await hub.commands.nextView({ view, window: WINDOW, revision })) ?? page;
  }
  return page;
}

function rowsOf(block: RowBlock): RowTable {
  const table = new RowTable();
  table.append(block);
  return table;
}

function seqsOf({ rows, items }: ViewPage): (number | undefined)[] {
  const table = rowsOf(rows);
  return items.map(({ row }) => table.row(row)?.seq);
}

test('a long log is filtered in turns, and pages say how far that is', async () => {
  await open(20_000);
  const all = await pageWith('v', await show('v'), (page) => page.upToDate && page.total === 40_000);
  expect([all.length, all.total, seqsOf(all).slice(0, 3)]).toEqual([40_000, 40_000, [1, 2, 3]]);
  const first = await show('v', orderOf({ text: 'harbor' }));
  expect(first.length).toBeGreaterThan(0);
  const done = await pageWith('v', first, ({ upToDate }) => upToDate);
  expect([done.passing, seqsOf(done).slice(0, 3)]).toEqual([4000, [19, 20, 39]]);
  expect(done.generation).toBeGreaterThan(all.generation);
});

test('the positions in sight move with the window, and the end stays in sight', async () => {
  await open(100);
  await show('v');
  const next = async (window: typeof WINDOW) => {
    const page = value(await hub.commands.nextView({ view: 'v', window, revision: 0 }));
    return page && seqsOf(page);
  };
  const waiting = hub.commands.nextView({ view: 'v', window: WINDOW, revision: 0 });
  expect(await next({ ...WINDOW, first: 50, count: 3 })).toEqual([51, 52, 53]);
  expect(await waiting).toEqual({ ok: true, value: null });
  expect(await next({ ...WINDOW, count: 2, atEnd: true })).toEqual([199, 200]);
});

test('errors are marked on the ruler, and found one after another', async () => {
  await open(40);
  const page = await pageWith('v', await show('v'), ({ marks }) => marks?.some((mark) => mark > 0) === true);
  expect(page.total).toBe(80);
  const next = async (seq: number, step: 1 | -1) =>
    value(await hub.commands.viewNext({ view: 'v', what: 'error', from: { session, seq }, step }))?.seq;
  expect([await next(1, 1), await next(8, 1), await next(1, -1)]).toEqual([8, 16, 80]);
});

test('errors are marked again for a page that shows the same log afresh', async () => {
  await open(40);
  const hasMarks = ({ marks }: ViewPage) => marks?.some((mark) => mark > 0) === true;
  await pageWith('v', await show('v'), hasMarks);
  const { marks } = await pageWith('v', await show('v'), hasMarks);
  expect(marks?.filter((mark) => mark > 0)).toHaveLength(10);
});

test('matches of a search are marked in the rows, counted and gone to, those that the filter hides apart', async () => {
  await open(40);
  const order = { sessions: [session], text: '"harbor"', regex: false, matchCase: true };
  const { search } = value(await hub.commands.searchStart(order));
  for (let done = false; !done; ) ({ done } = value(await hub.commands.searchNext({ search })));
  const marked = await show('v', orderOf({ search }));
  expect(marked.items.map(({ match }, at) => (match ? at : -1)).filter((at) => at >= 0)).toEqual([18]);
  const row = { session, seq: 39 };
  expect(value(await hub.commands.viewMatch({ view: 'v', row }))).toEqual({ count: 4, at: 2, hidden: 0 });
  const found = value(await hub.commands.viewNext({ view: 'v', what: 'match', from: row, step: 1 }));
  expect(found?.seq).toBe(59);
  await show('v', orderOf({ search, text: 'dir:in' }));
  expect(value(await hub.commands.viewMatch({ view: 'v', row: null }))).toMatchObject({ hidden: 4 });
});

test('a view that the host does not know, and one of a session that is gone, say so', async () => {
  await open(3);
  const unknown = await hub.commands.nextView({ view: 'other', window: WINDOW, revision: 1 });
  expect(unknown).toEqual({ ok: false, error: 'This view is not known any more.' });
  await show('v');
  await hub.commands.close({ session });
  expect((await show('v')).total).toBe(0);
});

test('rows are read by their seqs, and by what they are about', async () => {
  await open(40);
  const read = value(await hub.commands.readRowsOf({ session, seqs: [7, 999, 3] }));
  expect([rowsOf(read.rows).row(0)?.seq, rowsOf(read.rows).length]).toEqual([7, 2]);
  const filter = 'kind:request';
  const some = { session, filter, target: 'harbor', before: 60, limit: 1 };
  const found = value(await hub.commands.findRows(some));
  expect([rowsOf(found.rows).row(0)?.seq, found.more]).toEqual([59, 2]);
  expect(await hub.commands.findRows({ ...some, filter: 'dur:x' })).toMatchObject({ ok: false });
});

test('the exchange of a row comes with its records, its rows and how it failed', async () => {
  await open(40);
  const exchange = value(await hub.commands.readExchange({ session, seq: 8 }));
  expect(exchange?.place).toEqual({ requestSeq: 7, answerSeq: 8, first: 7, last: 8 });
  expect(exchange?.records.map(({ seq }) => seq)).toEqual([7, 8]);
  expect(exchange?.failures).toMatchObject([{ seq: 8, requestSeq: 7 }]);
  const rows = exchange && rowsOf(exchange.rows);
  expect([rows?.row(0)?.pair, rows?.row(1)?.pair, rows?.length]).toEqual([8, 7, 2]);
  expect(value(await hub.commands.readExchange({ session, seq: 999 }))).toBeNull();
});

test('times, and what the sidebar shows, come from the whole log', async () => {
  await open(40);
  const input = { sessions: [session], merged: false, span: null, columns: 4, folded: true };
  await show('v');
  const times = value(await hub.commands.readTimes(input));
  expect(times.whole).toEqual({ from: 1, to: 80 });
  const counts = new Uint32Array(times.counts.slice().buffer);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(80);
  const rowTimes = value(await hub.commands.readRowTimes({ session, from: 78, limit: 9 }));
  expect([...new Float64Array(rowTimes.times.slice().buffer), rowTimes.total]).toEqual([79, 80, 80]);
  expect(value(await hub.commands.rowAtTime({ session, at: 40.5 }))).toBe(39);
  const activity = value(await hub.commands.readActivity({ session, revision: 0 }));
  const uses = new Map(activity?.uses.map(([method, targets]) => [method, new Map(targets)]));
  expect(uses.get('tools/call')?.get('harbor')).toMatchObject({ calls: 4, protocol: 2, last: 79 });
  const revision = activity?.revision ?? 0;
  expect(value(await hub.commands.readActivity({ session, revision }))).toBeNull();
});

test('problems and rules that a filter names are looked up by the host', async () => {
  await open(40);
  const { problems } = value(await hub.commands.readProblems({ session, against: { kind: 'last' } }));
  const [problem] = problems;
  const named = await pageWith(
    'v',
    await show('v', orderOf({ text: `problem:${problem?.id}` })),
    ({ upToDate }) => upToDate,
  );
  const rows = value(await hub.commands.problemRows({ session, problem: problem?.id ?? '' }));
  expect(named.passing).toBe(rows.length);
  const findings = value(await hub.commands.readFindings({ session, from: 0, limit: 500 }));
  const rule = findings[0]?.rule ?? '';
  const ruled = await pageWith(
    'v',
    await show('v', orderOf({ text: `rule:${rule}` })),
    ({ upToDate }) => upToDate,
  );
  const seqs = new Set(findings.filter((finding) => finding.rule === rule).map(({ seq }) => seq));
  expect([rule !== '', ruled.passing]).toEqual([true, seqs.size]);
});
