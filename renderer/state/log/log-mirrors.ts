import { fileInfo, type LogState } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { host, settled } from '../host/host.ts';
import { yieldTurn } from '../host/yield-turn.ts';
import { notify, type Revisions, useScreen } from '../screen/screen-store.ts';
import { FindingsMirror, type FindingsOptions } from './findings-mirror.ts';
import { LogMirror, type MirrorOptions } from './log-mirror.ts';

/** How many new rows between two frames of the page count as a flood. */
const FLOOD_ROWS = 50;
const PANELS_EVERY_MS = 250;

/** Decides when panels render: at once as a rule, but four times a second for a flooded log. */
export class PanelSchedule {
  readonly #now: () => number;
  /** When a session's panels last rendered, and with how many rows. */
  readonly #drawn = new Map<string, { readonly at: number; readonly length: number }>();
  #waiting = new Set<string>();

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** True if panels are out of date: `due` must be called again soon. */
  get waiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** The sessions to render now, of the changed and the delayed ones; `lengthOf` returns their row counts. */
  due(changed: Iterable<string>, lengthOf: (session: string) => number): string[] {
    const now = this.#now();
    const due: string[] = [];
    const waiting = new Set<string>();
    for (const session of new Set([...this.#waiting, ...changed])) {
      const length = lengthOf(session);
      const drawn = this.#drawn.get(session);
      const fresh = length - (drawn?.length ?? 0);
      if (drawn !== undefined && fresh >= FLOOD_ROWS && now - drawn.at < PANELS_EVERY_MS) {
        waiting.add(session);
        continue;
      }
      this.#drawn.set(session, { at: now, length });
      due.push(session);
    }
    this.#waiting = waiting;
    return due;
  }
}

/** The minimum interval between renders of a flooded log, in milliseconds. */
const FLOOD_BEAT_MS = 45;

/** A hidden page gets no animation frames, but must keep up. */
const SLOW_BEAT_MS = 200;

/** Runs scheduled work once in the next animation frame, or after a delay if there is none. */
class FrameSchedule {
  readonly #work: () => void;
  readonly #canWait: () => boolean;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastAt = 0;

  /** While `canWait` is true, `work` does not run with every frame. */
  constructor(work: () => void, canWait: () => boolean) {
    this.#work = work;
    this.#canWait = canWait;
  }

  schedule(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(this.#pace);
    this.scheduleSlowly();
  }

  /** The same at low priority: for frequent events that need not be visible at once. */
  scheduleSlowly(): void {
    this.#timer ??= setTimeout(this.#beat, SLOW_BEAT_MS);
  }

  readonly #pace = (): void => {
    const waits = performance.now() - this.#lastAt < FLOOD_BEAT_MS && this.#canWait();
    if (waits) this.#frame = requestAnimationFrame(this.#pace);
    else this.#beat();
  };

  readonly #beat = (): void => {
    this.#lastAt = performance.now();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work();
  };
}

function raised(revisions: Revisions, names: readonly string[]): Revisions {
  if (names.length === 0) return revisions;
  const grown = Object.fromEntries(names.map((name) => [name, (revisions[name] ?? 0) + 1]));
  return { ...revisions, ...grown };
}

/** How many missing rows mean that a log is loading rather than growing. */
const FAR_BEHIND = 20_000;

/** The logs of the open sessions, and which of them must render. */
class LogMirrors {
  readonly #logs = new Map<string, SessionLog>();
  readonly #changed = new Set<string>();
  readonly #beat = new FrameSchedule(
    () => this.#flush(),
    () => this.#isFlooded(),
  );
  /** How many rows each log had at its last render. */
  readonly #drawn = new Map<string, number>();
  readonly #panels = new PanelSchedule(() => performance.now());

  log(session: string): SessionLog {
    const known = this.#logs.get(session);
    if (known !== undefined) return known;
    const log = this.#newLog(session);
    this.#logs.set(session, log);
    return log;
  }

