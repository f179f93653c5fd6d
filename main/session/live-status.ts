import type { Ask, WithdrawnAsk } from '../../app/contract/ask.ts';
import type { ListChanges, LiveInfo } from '../../app/contract/session-info.ts';
import type { ReconnectOffer } from '../../app/protocol/reconnect-offer.ts';
import type { Era } from '../../app/protocol/revisions.ts';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';

/** What changes about a session while it lives. */
export type LiveStatus = {
  readonly state: LiveInfo['state'];
  readonly pid: number | null;
  /** One sentence on why it ended or failed; empty while it runs. */
  readonly ending: string;
  /** Short, for the tab: `exit 3`, `SIGKILL`, `not started`. */
  readonly exit: string;
  readonly era: Era | null;
  /** One sentence on why it is this era; empty while that is open. */
  readonly eraReason: string;
  /** The records that decided it: each probe and what came back for it. */
  readonly eraFrames: readonly number[];
};

/** What the screen shows of a live session beside its status. */
export type LiveDetails = {
  readonly settings: SessionSettings;
  readonly asks: readonly Ask[];
  readonly withdrawnAsks: readonly WithdrawnAsk[];
  readonly completedElicitations: readonly string[];
  readonly offers: readonly ReconnectOffer[];
  readonly changes: ListChanges;
  readonly subscriptions: readonly string[];
  readonly followedTasks: readonly string[];
  readonly logLevel: string;
  readonly logLevelBefore: string;
};

/** How a session begins, and begins again. */
export const STARTING: LiveStatus = {
  state: 'starting',
  pid: null,
  ending: '',
  exit: '',
  era: null,
  eraReason: '',
  eraFrames: [],
};

/** What is so after every failure. */
export const FAILED = { state: 'failed', pid: null } as const;
