import type { SessionFailure, StrayLines } from '../checks/doctor/start-failure.ts';
import type { ProbeGrade } from '../checks/probe/probe-report.ts';
import type { VocabularyGuess, VocabularyLayers } from '../codes/fingerprints/vocabulary-guess.ts';
import type { HostVersion } from '../hosts/lens/lens.ts';
import type { ServerRequestMethod } from '../protocol/methods.ts';
import type { ReconnectSuggestion } from '../protocol/negotiation.ts';
import type { Era } from '../protocol/revisions.ts';
import type { SessionSettings } from '../protocol/session-settings.ts';
import type { LineProblem } from '../recording/recording-reader.ts';
import type { Counts } from '../session/exchange.ts';
import type { ProjectSettings } from '../session/project/project-file.ts';
import type { Peers } from '../session/session-facts.ts';
import type { ControlState } from './answer-control.ts';
import type { ReRunState } from './re-run-commands.ts';

/** The state of a session; `file` means that it is read from a file. */
export type SessionState = SessionInfo['state'];

export type SessionInfo = LiveInfo | TappedInfo | FileInfo;

type AnySession = Peers & {
  /** The id of the tab: `s1`, `s2`, … in the order of opening. */
  readonly session: string;
  readonly label: string;
  /** The command line as typed; empty for a file that does not name it. */
  readonly commandLine: string;
  readonly cwd: string;
  /** Names only: values are secrets. */
  readonly envNames: readonly string[];
  /** ISO 8601, UTC: the zero point for `at` in the rows. */
  readonly startedAt: string;
  /** The file that the session is recorded to, or was opened from; empty if there is none. */
  readonly file: string;
  /** The vocabularies whose traits were seen, strongest first; those to show are in `layers`. */
  readonly guesses: readonly VocabularyGuess[];
  readonly layers: VocabularyLayers;
  /** One sentence on the app defect that stopped the analysis of the session; empty for none. */
  readonly analysisFault: string;
  /** One sentence: why the session failed or ended; empty until then. */
  readonly ending: string;
  /** Short form for the tab, such as `exit 3` or `SIGKILL`; empty while it runs. */
  readonly exit: string;
  /** The window that started it: others keep their tabs. Empty if reopened at startup; undefined otherwise. */
  readonly window?: string | undefined;
  /** The settings in its folder's project file; undefined if there is none. */
  readonly project?: SessionProject | undefined;
};

/** The parts of a session's project file that a screen shows. */
export type SessionProject = {
  readonly path: string;
  readonly rules: ProjectSettings['rules'];
  /** The number of calls with an expected end. */
  readonly expected: number;
  readonly host: HostVersion | undefined;
};

export type HttpLinkState = {
  readonly transport: 'streamable-http' | 'http+sse';
  /** The start of the session id; empty for none. */
  readonly sessionId: string;
  /** The stream of a GET; `refused` is the 405 that a server may answer. */
  readonly stream: 'none' | 'open' | 'refused' | 'lost';
  /** How often a stream was resumed with Last-Event-ID. */
  readonly resumptions: number;
  /** The status of the answer to the session's DELETE; 0 for none. */
  readonly deleteStatus: number;
  /** The raw requests that are still open, such as a stream: the seq of each, and its method and path. */
  readonly openRaw?: readonly { readonly seq: number; readonly what: string }[];
  /** The handshake's attempts, in order, with their results; such as `POST initialize` and `404`. */
  readonly tries: readonly { readonly what: string; readonly came: string }[];
};

export type LiveInfo = AnySession & {
  readonly kind: 'live';
  readonly state: 'starting' | 'ready' | 'failed' | 'closed';
  readonly pid: number | null;
  /** Undefined over stdio. */
  readonly http?: HttpLinkState | undefined;
  /** Why it failed; null until it does, and if its user ended it. */
  readonly failure: SessionFailure | null;
  /** Output on stdout before the handshake that is not a message; null if there is none, and once it is ready. */
  readonly stray: StrayLines | null;
  /** Why the recording could not be written; empty while it is. */
  readonly recordingFault: string;
  /** The id of the profile that the session was started from or saved as; undefined for none. */
  readonly profile?: string | undefined;
  /** The session's era; null while undecided. */
  readonly era: Era | null;
  /** One sentence: why this era; empty while undecided. */
  readonly eraReason: string;
  /** The seqs of the records that decided it: each probe and its answer. */
  readonly eraFrames: readonly number[];
  readonly settings: SessionSettings;
  readonly serverRequests: readonly ServerRequest[];
  /** The latest server requests that were cancelled before an answer, oldest first. */
  readonly cancelledServerRequests: readonly CancelledServerRequest[];
  /** The ids of `notifications/elicitation/complete`: the user has finished at an address (2025-11-25). */
  readonly completedElicitations: readonly string[];
  /** The ways to reconnect that the last error -32022 or -32021 suggests; empty after a restart. */
  readonly suggestions: readonly ReconnectSuggestion[];
  /** How often the server announced changes; an increased number means: list or read it again. */
  readonly changes: ListChanges;
  readonly subscriptions: readonly string[];
  /** The tasks whose changes the server reports, by id. */
  readonly followedTasks: readonly string[];
  /** The log level last set on the running server; empty for its own default. */
  readonly logLevel: string;
  /** The previous process's level, which a new one does not get automatically; empty if there was none. */
  readonly logLevelBefore: string;
  /** The last restart after a file change that is done; undefined for none. */
  readonly restarted?: WatchedRestart | undefined;
  /** The last re-run to this session; undefined for none. */
  readonly reRun?: ReRunState | undefined;
};