  resume(states: readonly LogState[], fresh: ReadonlySet<string>): void {
    const kept = new Set(states.map((state) => state.session));
    for (const [session, log] of [...this.#logs]) {
      const state = states.find((one) => one.session === session);
      const shrunk = state !== undefined && state.length < log.mirror.length;
      if (!kept.has(session) || fresh.has(session) || shrunk) this.#logs.delete(session);
    }
    for (const state of states) {
      const log = this.log(state.session);
      log.mirror.resume(state);
      log.findings.resume(state.findings, state.findingsRevision);
    }
  }

  forget(session: string): void {
    this.#logs.delete(session);
    this.#changed.delete(session);
    this.#drawn.delete(session);
  }

  redraw(session: string): void {
    this.#changed.add(session);
    this.#beat.schedule();
  }

  #newLog(session: string): SessionLog {
    const log = new SessionLog({
      session,
      read: (input) => settled(host().readRows(input)),
      readFar: (seqs) => settled(host().readRowsOf({ session, seqs: [...seqs] })),
      findings: {
        read: (input) => settled(host().readFindings(input)),
        readNear: (input) => settled(host().readFindingsNear(input)),
      },
      onChange: () => {
        this.#changed.add(session);
        if (isLoading(log)) this.#beat.scheduleSlowly();
        else this.#beat.schedule();
      },
      onFault: (sentence) => {
        const { link, sessions } = useScreen.getState();
        // It is not an error if a tab was closed while a page of its rows was in flight.
        const shown = sessions.some((info) => info.session === session);
        if (link === 'open' && shown) notify({ level: 'error', text: sentence });
      },
      yieldTurn,
    });
    return log;
  }

  /** Nobody can read rows at this rate: each render takes time from the host and its server. */
  #isFlooded(): boolean {
    return [...this.#changed].some((name) => {
      const length = this.#logs.get(name)?.mirror.length ?? 0;
      return length - (this.#drawn.get(name) ?? 0) >= FLOOD_ROWS;
    });
  }

  #flush(): void {
    const beaten = [...this.#changed];
    this.#changed.clear();
    for (const name of beaten) this.#drawn.set(name, this.#logs.get(name)?.mirror.length ?? 0);
    const panels = this.#panels.due(beaten, (name) => this.#logs.get(name)?.mirror.length ?? 0);
    useScreen.setState(({ revisions, panelRevisions }) => ({
      revisions: raised(revisions, beaten),
      panelRevisions: raised(panelRevisions, panels),
    }));
    if (this.#panels.waiting) this.#beat.scheduleSlowly();
  }
}

/** The page shows one host, so a name identifies a session. */
export const logMirrors = new LogMirrors();

/** The log of a session; created on first use. */
export function sessionLog(session: string): SessionLog {
  return logMirrors.log(session);
}

/** True while existing rows are loading: not every page of them must be shown at once. */
function isLoading({ mirror }: SessionLog): boolean {
  const { session, length } = mirror.state;
  if (length - mirror.length > FAR_BEHIND) return true;
  return useScreen
    .getState()
    .sessions.some((info) => info.session === session && fileInfo(info)?.opening !== undefined);
}

export function logGrew(state: LogState): void {
  const log = logMirrors.log(state.session);
  log.mirror.heard(state);
  log.findings.heard(state.findings, state.findingsRevision);
}

/** The log of a session for a panel: updates on every change, four times a second during a flood. */
export function useSessionLog(session: string): SessionLog {
  useScreen((state) => state.panelRevisions[session]);
  return logMirrors.log(session);
}

/** The current row with this `seq` in a session's log; undefined if it is not loaded. */
export function useRow(session: string, seq: number | null): Row | undefined {
  const log = useSessionLog(session);
  return seq === null ? undefined : log.mirror.rowOf(seq);
}

export function useSelectedRow(): Row | undefined {
  const session = useScreen((state) => state.active) ?? '';
  const seq = useScreen((state) => state.views[session]?.selected ?? null);
  return useRow(session, seq);
}

/** The screen's data on one session's log besides the visible rows: its last rows and its findings. */
export class SessionLog {
  readonly mirror: LogMirror;
  readonly findings: FindingsMirror;

  constructor(options: MirrorOptions & { readonly findings: Pick<FindingsOptions, 'read' | 'readNear'> }) {
    const { session, findings, onChange, onFault } = options;
    this.mirror = new LogMirror(options);
    this.findings = new FindingsMirror({ session, ...findings, onFound: onChange, onFault });
  }
}
