import { randomUUID } from 'node:crypto';
import { isJsonObject, jsonText } from '../../app/base/json-value.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import type {
  LeftOutView,
  PlannedView,
  RE_RUN_COMMANDS,
  ReRunPlan,
} from '../../app/contract/re-run-commands.ts';
import { LEAVE_REASONS, type LeftOut } from '../../app/re-run/read-requests.ts';
import { type PlannedRequest, type SendPlan, sendPlan } from '../../app/re-run/send-plan.ts';
import { listTools } from '../session/protocol-client.ts';
import type { LiveSource } from './live-source.ts';
import { endIn, ReRun } from './re-run.ts';
import { byName, clientLines, type LoggedSession, loggedTools } from './re-run-log.ts';
import type { Tab } from './tab.ts';
import { liveSource, type OpenTabs } from './tabs.ts';

type What = CommandInput<'planReRun'>;
type Planned = SendPlan &
  Pick<ReRunPlan, 'toolsFrom' | 'toolsFailure'> & { readonly from: Tab; readonly to: LiveSource };

const MAX_SHOWN = 2000;
const PREVIEW_CHARS = 300;
const MAX_EXAMPLES = 50;

/** The commands that re-run requests. A run is kept here: a screen that goes away ends nothing. */
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

  /** The run to this session, while its tab is open. */
  run(session: string): ReRun | undefined {
    return this.#tabs.find(session) !== undefined ? this.#runs.get(session) : undefined;
  }

  async #plan({ from, to, ranges }: What): Promise<Result<Planned>> {
    const tab = this.#tabs.get(from);
    if (!tab.ok) return tab;
    if (tab.value.source.kind === 'opening') return tab.value.source.refusal;
    const targetTab = this.#tabs.find(to);
    const target = liveSource(targetTab);
    if (targetTab === undefined || target === undefined)
      return err('Requests can only be sent to a live session.');
    const { state } = target.live.status;
    if (state !== 'ready') return err(`${target.label} is not connected. Connect or restart it first.`);
    const found = await clientLines(readable(tab.value), ranges);
    if (!found.ok) return found;
    const logged = await loggedTools(readable(targetTab));
    if (logged !== undefined) {
      return ok({ ...sendPlan(found.value, logged), ...FROM_LOG, from: tab.value, to: target });
    }
    const { tools, failure } = await listTools(target.live);
    const asked = { toolsFrom: 'server', toolsFailure: failure } as const;
    return ok({ ...sendPlan(found.value, byName(tools)), ...asked, from: tab.value, to: target });
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
      run: this.#started,
      to,
      from: what.from,
      fromLabel: from.info.label,
      items: chosen.map((request) => ({ request, before: endIn(from.rowTable(), request.seq) })),
      limits: { timeoutMs },
      newToken: randomUUID,
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
  return {
    seq,
    method,
    target,
    group,
    params: preview(request),
    caution: cautionOf(request),
    before: endIn(from.rowTable(), seq),
  };
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

function readable(tab: Tab): LoggedSession {
  return { table: tab.rowTable(), records: (...range) => tab.records(...range) };
}