/** A restart after a change of a watched file. It is done once the server is ready or failed, and the call repeated. */
export type WatchedRestart = {
  /** Its number, from 1. */
  readonly number: number;
  /** The seq of the repeated call's answer, or of its request if it has none; 0 if no call was repeated. */
  readonly callSeq: number;
};

/** Another program's session, shown live by a tap: its answers can be held, but nothing can be sent. */
export type TappedInfo = AnySession & {
  readonly kind: 'tapped';
  readonly state: 'ready' | 'closed';
  /** The process id of the tap; null once it has ended. */
  readonly pid: number | null;
  /** What this app does with the server's answers; null if the tap takes no orders, or has ended. */
  readonly control: ControlState | null;
  readonly problems: readonly LineProblem[];
};

export type FileInfo = AnySession & {
  readonly kind: 'file';
  readonly state: 'file';
  readonly problems: readonly LineProblem[];
  /** What the file's format cannot hold, as whole sentences. */
  readonly notes: readonly string[];
  /** How much of a large file has been read, in bytes, while its rows arrive; undefined once all are there. */
  readonly opening?: { readonly bytesRead: number; readonly bytesTotal: number } | undefined;
  /** The title of the foreign format of the file or of its source; undefined for a native recording. */
  readonly format?: string | undefined;
  /** If the file cannot hold bookmarks, the path of the copy that does; empty before the first. */
  readonly bookmarkedCopy?: string | undefined;
  /** The probe that the recording belongs to; undefined for any other file. */
  readonly probe?: ProbeOfFile | undefined;
};

/** A probe's result in short; `why` is a sentence if it cannot be shown. */
export type ProbeOfFile =
  | { readonly kind: 'result'; readonly grade: ProbeGrade['grade']; readonly failed: number }
  | { readonly kind: 'missing'; readonly why: string };

/** The session if its server belongs to this app; undefined for another program's, or a file's. */
export function liveInfo(info: SessionInfo | undefined): LiveInfo | undefined {
  return info?.kind === 'live' ? info : undefined;
}

/** The session if it is read from a file; else undefined. */
export function fileInfo(info: SessionInfo | undefined): FileInfo | undefined {
  return info?.kind === 'file' ? info : undefined;
}

/** Counts of `notifications/…/list_changed`, and of `resources/updated` per URI. */
export type ListChanges = {
  readonly tools: number;
  readonly resources: number;
  readonly prompts: number;
  readonly updated: { readonly [uri: string]: number };
};

/** How much memory the short texts of a live session's rows take, and where the others are. */
export type LogTextsState = {
  /** Bytes of this session's texts in the host's memory. */
  readonly heldBytes: number;
  /** The maximum for all live sessions together, in bytes. */
  readonly limitBytes: number;
  /** The oldest rows, whose text is on disk because of the limit. */
  readonly onDisk: number;
  /** Rows without text because the disk took no more; their records are in the recording. */
  readonly letGo: number;
};

/** How far a session's log has grown; the screen then requests the missing rows. */
export type LogState = {
  readonly session: string;
  readonly length: number;
  /** The number of changes of earlier rows so far. */
  readonly patches: number;
  readonly counts: Counts;
  /** The number of records lost to a limit so far; each has a `dropped` record. */
  readonly dropped: number;
  /** The number of findings so far, including those of rules that are off. */
  readonly findings: number;
  /** Counts retractions of findings, after which all must be read again; undefined for none. */
  readonly findingsRevision?: number;
  /** Undefined for a session that is read from a file. */
  readonly texts?: LogTextsState;
};

/** A server request that waits for the user's answer. Nothing else waits with it. */
export type ServerRequest = {
  /** Its id in the command `answerServerRequest`: `a1`, `a2`, … in each session. */
  readonly requestId: string;
  readonly method: ServerRequestMethod;
  readonly params: { readonly [key: string]: unknown };
  /** The seq of its record: the server's request, its `input_required` result, or its task. */
  readonly seq: number;
  /** A JSON-RPC request; part of a call since 2026-07-28, answered by its retry; or part of an extension task. */
  readonly via: 'request' | 'input-required' | 'task';
  /** The key of the input request; empty for a request. */
  readonly key: string;
  /** The task that needs it; undefined for none. */
  readonly taskId?: string;
  /** The calls that were open when a request came, by seq; once all have ended, no call waits for the answer. */
  readonly during?: readonly number[];
};

/** A server request that was cancelled before it was answered. */
export type CancelledServerRequest = Pick<ServerRequest, 'requestId' | 'method' | 'params' | 'seq'> & {
  /** A clause with the reason, such as `the session ended`. */
  readonly why: string;
};
