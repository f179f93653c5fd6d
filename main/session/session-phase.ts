import type { LiveInfo } from '../../app/contract/session-info.ts';
import { lastWords } from '../../app/frame/stderr-text.ts';
import type { Era } from '../../app/protocol/revisions.ts';
import type { ProtocolClient } from './protocol-client.ts';
import type { ProcessExit, ServerRun } from './server-run.ts';

/** What changes about a session while it is open. */
export type LiveStatus = Pick<
  LiveInfo,
  'state' | 'pid' | 'ending' | 'exit' | 'era' | 'eraReason' | 'eraFrames'
>;

/** What every phase has. */
type Base = {
  /** Counts what the user, or a changed file, has the session do: work for an older one gives way. */
  readonly generation: number;
  readonly status: LiveStatus;
  /** Why a start after a change of files leaves the probe out; empty if it does not. */
  readonly unprobed: string;
};

/** What a session is doing. It changes by {@link nextPhase} alone, which passes over events that come too late. */
export type SessionPhase =
  | (Base & { readonly kind: 'idle' })
  /** `firstExit` says how the run before ended on the probe; empty if there was none. */
  | (Base & { readonly kind: 'starting'; readonly run: ServerRun; readonly firstExit: string })
  | (Base & { readonly kind: 'ready'; readonly run: ServerRun; readonly client: ProtocolClient })
  /** No call is possible; the process may still run. */
  | (Base & { readonly kind: 'failed'; readonly run: ServerRun })
  /** The session was ended on purpose, and the exit of its process is on its way. */
  | (Base & { readonly kind: 'leaving'; readonly run: ServerRun })
  | (Base & { readonly kind: 'closed'; readonly run: ServerRun });

type RunEvent =
  | { readonly kind: 'spawned'; readonly pid: number }
  | { readonly kind: 'spawn-failed'; readonly message: string }
  | { readonly kind: 'stdout-closed' }
  /** This app itself failed on what the server did; `error` as text. */
  | { readonly kind: 'defect'; readonly error: string }
  | { readonly kind: 'exited'; readonly exit: ProcessExit }
  | {
      readonly kind: 'era';
      readonly era: Era;
      readonly reason: string;
      readonly frames: readonly number[];
    }
  /** The handshake is over, well or not. */
  | { readonly kind: 'ready'; readonly client: ProtocolClient }
  | { readonly kind: 'refused'; readonly failure: string }
  /** The process had exited by the end of the handshake. */
  | { readonly kind: 'exited-early'; readonly exit: ProcessExit };

/** What happens to a session: something of one run of its process, a new run, or its end on purpose. */
export type PhaseEvent =
  | (RunEvent & { readonly run: ServerRun })
  | {
      readonly kind: 'started';
      readonly generation: number;
      readonly run: ServerRun;
      readonly unprobed: string;
      readonly firstExit: string;
    }
  /** `isRunning` is about the process of the phase, and `exit` how it ended if it did. */
  | { readonly kind: 'left'; readonly isRunning: boolean; readonly exit: ProcessExit | undefined };

const STARTING: LiveStatus = {
  state: 'starting',
  pid: null,
  ending: '',
  exit: '',
  era: null,
  eraReason: '',
  eraFrames: [],
};
const DEFECT = 'defect of Tierscope';
const FAILED = { state: 'failed', pid: null } as const;

export const IDLE: SessionPhase = { kind: 'idle', generation: 0, status: STARTING, unprobed: '' };

/** The phase after an event; the same one if the event is of an older run or generation, or too late. */
export function nextPhase(phase: SessionPhase, event: PhaseEvent): SessionPhase {
  if (event.kind === 'started') {
    const { generation, run, unprobed, firstExit } = event;
    if (generation !== phase.generation) return phase;
    return { kind: 'starting', generation, run, unprobed, firstExit, status: STARTING };
  }
  if (event.kind === 'left') return left(phase, event);
  if (phase.kind === 'idle' || event.run !== phase.run) return phase;
  const { status } = phase;
  switch (event.kind) {
    case 'spawned':
      return { ...phase, status: { ...status, pid: event.pid } };
    case 'spawn-failed':
      return failed(phase, { ...FAILED, ending: event.message, exit: 'not started' });
    case 'stdout-closed':
      if (phase.kind !== 'starting' && phase.kind !== 'ready') return phase;
      return failed(phase, { state: 'failed', ending: STDOUT_CLOSED, exit: 'stdout closed' });
    case 'defect':
      if (phase.kind !== 'starting' && phase.kind !== 'ready') return phase;
      return failed(phase, { state: 'failed', ending: defectSentence(event.error), exit: DEFECT });
    case 'exited':
      return exited(phase, event.exit);
    default:
      return phase.kind === 'starting' ? shaken(phase, event) : phase;
  }
}

