import { groupedBy } from '../../../app/base/grouped-by.ts';
import { visibleText } from '../../../app/base/hidden-characters.ts';
import type {
  LogTextsState,
  SessionInfo,
  SessionProject,
  SessionState,
} from '../../../app/contract/session-info.ts';
import type { RuleSetting } from '../../../app/session/project/project-file.ts';
import type { SessionBadgeProps } from '../../ui/controls/session-badge.tsx';
import { byteSize, counted, formatClock, formatMoment } from '../../ui/format/quantity-text.ts';

export const STATE_LABELS: { readonly [State in SessionState]: string } = {
  starting: 'starting',
  ready: 'connected',
  failed: 'failed',
  closed: 'closed',
  file: 'recording',
};

/** Where the session comes from, as an attribute of its tab. */
export function originGlyph(info: SessionInfo): 'connect' | 'tap' | 'import' | 'open' {
  switch (info.kind) {
    case 'live':
      return 'connect';
    case 'tapped':
      return 'tap';
    case 'file':
      return info.format === undefined ? 'open' : 'import';
  }
}

/** True if the session belongs to another program and is shown through a tap. */
export function isTapped(info: SessionInfo): boolean {
  return info.kind === 'tapped';
}

/** The state of the session as a label, with its owner unless that is this app. */
export function stateText(info: SessionInfo): string {
  switch (info.kind) {
    case 'tapped':
      return info.state === 'closed' ? 'tapped, ended' : 'tapped, live';
    case 'file':
      return info.format === undefined ? STATE_LABELS[info.state] : `imported from ${info.format}`;
    case 'live':
      return STATE_LABELS[info.state];
  }
}

/** True if a running server process of this app belongs to the session. */
export function isLive(info: SessionInfo): boolean {
  return info.kind === 'live' && (info.state === 'starting' || info.state === 'ready');
}

/** Why nothing can be sent to the session's server, in one sentence; empty if it can. */
export function sendRefusal(info: SessionInfo): string {
  switch (info.kind) {
    case 'tapped':
      return 'This session is tapped: it belongs to its agent, and nothing can be sent from here.';
    case 'file':
      return 'This is a recording: there is no server to call.';
    case 'live':
      return info.state === 'ready' ? '' : 'The session is not open. Restart it to use its server.';
  }
}

export function canRestart(info: SessionInfo): boolean {
  return info.kind === 'live';
}

/** Identifies a server across restarts: its command line, else its name, else the file. */
export function serverKey({ commandLine, server, file, label }: SessionInfo): string {
  return commandLine || server?.name || file || label;
}

/** Identifies a run of a server: `1.2.1, 12:05:31`, as far as known. */
export function runText(info: SessionInfo): string {
  return [versionOf(info), timeOf(info)].filter((part) => part !== '').join(', ');
}

const versionOf = ({ server }: SessionInfo) => visibleText(server?.version ?? '');
const timeOf = ({ startedAt }: SessionInfo) =>
  Number.isNaN(Date.parse(startedAt)) ? '' : formatClock(startedAt, 0).slice(0, 8);

/** Formats of a start time, shortest first. */
const TIMES: readonly ((info: SessionInfo) => string)[] = [
  (info) => timeOf(info).slice(0, 5),
  timeOf,
  ({ startedAt }) => formatMoment(startedAt),
];

/** Distinguishes sessions with the same label: by version if different, and start time; at worst by a number. */
function apartTexts(twins: readonly SessionInfo[]): readonly string[] {
  const isOther = new Set(twins.map(versionOf)).size > 1;
  let texts: string[] = [];
  for (const time of TIMES) {
    texts = twins.map((one) => [isOther ? versionOf(one) : '', time(one)].filter(Boolean).join(', '));
    if (new Set(texts).size === twins.length) return texts;
  }
  return texts.map((text, at) => `${text} (${at + 1})`.trim());
}

/** The name of each open session: its label, and a distinction if another has the same label. */
export function sessionNames(sessions: readonly SessionInfo[]): ReadonlyMap<string, SessionName> {
  const names = new Map<string, SessionName>();
  for (const [label, twins] of groupedBy(sessions, (info) => info.label)) {
    const texts = twins.length === 1 ? [''] : apartTexts(twins);
    for (const [at, { session }] of twins.entries()) {
      const apart = texts[at] ?? '';
      names.set(session, { session, label: `${label} ${apart}`.trim(), apart });
    }
  }
  return names;
}

export type SessionName = SessionBadgeProps & {
  /** Distinguishes it from others with the same label; empty if there are none. */
  readonly apart: string;
};

/** How much row text the host holds, where the rest is, and what to do if some is lost. */
export function rowTextsTitle({ heldBytes, limitBytes, onDisk, letGo }: LogTextsState): string {
  const held = `Row text in memory: ${byteSize(heldBytes)} of this session. The app holds at most ${byteSize(limitBytes)} for all live sessions together.`;
  const moved =
    onDisk === 0
      ? ''
      : ` The text of the oldest ${counted(onDisk, 'row')} lies on the disk until the tab is closed, and is read when it is shown.`;
  const gone =
    letGo === 0
      ? ''
      : ` The disk took no more, so the text of ${counted(letGo, 'row')} is gone from the log. Make room on the disk; to read such a row, select it: its record comes from the recording.`;
  return `${held}${moved}${gone}`;
}

/** The rules in a project file: first those that it turns off. */
export function setRules({ rules }: SessionProject): readonly (RuleSetting & { readonly rule: string })[] {
  const all = Object.entries(rules).map(([rule, setting]) => ({ rule, ...setting }));
  return [...all.filter(({ as }) => as === 'off'), ...all.filter(({ as }) => as !== 'off')];
}

/** The effect of a project file, in a line: `2 rules off, 1 graded otherwise, 3 calls with an expected end`. */
export function projectText(project: SessionProject): string {
  const rules = setRules(project);
  const off = rules.filter(({ as }) => as === 'off').length;
  const parts = [
    off > 0 ? `${counted(off, 'rule')} off` : '',
    rules.length > off ? `${rules.length - off} graded otherwise` : '',
    project.expected > 0 ? `${counted(project.expected, 'call')} with an expected end` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'changes no finding' : parts.join(', ');
}
