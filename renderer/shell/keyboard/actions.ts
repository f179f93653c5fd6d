import { flushSync } from 'react-dom';
import type { RecentFile } from '../../../app/contract/recording-commands.ts';
import { liveInfo } from '../../../app/contract/session-info.ts';
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import {
  editProfile,
  profileActions,
  saveSession,
  showOtherHosts,
} from '../../connect/profiles/profile-actions.ts';
import { WATCH_ACTIONS } from '../../connect/profiles/watch-agent.ts';
import { LOOKUP_ACTIONS } from '../../lookup/lookup-state.tsx';
import { chooseFiles, openPaths } from '../../runs/recordings/open-files.ts';
import { takesOrders } from '../../server/answers/held-banner.tsx';
import { RAW_EDITOR_ACTIONS } from '../../server/raw-editor/raw-editor-actions.ts';
import { SERVER_REQUEST_ACTIONS } from '../../server/requests/follow-server-requests.ts';
import { canEditAgain, editAgain } from '../../server/tools/edit-again.ts';
import { SIDEBAR_ACTIONS } from '../../server/tools/sidebar.tsx';
import { clearFilter, toggleTier } from '../../state/log/filter-store.ts';
import { follow } from '../../state/log/log-view.ts';
import { showProblemOf } from '../../state/problems/problems-store.ts';
import { openCompare } from '../../state/runs/compare-store.ts';
import { canBeProbed, openProbe } from '../../state/runs/probe-store.ts';
import { openReRun } from '../../state/runs/re-run-store.ts';
import { useRecentFiles } from '../../state/runs/recent-store.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import {
  activateNeighbor,
  activateSession,
  activeSession,
  isAnyOpen,
  selectedKey,
  selectRow,
  setFindingsOpen,
  setInspectorTab,
  setSidebarOpen,
  setTheme,
  showCenterView,
  showDialog,
  useScreen,
  viewInFront,
} from '../../state/screen/screen-store.ts';
import { editAndRestart, openConnect } from '../../state/session/profiles-store.ts';
import {
  closeSession,
  disconnectSession,
  restartSession,
  startErrorLab,
} from '../../state/session/session-commands.ts';
import { canRestart, isLive } from '../../state/session/session-text.ts';
import { FILTER_ACTIONS } from '../../traffic/filter/saved-filters-menu.tsx';
import { MERGED_ACTIONS } from '../../traffic/log/merged-bar.tsx';
import { LOG_VIEW_ACTIONS, moveSelection, moveToError } from '../../traffic/log/row-navigation.ts';
import { engagedReplay, REPLAY_ACTIONS, stepError } from '../../traffic/replay/replay-control.ts';
import { SEARCH_ACTIONS } from '../../traffic/search/search.ts';
import { SELECTION_ACTIONS } from '../../traffic/selection/selection-bar.tsx';
import { type Action, actionsOf } from '../../ui/controls/action.ts';
import { formatMoment } from '../../ui/format/quantity-text.ts';
import { CENTER_ACTIONS } from '../layout/center-views.tsx';
import { closeEnded } from '../top-bar/session-tab.tsx';
import { focusPane } from './pane-focus.ts';

const EDIT_AGAIN = actionsOf('Log', [['Edit and send again', 'r', () => void editAgain(), canEditAgain]]);

const COMPARE = actionsOf('Sessions', [
  ['Compare two runs…', 'C', openCompare, () => useScreen.getState().sessions.length > 0],
]);

const isSelected = () => selectedKey() !== null;

/** Row menu actions in addition to those of the log itself. */
export const ROW_MENU: readonly Action[] = [
  ...actionsOf('Log', [['Show its problem', 'u', showProblem, isSelected]]),
  ...EDIT_AGAIN,
  ...COMPARE,
];

const LOG_ACTIONS = [
  ...actionsOf('Log', [
    ['Next row', 'j', () => moveSelection(1)],
    ['Previous row', 'k', () => moveSelection(-1)],
    ['Next error', 'e', () => goToError(1)],
    ['Previous error', 'E', () => goToError(-1)],
    ['Filter', '/', toFilter],
    ['Clear the filter', '', clearFilter],
    ['Add a bookmark', 'm', () => showDialog('bookmark'), isAnyOpen],
  ]),
  ...EDIT_AGAIN,
  ...actionsOf('Log', [
    ['Follow the newest row', 'f', toggleFollowing],
    ...ERROR_TIERS.map((tier) => [`Show only ${tier} errors`, '', () => toggleTier(tier)] as const),
  ]),
];

