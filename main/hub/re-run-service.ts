import { randomUUID } from 'node:crypto';
import { isJsonObject, jsonText, stringAt } from '../../app/base/json-value.ts';
import { partitionPoint } from '../../app/base/partition-point.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import type {
  LeftOutView,
  PlannedView,
  RE_RUN_COMMANDS,
  ReRunPlan,
} from '../../app/contract/re-run-commands.ts';
import type { Row } from '../../app/frame/row.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import {
  type FoundRequest,
  LEAVE_REASONS,
  type LeftOut,
  readRequests,
} from '../../app/requests/re-run/read-requests.ts';
import {
  type AnnotatedTool,
  type PlannedRequest,
  type SendPlan,
  sendPlan,
} from '../../app/requests/re-run/send-plan.ts';
import { envelopeAt, resultAt } from '../recording/record-store.ts';
import type { LiveSource } from './live-source.ts';
import { endIn, ReRun } from './re-run.ts';
import type { Tab } from './tab.ts';
import { liveSource, type OpenTabs } from './tabs.ts';

type Planned = SendPlan &
  Pick<ReRunPlan, 'toolsFrom' | 'toolsFailure'> & { readonly from: Tab; readonly to: LiveSource };

const MAX_SHOWN = 2000;
const PREVIEW_CHARS = 300;
const MAX_EXAMPLES = 50;

/** The commands that re-run requests. The service keeps every run: a closed screen ends none. */
export class ReRunService {
  readonly #tabs: OpenTabs;
  readonly #runs = new Map<string, ReRun>();
  #started = 0;

  constructor(tabs: OpenTabs) {
    this.#tabs = tabs;
  }

  readonly commands: Handlers<typeof RE_RUN_COMMANDS> = {
    planReRun: async (what) => {
      const planned = await this.#plan(what);
      return planned.ok ? ok(planView(planned.value)) : planned;
    },
    startReRun: (input) => this.#start(input),
    stopReRun: async ({ session }) => this.#withRun(session, (run) => run.stop()),
    skipReRun: async ({ session }) => this.#withRun(session, (run) => run.skip()),
    readReRun: async ({ session, from, limit }) => {
      const run = this.#runs.get(session);
      if (run === undefined) return err('Nothing was re-run in this session.');
      return ok({ items: run.view(from, limit), total: run.total });
    },
  };

  /** The run whose target is this session, while its tab is open. */
  run(session: string): ReRun | undefined {
    return this.#tabs.find(session) !== undefined ? this.#runs.get(session) : undefined;
  }

  async #plan({ from, to, ranges }: CommandInput<'planReRun'>): Promise<Result<Planned>> {
    const tab = this.#tabs.get(from);
    if (!tab.ok) return tab;
    if (tab.value.source.kind === 'opening') return tab.value.source.refusal;
    const targetTab = this.#tabs.find(to);
    const target = liveSource(targetTab);
    if (targetTab === undefined || target === undefined)
      return err('Requests can only be sent to a live session.');
    const { state } = target.live.status;
    if (state !== 'ready') return err(`${target.label} is not connected. Connect or restart it first.`);
    const found = await clientLines(tab.value, ranges);
    if (!found.ok) return found;
    const logged = await loggedTools(targetTab);
    if (logged !== undefined) {
      return ok({ ...sendPlan(found.value, logged), ...FROM_LOG, from: tab.value, to: target });
    }
    const { items, failure } = await target.live.listAll('tools');
    const asked = { toolsFrom: 'server', toolsFailure: failure } as const;
    return ok({ ...sendPlan(found.value, byName(items)), ...asked, from: tab.value, to: target });
  }

  async #start({ groups, timeoutMs, ...what }: CommandInput<'startReRun'>): Promise<Result<null>> {
    if (this.#runs.get(what.to)?.running === true) return err('This session is still being sent to.');
    const planned = await this.#plan(what);
    if (!planned.ok) return planned;
    const { requests, groups: known, from, to } = planned.value;
    const wanted = new Set(groups);
    for (const { key } of known) wanted.delete(key);
    if (wanted.size > 0)
      return err(`${wanted.size} of the methods and tools are marked otherwise now.${LOOK}`);
    const agreed = new Set(groups);
    const chosen = requests.filter(({ group }) => agreed.has(group));
    if (chosen.length === 0)
      return err('There is nothing to send: agree to one of the methods or tools first.');
    this.#started += 1;
    const run = new ReRun({
      ...{ run: this.#started, to, from: what.from, fromLabel: from.info.label },
      items: chosen.map((request) => ({ request, before: endIn(from.rowTable(), request.seq) })),
      ...{ limits: { timeoutMs }, newToken: randomUUID },
    });
    this.#runs.set(what.to, run);
    void run.run();
    return ok(null);
  }

  #withRun(session: string, act: (run: ReRun) => void): Result<null> {
    const run = this.#runs.get(session);
    if (run?.running !== true) return err('Nothing is being sent to this session any more.');
    act(run);
    return ok(null);
  }
}

const FROM_LOG = { toolsFrom: 'log', toolsFailure: '' } as const;
const LOOK = ' Look at the list again.';

function planView({ requests, groups, leftOut, toolsFrom, toolsFailure, from }: Planned): ReRunPlan {
  return {
    requests: requests.slice(0, MAX_SHOWN).map((request) => plannedView(request, from)),
    total: requests.length,
    groups,
    leftOut: LEAVE_REASONS.flatMap((reason) => leftOutView(reason, leftOut)),
    toolsFrom,
    toolsFailure,
  };
}

