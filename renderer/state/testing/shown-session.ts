import { LogAnalyzer } from '../../../app/analysis/log-analyzer.ts';
import { ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { LiveInfo, SessionInfo } from '../../../app/contract/session-info.ts';
import { type Finding, isCounted } from '../../../app/findings/finding.ts';
import { NearFindings } from '../../../app/findings/findings-near.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import { exchangeAt } from '../../../app/frame/view/log-answers.ts';
import { DEFAULT_SETTINGS } from '../../../app/protocol/session-settings.ts';
import { noCounts } from '../../../app/session/exchange.ts';
import { LogModel } from '../../../app/session/log-model.ts';
import { RowReader } from '../../../app/session/row-reader.ts';
import { useFilter } from '../log/filter-store.ts';
import { followFrontView, useFrontView } from '../log/front-view.ts';
import { logGrew, logMirrors, sessionLog } from '../log/log-mirrors.ts';
import { records as cache, exchanges } from '../log/use-record.ts';
import { useNotices, useScreen } from '../screen/screen-store.ts';
import { attachStubHost, EMPTY_SESSION } from './stub-host.ts';
import { StubViews } from './stub-views.ts';

/** A session with a running server that has sent nothing yet. */
export const LIVE_SESSION: LiveInfo = {
  ...withoutFileMembers(),
  kind: 'live',
  state: 'ready',
  pid: 4711,
  failure: null,
  stray: null,
  recordingFault: '',
  era: 'initialize',
  eraReason: 'The settings say so.',
  eraFrames: [],
  settings: { ...DEFAULT_SETTINGS, era: 'initialize' },
  serverRequests: [],
  cancelledServerRequests: [],
  completedElicitations: [],
  suggestions: [],
  changes: { tools: 0, resources: 0, prompts: 0, updated: {} },
  subscriptions: [],
  followedTasks: [],
  logLevel: '',
  logLevelBefore: '',
};

function withoutFileMembers() {
  const { problems: _problems, notes: _notes, kind: _kind, state: _state, ...rest } = EMPTY_SESSION;
  return rest;
}

let views = new StubViews();
let isFollowing = false;

type Shown = {
  readonly records?: readonly KnownRecord[];
  readonly findings?: readonly Finding[];
  readonly commands?: Partial<Commands>;
};

/**
 * Activates a session whose log contains these records, read through a host with them and these commands. Resolves when
 * the rows and findings are in the log.
 */
export async function showSession(info: SessionInfo, shown: Shown = {}): Promise<void> {
  const { session } = info;
  cache.clear();
  exchanges.clear();
  logMirrors.forget(session);
  // Stops requests for the previous test's view.
  useScreen.setState({ link: 'lost' });
  views = new StubViews();
  if (!isFollowing) followFrontView();
  isFollowing = true;
  useFilter.setState(useFilter.getInitialState());
  useNotices.setState(useNotices.getInitialState());
  useScreen.setState({ ...useScreen.getInitialState(), link: 'lost', sessions: [info], active: session });
  await growSession(session, shown);
}

/** Extends the shown session's log to these records, which begin with its current ones. */
export async function growSession(
  session: string,
  { records = [], findings = [], commands = {} }: Shown,
): Promise<void> {
  const table = rowsOf(records);
  const state = {
    session,
    length: table.length,
    patches: 0,
    counts: noCounts(),
    dropped: 0,
    findings: findings.length,
  };
  views.hold(session, table);
  attachStubHost({
    ...views.commands,
    readRows: async ({ from }) =>
      ok({
        ...state,
        from,
        rows: table.block(from, table.length),
        changed: table.block(0, 0),
        patchesTo: 0,
      }),
    readFindings: async ({ from }) => ok(findings.slice(from)),
    readFindingsNear: async ({ blocks }) => ok(new NearFindings().near(findings, 0, blocks)),
    readExchange: async ({ seq }) =>
      ok(
        await exchangeAt(
          table,
          seq,
          async (first, last) => records.filter((one) => one.seq >= first && one.seq <= last),
          (of) => [...analyzed(records).session(session).failures(of)],
        ),
      ),
    readRecords: async ({ first, last }) => ok(records.filter(({ seq }) => seq >= first && seq <= last)),
    ...commands,
  });
  useScreen.setState({ link: 'open' });
  logGrew(state);
  const log = sessionLog(session);
  const isShown = () => useFrontView.getState().isHere && useFrontView.getState().total >= table.length;
  const counting = findings.filter(isCounted);
  const areFound = () => counting.every(({ seq }) => log.findings.at(seq).length > 0);
  while (log.mirror.length < table.length || !areFound() || !isShown()) {
    await new Promise(requestAnimationFrame);
  }
}

function rowsOf(records: readonly KnownRecord[]): RowTable {
  const table = new RowTable();
  const reader = new RowReader({
    add: (row) => table.add(row),
    patch: (seq, patch) => table.patchAt(table.indexOf(seq), patch),
  });
  const model = new LogModel({ all: [reader] });
  for (const record of records) model.take(record);
  return table;
}

function analyzed(records: readonly KnownRecord[]): LogAnalyzer {
  const analyzer = new LogAnalyzer();
  for (const record of records) analyzer.take(record);
  return analyzer;
}

/** A frame of session `s1`, 10 ms after the previous one. */
export function frame(seq: number, direction: 'sent' | 'received', message: object): KnownRecord {
  return {
    type: 'frame',
    session: 's1',
    seq,
    at: seq * 10,
    direction: direction === 'sent' ? 'client-to-server' : 'server-to-client',
    raw: JSON.stringify({ jsonrpc: '2.0', ...message }),
  };
}

/** How components affect the surrounding screen: through the store, as in the app. */
export const SCREEN_SERVICES = {
  notify: () => undefined,
  closeDialog: () => useScreen.setState({ dialog: null }),
  selectRow: () => undefined,
  httpsOnly: false,
};