const VIEW_ACTIONS = [
  ...actionsOf('View', [['All actions', 'Mod k', () => showDialog('palette')]]),
  ...CENTER_ACTIONS,
  ...LOOKUP_ACTIONS,
  ...actionsOf('View', [
    ['Findings', 'F', () => setFindingsOpen(!useScreen.getState().findingsOpen)],
    ['Sidebar', 'Mod b', () => setSidebarOpen(!useScreen.getState().sidebarOpen)],
    ['Inspector: Explain', '1', () => setInspectorTab('explain')],
    ['Inspector: Message', '2', () => setInspectorTab('message')],
    ['Inspector: Exchange', '3', () => setInspectorTab('exchange')],
    ["Inspector: Model's view", '4', () => setInspectorTab('model')],
    ['Inspector: HTTP', '5', () => setInspectorTab('http')],
    ['Next pane', 'F6', () => focusPane(1)],
    ['Previous pane', 'Shift F6', () => focusPane(-1)],
    ['Light theme', '', () => setTheme('light')],
    ['Dark theme', '', () => setTheme('dark')],
    ["The system's theme", '', () => setTheme('system')],
  ]),
  ...actionsOf('Help', [
    ['Keys', '?', () => showDialog('keys')],
    ['Glossary: what the words mean', '', () => showDialog('glossary')],
  ]),
];

const SESSION_ACTIONS = actionsOf('Sessions', [
  ['Connect to a server', 'n', () => openConnect()],
  ['Recordings: open, rename, delete', 'o', () => showDialog('open-recording')],
  ['Open recording files…', 'Mod o', chooseFiles],
  ['Export the session', 'x', () => showDialog('export'), isAnyOpen],
  ['Copy the session as tests', '', () => showDialog('copy-tests'), isAnyOpen],
  ['Doctor: check the start of the server', '', () => showDialog('doctor'), isAnyOpen],
  ['Hosts on this machine: servers, logs, last starts', '', () => showDialog('hosts')],
  ['Telemetry: send spans to a collector…', '', () => showDialog('telemetry')],
  ['Eras: which revisions and hosts connect', '', () => showDialog('eras'), isAnyOpen],
  ['Which tools reach a model…', '', () => showDialog('model-tools'), isAnyOpen],
  ['New server profile', '', () => editProfile(null)],
  ['Import from Claude, Cursor…', '', showOtherHosts],
  ['Start the error lab', '', () => void startErrorLab()],
  ['Next session', ']', () => activateNeighbor(1)],
  ['Previous session', '[', () => activateNeighbor(-1)],
  ['Close the sessions that ended', '', closeEnded],
]);

const RE_RUN_ACTIONS = actionsOf(
  'Log',
  [
    ['Re-run…', 'R', () => openReRun()],
    ['Re-run all requests of the session…', '', () => openReRun('whole')],
    ['Re-run what the filter shows…', '', () => openReRun('filtered')],
  ],
  isAnyOpen,
);

const PROBE_ACTIONS = actionsOf('Sessions', [['Probe this server…', '', () => openProbe(), isProbeable]]);

const PROBLEM_OF_ROW = actionsOf('Log', [
  ['Show the problem of the selected row', 'u', showProblem, isSelected],
]);

const DIALOG_ACTIONS = actionsOf('Sessions', [
  [
    'Settings: start, protocol, limits, server requests, watch, theme, log, rules off, hosts',
    'Mod ,',
    () => showDialog('session-settings'),
  ],
  [
    'Hold or change answers of a tapped server',
    '',
    () => showDialog('answers'),
    () => takesOrders(activeSession()),
  ],
]);