function plannedView(request: PlannedRequest, from: Tab): PlannedView {
  const { seq, method, target, group } = request;
  const [params, caution] = [preview(request), cautionOf(request)];
  return { seq, method, target, group, params, caution, before: endIn(from.rowTable(), seq) };
}

function preview({ method, params }: PlannedRequest): string {
  if (params === undefined) return '';
  const { _meta, ...rest } = params;
  const shown = method === 'tools/call' && isJsonObject(rest.arguments) ? rest.arguments : rest;
  const text = Object.keys(shown).length === 0 ? '' : jsonText(shown);
  return text.length > PREVIEW_CHARS ? `${text.slice(0, PREVIEW_CHARS)}…` : text;
}

function cautionOf({ rounded, params }: PlannedRequest): string {
  if (rounded) return 'A number of more than 15 digits is sent rounded, as every JavaScript client does.';
  if (params !== undefined && 'cursor' in params) return 'Its cursor is from the other session.';
  return '';
}

function leftOutView(reason: LeftOut['reason'], all: readonly LeftOut[]): LeftOutView[] {
  const of = all.filter((one) => one.reason === reason);
  if (of.length === 0) return [];
  const examples = of.slice(0, MAX_EXAMPLES).map(({ seq, label }) => ({ seq, label }));
  return [{ reason, count: of.length, examples }];
}

const PAGE = 1000;
/** Nobody reviews more requests than this before sending. */
const MOST = 20_000;

/** The client's messages of a session, in order: all, or those that belong to rows in these ranges of seqs. */
async function clientLines(
  tab: Tab,
  ranges: readonly (readonly [number, number])[] | undefined,
): Promise<Result<readonly (FoundRequest | LeftOut)[]>> {
  const wanted = wantedSeqs(tab.rowTable(), ranges);
  if (wanted.length > MOST) {
    return err(
      `These are ${wanted.length.toLocaleString('en')} lines of the client, and at most ${MOST.toLocaleString('en')} can be sent at once. Filter the log or pick fewer rows.`,
    );
  }
  const found: (FoundRequest | LeftOut)[] = [];
  let place = 0;
  while (place < wanted.length) {
    const first = wanted[place] ?? 0;
    const page = await tab.source.store.readRecords(first, wanted.at(-1) ?? first, PAGE);
    const last = page.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
    const records = new Map(page.map((record) => [record.seq, record]));
    for (; place < wanted.length && (wanted[place] ?? 0) <= last; place += 1) {
      const record = records.get(wanted[place] ?? 0);
      if (record?.type !== 'frame') continue;
      for (const request of readRequests(record)) found.push(request);
    }
  }
  return ok(found);
}

function wantedSeqs(table: RowTable, ranges: readonly (readonly [number, number])[] | undefined): number[] {
  const seqs = new Set<number>();
  for (let index = 0; index < table.length; index += 1) {
    if (ranges !== undefined && !within(ranges, table.columns.seq.at(index))) continue;
    const row = table.row(index);
    if (row === undefined) continue;
    const request = isClientLine(row) ? row : pairOf(table, row);
    if (request !== undefined) seqs.add(request.seq);
  }
  return [...seqs].sort((a, b) => a - b);
}

/** The request that an answer or a client's cancellation belongs to. */
function pairOf(table: RowTable, row: Row): Row | undefined {
  const pair = row.pair > 0 ? table.row(table.indexOf(row.pair)) : undefined;
  return pair !== undefined && isClientLine(pair) ? pair : undefined;
}

function isClientLine(row: Row): boolean {
  return row.kind === 'frame' && row.direction === 'client-to-server';
}

/** `ranges` must ascend, like the rows they come from. */
function within(ranges: readonly (readonly [number, number])[], seq: number): boolean {
  const range = ranges[partitionPoint(ranges.length, (index) => (ranges[index]?.[1] ?? 0) < seq)];
  return range !== undefined && range[0] <= seq;
}

/** The latest tools in the log by name; undefined if the list is missing, incomplete or out of date. */
async function loggedTools(tab: Tab): Promise<ReadonlyMap<string, AnnotatedTool> | undefined> {
  const tools = new Map<string, AnnotatedTool>();
  const { store } = tab.source;
  const table = tab.rowTable();
  let last = true;
  for (let index = table.length - 1; index >= 0; index -= 1) {
    const row = table.row(index);
    if (row === undefined || endsTheList(row.kind, row.method)) return undefined;
    if (row.kind !== 'frame' || row.shape !== 'result' || row.method !== 'tools/list') continue;
    const page = await resultAt(store, row.seq);
    if (page === undefined || (last && typeof page.nextCursor === 'string')) return undefined;
    last = false;
    for (const tool of Array.isArray(page.tools) ? page.tools : []) {
      const name = stringAt(tool, 'name');
      if (name !== undefined && !tools.has(name)) tools.set(name, listed(name, tool));
    }
    const request = await envelopeAt(store, row.pair);
    const hasCursor = request?.kind === 'request' && stringAt(request.params, 'cursor') !== undefined;
    if (!hasCursor) return tools;
  }
  return undefined;
}

function byName(tools: readonly unknown[]): ReadonlyMap<string, AnnotatedTool> {
  return new Map(
    tools.map((tool) => {
      const name = stringAt(tool, 'name') ?? '';
      return [name, listed(name, tool)];
    }),
  );
}

function listed(name: string, tool: unknown): AnnotatedTool {
  const annotations = isJsonObject(tool) && isJsonObject(tool.annotations) ? tool.annotations : undefined;
  return annotations === undefined ? { name } : { name, annotations };
}

function endsTheList(kind: string, method: string): boolean {
  return (kind === 'process' && method === 'spawned') || method === 'notifications/tools/list_changed';
}
