import {
  ENDED_HERE,
  reasonOfExit,
  reasonOfRefusal,
  reasonOfSilence,
  type SessionFailure,
  type StrayLines,
  strayText,
  UNEXPLAINED,
} from '../../app/checks/doctor/start-failure.ts';
import type { LiveInfo } from '../../app/contract/session-info.ts';
import type { LostAnswer } from '../../app/explain/lost-answer.ts';
import { howItEnded } from '../../app/explain/phrases.ts';
import type { Era } from '../../app/protocol/revisions.ts';
import type { HandshakeEnd } from './handshake.ts';
import type { ProtocolClient } from './protocol-client.ts';
import type { LinkEnd, ServerLink } from './server-link.ts';

/** The parts of a session that change while it is open. */
export type LiveStatus = Pick<
  LiveInfo,
  'state' | 'pid' | 'ending' | 'exit' | 'failure' | 'stray' | 'era' | 'eraReason' | 'eraFrames'
>;

type Base = {
  /** Increases with every action of the user or file change; work for an older generation is dropped. */
  readonly generation: number;
  readonly status: LiveStatus;
  /** Why a restart after file changes skips the probe; empty if it does not. */
  readonly unprobed: string;
};

/** The state of a session. Only {@link nextPhase} changes it, and ignores events that come too late. */
export type SessionPhase =
  | (Base & { readonly kind: 'idle' })
  /** `firstExit` is how the probe ended the previous run; empty if there was none. */
  | (Base & { readonly kind: 'starting'; readonly run: ServerLink; readonly firstExit: string })
  | (Base & { readonly kind: 'ready'; readonly run: ServerLink; readonly client: ProtocolClient })
  /** Calls are not possible; the process may still run. */
  | (Base & { readonly kind: 'failed'; readonly run: ServerLink })
  /** The session was ended on purpose, and its process is about to exit. */
  | (Base & { readonly kind: 'leaving'; readonly run: ServerLink })
  | (Base & { readonly kind: 'closed'; readonly run: ServerLink });

type Refusal = Extract<HandshakeEnd, { kind: 'failed' }>;

type RunEvent =
  | { readonly kind: 'spawned'; readonly pid: number }
  | { readonly kind: 'spawn-failed'; readonly message: string }
  | { readonly kind: 'stdout-closed' }
  /** The server has dropped its HTTP session. */
  | { readonly kind: 'gone'; readonly lost: LostAnswer }
  /** A defect of this app in handling the server's output; `error` as text. */
  | { readonly kind: 'defect'; readonly error: string }
  | { readonly kind: 'exited'; readonly exit: LinkEnd }
  | {
      readonly kind: 'era';
      readonly era: Era;
      readonly reason: string;
      readonly frames: readonly number[];
    }
  /** The handshake is over, successful or not. */
  | { readonly kind: 'ready'; readonly client: ProtocolClient }
  | (Omit<Refusal, 'kind'> & { readonly kind: 'refused'; readonly stderr: readonly string[] })
  /** A line on stdout before the end of the handshake that is not a message. */
  | { readonly kind: 'strayed'; readonly stray: StrayLines }
  /** The process exited before the end of the handshake. */
  | { readonly kind: 'exited-early'; readonly exit: LinkEnd };

/** An event of a session: from one run of its process, a new run, or its intended end. */
export type PhaseEvent =
  | (RunEvent & { readonly run: ServerLink })
  | {
      readonly kind: 'started';
      readonly generation: number;
      readonly run: ServerLink;
      readonly unprobed: string;
      readonly firstExit: string;
    }
  /** `isRunning` refers to the process of the phase, and `exit` is how it ended, if it has. */
  | { readonly kind: 'left'; readonly isRunning: boolean; readonly exit: LinkEnd | undefined };

const STARTING: LiveStatus = {
  state: 'starting',
  pid: null,
  ending: '',
  exit: '',
  failure: null,
  stray: null,
  era: null,
  eraReason: '',
  eraFrames: [],
};
const EXITS_HERE: readonly string[] = Object.values(ENDED_HERE);
const FAILED = { state: 'failed', pid: null } as const;

export const IDLE: SessionPhase = { kind: 'idle', generation: 0, status: STARTING, unprobed: '' };

/** The phase after an event; unchanged if the event is from an older run or generation, or too late. */
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
      return failed(phase, {
        ...{ ...FAILED, ending: event.message, exit: 'not started' },
        failure: { ...UNEXPLAINED, wasReady: false },
      });
    case 'stdout-closed':
      if (phase.kind !== 'starting' && phase.kind !== 'ready') return phase;
      return failed(phase, {
        ...{ state: 'failed', ending: STDOUT_CLOSED, exit: 'stdout closed' },
        failure: { ...UNEXPLAINED, wasReady: phase.kind === 'ready' },
      });
    case 'gone':
      return phase.kind === 'ready' ? failed(phase, lostStatus(event.lost, '', true)) : phase;
    case 'defect':
      if (phase.kind !== 'starting' && phase.kind !== 'ready') return phase;
      return failed(phase, { state: 'failed', ending: defectSentence(event.error), exit: ENDED_HERE.defect });
    case 'exited':
      return exited(phase, event.exit);
    default:
      return phase.kind === 'starting' ? shaken(phase, event) : phase;
  }
}

type Running = Exclude<SessionPhase, { kind: 'idle' }>;

