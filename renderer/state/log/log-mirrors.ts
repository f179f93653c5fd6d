import { fileInfo, type LogState } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { host, settled } from '../host/host.ts';
import { yieldTurn } from '../host/yield-turn.ts';
import { notify, type Revisions, useScreen } from '../screen/screen-store.ts';
import { SessionLog } from './session-log.ts';

/** Rows that come between two frames of the page, from which on a log is flooded. */
const FLOOD_ROWS = 50;
const PANELS_EVERY_MS = 250;

/** Which sessions' panels are drawn again: at once as a rule, but of a flooded log four times a second. */
export class PanelBeat {
  readonly #now: () => number;
  /** When the panels of a session were drawn last, and with how many rows. */
  readonly #drawn = new Map<string, { readonly at: number; readonly length: number }>();
  #waiting = new Set<string>();

  /** `now` gives milliseconds of a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** True if panels are older than their rows: `due` is to be asked again soon. */
  get waiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Those to draw now, of the sessions that changed and of those that had to wait; `lengthOf` gives their rows. */
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

/** The shortest time between two pictures of a flooded log. */
const FLOOD_BEAT_MS = 45;

/** A hidden page gets no animation frames; it still has to keep up. */
const SLOW_BEAT_MS = 200;

/** Runs what was asked for once at the next animation frame, or after a while if there is none. */
class FrameBeat {
  readonly #work: () => void;
  readonly #canWait: () => boolean;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastAt = 0;

  /** While it can wait, `work` is not done with each frame. */
  constructor(work: () => void, canWait: () => boolean) {
    this.#work = work;
    this.#canWait = canWait;
  }

  schedule(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(this.#pace);
    this.scheduleSlowly();
  }

  /** The same, but without haste: for what comes in great numbers and need not be seen at once. */
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

/** Rows still to come, from which on a log is loading, not growing. */
const FAR_BEHIND = 20_000;

/** The logs of the open sessions, and what must be drawn again. */
class LogMirrors {
  readonly #logs = new Map<string, SessionLog>();
  readonly #changed = new Set<string>();
  readonly #beat = new FrameBeat(
    () => this.#flush(),
    () => this.#isFlooded(),
  );
  /** How many rows each log had when it was drawn last. */
  readonly #drawn = new Map<string, number>();
  readonly #panels = new PanelBeat(() => performance.now());

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
      readFindings: (input) => settled(host().readFindings(input)),
      onChange: () => {
        this.#changed.add(session);
        if (isLoading(log)) this.#beat.scheduleSlowly();
        else this.#beat.schedule();
      },
      onFault: (sentence) => {
        const { link, sessions } = useScreen.getState();
        // A tab that was closed while a page of its rows was on its way is no fault.
        const shown = sessions.some((info) => info.session === session);
        if (link === 'open' && shown) notify({ level: 'error', text: sentence });
      },
      yieldTurn,
    });
    return log;
  }

  /** Nobody can read rows that come in such numbers: each picture costs what the host and its server need. */
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

/** The page shows one host: a name identifies a session. */
const mirrors = new LogMirrors();

/** The rows of a session; made on first use. */
export function sessionLog(session: string): SessionLog {
  return mirrors.log(session);
}

/** True while rows come that were there before: nobody has to see each page of them at once. */
function isLoading({ mirror }: SessionLog): boolean {
  const { session, length } = mirror.state;
  if (length - mirror.length > FAR_BEHIND) return true;
  return useScreen
    .getState()
    .sessions.some((info) => info.session === session && fileInfo(info)?.opening !== undefined);
}

/** Takes the host's news that a log grew or changed. */
export function logGrew(state: LogState): void {
  const log = mirrors.log(state.session);
  log.mirror.heard(state);
  log.findings.heard(state.findings, state.findingsRevision);
}

/** After a (re)connect: `fresh` names the sessions whose rows here belong to another run of the host. */
export function resumeLogs(states: readonly LogState[], fresh: ReadonlySet<string>): void {
  mirrors.resume(states, fresh);
}

export function forgetLog(session: string): void {
  mirrors.forget(session);
}

/** Draws what is shown of a log again. */
export function redrawLog(session: string): void {
  mirrors.redraw(session);
}

/** The log of a session for a panel: drawn again whenever it has changed, of a flood four times a second. */
export function useSessionLog(session: string): SessionLog {
  useScreen((state) => state.panelRevisions[session]);
  return mirrors.log(session);
}

/** The row of `seq` in a session's log, as it stands now; undefined if it is not there (yet). */
export function useRow(session: string, seq: number | null): Row | undefined {
  const log = useSessionLog(session);
  return seq === null ? undefined : log.mirror.rowOf(seq);
}

/** The selected row of the session whose tab is in front. */
export function useSelectedRow(): Row | undefined {
  const session = useScreen((state) => state.active) ?? '';
  const seq = useScreen((state) => state.views[session]?.selected ?? null);
  return useRow(session, seq);
}