/** Every action with a key or palette entry that does not depend on what is open. */
export const ACTIONS: readonly Action[] = [
  ...LOG_ACTIONS,
  ...PROBLEM_OF_ROW,
  ...actionsOf('View', [['Rules that are off', '', () => showDialog('rules-off')]]),
  ...LOG_VIEW_ACTIONS,
  ...RE_RUN_ACTIONS,
  ...SELECTION_ACTIONS,
  ...SEARCH_ACTIONS,
  ...FILTER_ACTIONS,
  ...MERGED_ACTIONS,
  ...RAW_EDITOR_ACTIONS,
  ...REPLAY_ACTIONS,
  ...SESSION_ACTIONS,
  ...WATCH_ACTIONS,
  ...COMPARE,
  ...PROBE_ACTIONS,
  ...SERVER_REQUEST_ACTIONS,
  ...DIALOG_ACTIONS,
  ...SIDEBAR_ACTIONS,
  ...VIEW_ACTIONS,
];

/** The actions for the context: first for the selected row, then for a tool, then for the active session. */
export function actionsNow(calls: readonly Action[]): readonly Action[] {
  const session = isAnyOpen()
    ? [...RE_RUN_ACTIONS, ...COMPARE, ...PROBE_ACTIONS]
    : SESSION_ACTIONS.slice(0, 2);
  return [...EDIT_AGAIN, ...PROBLEM_OF_ROW, ...calls, ...session].filter(({ when }) => when?.() !== false);
}

export function currentActions(): Action[] {
  const { sessions, active } = useScreen.getState();
  const info = sessions.find((one) => one.session === active);
  const own: Action[] = [];
  const add = (title: string, run: () => void, ends = false) =>
    own.push({ group: 'Sessions', title, ends, run });
  if (info !== undefined) {
    const live = liveInfo(info);
    const { variable = '' } = live?.failure ?? {};
    const lacking = variable === '' ? '' : `, add variable ${variable}`;
    if (live?.failure) add(`Edit and start again${lacking}`, () => editAndRestart(live, variable));
    if (canRestart(info)) add(`Restart ${info.label}`, () => void restartSession(info.session), true);
    if (isLive(info)) add(`Disconnect ${info.label}`, () => void disconnectSession(info.session), true);
    add(`Close ${info.label}`, () => void closeSession(info.session), true);
    add('Select nothing', () => selectRow(info.session, null));
  }
  if (info !== undefined && isLive(info) && liveInfo(info)?.profile === undefined) {
    add(`Save ${info.label} as profile`, () => void saveSession(info.session));
  }
  own.push(...profileActions());
  for (const { session, label } of sessions) {
    const same = sessions.filter((one) => one.label === label);
    const called = same.length > 1 ? `${label} (${session})` : label;
    if (session !== active) add(`Go to ${called}`, () => activateSession(session));
  }
  own.push(...recentFileActions());
  return [...own, ...ACTIONS.filter(({ when }) => when?.() !== false)];
}

function showProblem(): void {
  const key = selectedKey();
  if (key !== null) void showProblemOf(key.session, key.seq);
}

function isProbeable(): boolean {
  const info = activeSession();
  return info !== undefined && canBeProbed(info);
}

/** While a recording is playing, the playhead moves to the error; else only the selection. */
function goToError(step: 1 | -1): void {
  const session = engagedReplay();
  if (session === undefined) moveToError(step);
  else stepError(session, step);
}

function toFilter(): void {
  // Rendered before the field can take the caret.
  flushSync(() => showCenterView('log'));
  giveFocus('filter');
}

function toggleFollowing(): void {
  const view = viewInFront();
  if (view !== null) follow(view, !(useScreen.getState().views[view]?.following ?? true));
}

const MAX_RECENT = 10;

function recentFileActions(): Action[] {
  const files = useRecentFiles
    .getState()
    .files.filter(({ missing }) => missing === '')
    .slice(0, MAX_RECENT);
  return files.map((file) => ({
    group: 'Sessions',
    title: titleOf(file, files),
    run: () => void openPaths([file.path]),
  }));
}

/** Files with the same name are distinguished by folder, or by upload time. */
function titleOf(file: RecentFile, files: readonly RecentFile[]): string {
  const { name, format, path, received, openedAt } = file;
  const title = `Open recent: ${name} (${format})`;
  if (!files.some((other) => other.path !== path && other.name === name && other.format === format))
    return title;
  return `${title}, ${received ? `handed over ${formatMoment(openedAt)}` : path}`;
}