type Running = Exclude<SessionPhase, { kind: 'idle' }>;

function shaken(
  phase: Extract<SessionPhase, { kind: 'starting' }>,
  event: Extract<RunEvent, { kind: 'era' | 'ready' | 'refused' | 'exited-early' }>,
): SessionPhase {
  const { generation, run, unprobed, status } = phase;
  switch (event.kind) {
    case 'era': {
      const { era, reason: eraReason, frames: eraFrames } = event;
      return { ...phase, status: { ...status, era, eraReason, eraFrames } };
    }
    case 'ready':
      return { kind: 'ready', generation, run, unprobed, client: event.client, status: ready(status) };
    case 'refused':
      return failed(phase, { state: 'failed', ending: `The handshake failed: ${event.failure}` });
    case 'exited-early':
      return failed(phase, exitOf(phase, event.exit));
  }
}

function exited(phase: Running, exit: ProcessExit): SessionPhase {
  switch (phase.kind) {
    case 'leaving':
      return closed(phase, exit);
    case 'starting':
      // The handshake decides what an exit during it means.
      return { ...phase, status: { ...phase.status, pid: null } };
    default:
      // The exit follows the defect, and says nothing of the server.
      if (phase.status.exit === DEFECT) return failed(phase, { pid: null });
      return failed(phase, exitOf(phase, exit));
  }
}

function left(phase: SessionPhase, { isRunning, exit }: Extract<PhaseEvent, { kind: 'left' }>): SessionPhase {
  const next = { ...phase, generation: phase.generation + 1 };
  if (next.kind === 'idle' || next.kind === 'closed' || next.kind === 'leaving') return next;
  const { generation, run, unprobed, status } = next;
  if (isRunning) return { kind: 'leaving', generation, run, unprobed, status };
  // A start that waits for its handshake has nothing more to wait for.
  return next.kind === 'starting' && exit !== undefined ? closed(next, exit) : next;
}

function ready(status: LiveStatus): LiveStatus {
  return { ...status, state: 'ready' };
}

function failed({ generation, run, unprobed, status }: Running, change: Partial<LiveStatus>): SessionPhase {
  return { kind: 'failed', generation, run, unprobed, status: { ...status, ...change } };
}

function closed({ generation, run, unprobed, status }: Running, { how, exit }: ProcessExit): SessionPhase {
  const ending = `Disconnected. The server ended with ${how}.`;
  return {
    kind: 'closed',
    generation,
    run,
    unprobed,
    status: { ...status, state: 'closed', pid: null, ending, exit },
  };
}

/** What the status says after an exit that nobody asked for. */
function exitOf(phase: Running, { how, exit, lastStderrText }: ProcessExit): Partial<LiveStatus> {
  const isStarting = phase.kind === 'starting';
  const when = isStarting ? ' before the handshake was done' : '';
  const before = phase.status.state === 'failed' ? `${phase.status.ending} ` : '';
  const twice = isStarting ? startedTwice(phase.firstExit, how) : '';
  const more = [lastWords(lastStderrText), twice].filter((text) => text !== '').join(' · ');
  return { ...FAILED, ending: `${before}The server exited with ${how}${when}. ${more}`.trimEnd(), exit };
}

/** Why a server was started twice that could not be started at all; empty if it was not. */
function startedTwice(first: string, how: string): string {
  if (first === '') return '';
  const then = first === how ? 'the same way, so the question is not the reason' : `with ${how}`;
  return `It was started twice: it ended with ${first} when it was asked server/discover, and without that question ${then}.`;
}

function defectSentence(error: string): string {
  return `Tierscope ended this session because of a defect of its own in taking what the server sent (${error}). What came until then is recorded. Restart the server, and please report the defect with the recording.`;
}

const STDOUT_CLOSED = 'The server closed its stdout and still runs. No answer can come: restart it.';