function shaken(
  phase: Extract<SessionPhase, { kind: 'starting' }>,
  event: Extract<RunEvent, { kind: 'era' | 'ready' | 'refused' | 'strayed' | 'exited-early' }>,
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
      return failed(phase, refusal(phase, event));
    case 'strayed':
      return { ...phase, status: { ...status, stray: event.stray } };
    case 'exited-early':
      return failed(phase, exitOf(phase, event.exit));
  }
}

function exited(phase: Running, exit: LinkEnd): SessionPhase {
  switch (phase.kind) {
    case 'leaving':
      return closed(phase, exit);
    case 'starting':
      // The handshake decides what an exit during it means.
      return { ...phase, status: { ...phase.status, pid: null } };
    default:
      // An exit caused by this app says nothing about the server.
      if (exit.how === '' || EXITS_HERE.includes(phase.status.exit)) return failed(phase, { pid: null });
      return failed(phase, exitOf(phase, exit));
  }
}

function left(phase: SessionPhase, { isRunning, exit }: Extract<PhaseEvent, { kind: 'left' }>): SessionPhase {
  const next = { ...phase, generation: phase.generation + 1 };
  if (next.kind === 'idle' || next.kind === 'closed' || next.kind === 'leaving') return next;
  const { generation, run, unprobed, status } = next;
  if (isRunning) return { kind: 'leaving', generation, run, unprobed, status };
  // A start waiting for its handshake has nothing more to wait for.
  return next.kind === 'starting' && exit !== undefined ? closed(next, exit) : next;
}

function ready(status: LiveStatus): LiveStatus {
  return { ...status, state: 'ready', stray: null };
}

function failed({ generation, run, unprobed, status }: Running, change: Partial<LiveStatus>): SessionPhase {
  return { kind: 'failed', generation, run, unprobed, status: { ...status, ...change } };
}

function closed({ generation, run, unprobed, status }: Running, { how, exit }: LinkEnd): SessionPhase {
  const ending = how === '' ? 'Disconnected.' : `Disconnected. The server ended with ${how}.`;
  return {
    kind: 'closed',
    generation,
    run,
    unprobed,
    status: { ...status, state: 'closed', pid: null, ending, exit },
  };
}

/** The status after a handshake that this app gave up. */
function refusal(
  { run, firstExit, status }: Extract<SessionPhase, { kind: 'starting' }>,
  { failure, error, isSilent, hasAnswered, stderr, lost }: Extract<RunEvent, { kind: 'refused' }>,
): Partial<LiveStatus> {
  const { stray } = status;
  if (lost !== undefined && error === undefined) return lostStatus(lost, triesText(run), false);
  const detail = startedTwice(firstExit, '');
  const about = (ending: string, reason: Omit<SessionFailure, 'wasReady' | 'detail'>, exit: string) => ({
    ...({ state: 'failed', ending, exit } as const),
    failure: { ...reason, wasReady: false, detail },
  });
  if (error !== undefined) {
    const ending = 'The server refused the handshake. Tierscope then closed it.';
    return about(ending, reasonOfRefusal(error.codeText, error.message), ENDED_HERE.refused);
  }
  if (!isSilent)
    return about(`${sentence(failure)} Tierscope then closed it.`, UNEXPLAINED, ENDED_HERE.refused);
  const what = stray === null ? sentence(failure) : strayText(stray);
  const stopped = run.running ? `${what} Tierscope stopped it.` : what;
  return about(stopped, reasonOfSilence({ stray, stderr, hasAnswered }), ENDED_HERE.silent);
}

function lostStatus(
  { seq, text, cause, todo, exit }: LostAnswer,
  detail: string,
  wasReady: boolean,
): Partial<LiveStatus> {
  return {
    ...({ state: 'failed', ending: text, exit } as const),
    failure: { wasReady, cause, todo, variable: '', detail, seq },
  };
}

/** The other attempts of the handshake, if there were several. */
function triesText({ http }: ServerLink): string {
  const tries = http?.tries ?? [];
  if (tries.length < 2) return '';
  return `Tried: ${tries.map(({ what, came }) => `${what}: ${came}`).join('; ')}.`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function exitOf(phase: Running, { how, exit, code, signal, stderr }: LinkEnd): Partial<LiveStatus> {
  const isStarting = phase.kind === 'starting';
  const when = isStarting ? ' before the handshake was done' : '';
  const { status } = phase;
  const before = status.state === 'failed' ? `${status.ending} ` : '';
  const detail = isStarting ? startedTwice(phase.firstExit, how) : '';
  const { more, end, ...reason } = reasonOfExit({ code, signal, stderr });
  const ending = `${before}${howItEnded(end)}${when}.${more}`;
  // Nobody has to act: the session is over without a failure.
  if (end.by === 'outside' && !isStarting && before === '')
    return { state: 'closed', pid: null, ending, exit };
  return {
    ...FAILED,
    ending,
    exit,
    failure: { ...reason, wasReady: !isStarting && status.failure?.wasReady !== false, detail },
  };
}

/** Why a server that failed to start was started twice; empty if it was not. */
function startedTwice(first: string, how: string): string {
  if (first === '') return '';
  if (how === '') return `It was started twice: it ended with ${first} when it was asked server/discover.`;
  const then = first === how ? 'the same way, so the question is not the reason' : `with ${how}`;
  return `It was started twice: it ended with ${first} when it was asked server/discover, and without that question ${then}.`;
}

function defectSentence(error: string): string {
  return `Tierscope ended this session because of a defect of its own in taking what the server sent (${error}). What came until then is recorded. Restart the server, and please report the defect with the recording.`;
}

const STDOUT_CLOSED = 'The server closed its stdout and still runs. No answer can come: restart it.';
