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
import type { Peer } from '../session/session-facts.ts';
import type { ControlState } from './answer-control.ts';
import type { ReRunState } from './re-run-commands.ts';

/** How far a session has come; `file` is one that is read from a file. */
export type SessionState = SessionInfo['state'];

export type SessionInfo = LiveInfo | TappedInfo | FileInfo;

type AnySession = {
  /** The name of the tab: `s1`, `s2`, … in the order of opening. */
  readonly session: string;
  readonly label: string;
  /** The command line as it can be typed again; empty for a file that does not name it. */
  readonly commandLine: string;
  readonly cwd: string;
  /** Names only: values are secrets. */
  readonly envNames: readonly string[];
  /** ISO 8601, UTC: what `at` of the rows counts from. */
  readonly startedAt: string;
  /** The file that the session is recorded to, or was opened from; empty if there is none. */
  readonly file: string;
  readonly server: Peer | null;
  /** Who calls the server: this app, or a host application whose traffic was tapped. */
  readonly client: Peer | null;
  readonly protocolVersion: string | null;
  /** The vocabularies whose traits were seen, the strongest first; shown ones are in `layers`. */
  readonly guesses: readonly VocabularyGuess[];
  readonly layers: VocabularyLayers;
  /** One sentence: which defect of this app ended the judging of the session; empty for none. */
  readonly analysisFault: string;
  readonly instructions: string;
  readonly serverCapabilities: { readonly [name: string]: unknown };
  readonly clientCapabilities: { readonly [name: string]: unknown };
  /** One sentence: why the session failed or ended; empty while there is nothing to say. */
  readonly ending: string;
  /** Short form for the tab, such as `exit 3` or `SIGKILL`; empty while it runs. */
  readonly exit: string;
  /** The window that it was started in: the others stay at their tabs. Empty if a start opened it again; left out else. */
  readonly window?: string | undefined;
  /** What the project file of its folder says; left out if there is none. */
  readonly project?: SessionProject | undefined;
};

/** What a session's project file says, as far as a screen shows it. */
export type SessionProject = {
  readonly path: string;
  readonly rules: ProjectSettings['rules'];
  /** Of how many calls it says how they end. */
  readonly expected: number;
  readonly host: HostVersion | undefined;
};

/** What a screen shows of a session over HTTP. */
export type HttpLinkState = {
  readonly transport: 'streamable-http' | 'http+sse';
  /** The beginning of the session id; empty for none. */
  readonly sessionId: string;
  /** The stream of a GET; `refused` is the 405 that a server may answer. */
  readonly stream: 'none' | 'open' | 'refused' | 'lost';
  /** How often a stream was gone on with by Last-Event-ID. */
  readonly resumptions: number;
  /** The status of the answer to the DELETE of the session; 0 for none. */
  readonly deleteStatus: number;
  /** What the handshake tried, in order, and what came of each; such as `POST initialize` and `404`. */
  readonly tries: readonly { readonly what: string; readonly came: string }[];
};

export type LiveInfo = AnySession & {
  readonly kind: 'live';
  readonly state: 'starting' | 'ready' | 'failed' | 'closed';
  readonly pid: number | null;
  /** Left out over a pipe. */
  readonly http?: HttpLinkState | undefined;
  /** Why it failed; null while it has not, and if its user ended it. */
  readonly failure: SessionFailure | null;
  /** What came on stdout before the handshake was done and is not a message; null if nothing did, and once it is ready. */
  readonly stray: StrayLines | null;
  /** Why the recording could not be written; empty while it is. */
  readonly recordingFault: string;
  /** The id of the profile that the session was started from or saved as; left out if there is none. */
  readonly profile?: string | undefined;
  /** How the session talks; null while that is open. */
  readonly era: Era | null;
  /** One sentence: why this era; empty while it is open. */
  readonly eraReason: string;
  /** The seqs of the records that decided it: each probe and what came back for it. */
  readonly eraFrames: readonly number[];
  readonly settings: SessionSettings;
  /** The server requests that nobody has answered yet, oldest first. */
  readonly serverRequests: readonly ServerRequest[];
  /** The last server requests that were cancelled before an answer, oldest first. */
  readonly cancelledServerRequests: readonly CancelledServerRequest[];
  /** The ids of `notifications/elicitation/complete`: what a user did at an address is done (2025-11-25). */
  readonly completedElicitations: readonly string[];
  /** The ways to connect again that the last error -32022 or -32021 points to; empty after a restart. */
  readonly suggestions: readonly ReconnectSuggestion[];
  /** How often the server said that something changed; a number that grew means: list or read it again. */
  readonly changes: ListChanges;
  readonly subscriptions: readonly string[];
  /** The tasks whose changes the server is to report, by id. */
  readonly followedTasks: readonly string[];
  /** The log level that was last set on the running server; empty while it has its own. */
  readonly logLevel: string;
  /** The level of the previous process, which a new one does not get by itself; empty if there was none. */
  readonly logLevelBefore: string;
  /** The last re-run to this session; left out if there was none. */
  readonly reRun?: ReRunState | undefined;
};

/** The traffic of another program's session, which a tap shows as it happens: its answers can be held, nothing sent. */
export type TappedInfo = AnySession & {
  readonly kind: 'tapped';
  readonly state: 'ready' | 'closed';
  /** The process of the tap; null once it has ended. */
  readonly pid: number | null;
  /** What this app does with the server's answers; null if the tap takes no orders, or has ended. */
  readonly control: ControlState | null;
  readonly problems: readonly LineProblem[];
};

export type FileInfo = AnySession & {
  readonly kind: 'file';
  readonly state: 'file';
  readonly problems: readonly LineProblem[];
  /** What the format of the file cannot hold, as whole sentences. */
  readonly notes: readonly string[];
  /** How much of a large file is read, in bytes, while its rows come; left out when all are there. */
  readonly opening?: { readonly bytesRead: number; readonly bytesTotal: number } | undefined;
  /** The title of the other tool's format that the file has or was made from; left out for a recording. */
  readonly format?: string | undefined;
  /** If the file cannot take bookmarks, the path of the copy that keeps them; empty before the first. */
  readonly bookmarkedCopy?: string | undefined;
  /** What is known of the probe that the recording is of; left out for any other file. */
  readonly probe?: ProbeOfFile | undefined;
};

/** The result of a probe in short; `why` is a sentence if it cannot be shown. */
export type ProbeOfFile =
  | { readonly kind: 'result'; readonly grade: ProbeGrade['grade']; readonly failed: number }
  | { readonly kind: 'missing'; readonly why: string };

/** The session as one with a server of this app; undefined if it is another's, or a file's. */
export function liveInfo(info: SessionInfo | undefined): LiveInfo | undefined {
  return info?.kind === 'live' ? info : undefined;
}

/** The session as one that is read from a file; undefined if it is not. */
export function fileInfo(info: SessionInfo | undefined): FileInfo | undefined {
  return info?.kind === 'file' ? info : undefined;
}

/** Counts of `notifications/…/list_changed`, and of `resources/updated` for each URI. */
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
  /** The most that the host holds of all live sessions together, in bytes. */
  readonly limitBytes: number;
  /** The rows, the oldest, whose text lies on the disk because of the limit. */
  readonly onDisk: number;
  /** The rows whose text is gone because the disk took no more; their records are in the recording. */
  readonly letGo: number;
};

/** How far a session's log has grown; the screen then asks for the rows that it lacks. */
export type LogState = {
  readonly session: string;
  readonly length: number;
  /** How many changes of earlier rows there were so far. */
  readonly patches: number;
  readonly counts: Counts;
  /** How many records were lost to a limit so far; each has a `dropped` record. */
  readonly dropped: number;
  /** How many findings the rules have made so far, those of rules that are turned off included. */
  readonly findings: number;
  /** Counts how often findings were taken back, so that all must be read again; left out for never. */
  readonly findingsRevision?: number;
  /** Left out for what is read from a file. */
  readonly texts?: LogTextsState;
};

/** A request of a server that waits for the user's answer. Nothing else waits with it. */
export type ServerRequest = {
  /** Its name in the command `answerServerRequest`: `a1`, `a2`, … in each session. */
  readonly requestId: string;
  readonly method: ServerRequestMethod;
  readonly params: { readonly [key: string]: unknown };
  /** The seq of the record that carries it: the server's request, its `input_required` result, or its task. */
  readonly seq: number;
  /** A JSON-RPC request; part of a call since 2026-07-28, answered by its retry; or part of a task of the extension. */
  readonly via: 'request' | 'input-required' | 'task';
  /** The name of the input request; empty for a request. */
  readonly key: string;
  /** The task that needs it; left out for what belongs to none. */
  readonly taskId?: string;
  /** The calls that were open when a request came, by seq; once all are over, no call waits for the answer. */
  readonly during?: readonly number[];
};

/** A server request that was cancelled before anybody answered it. */
export type CancelledServerRequest = Pick<ServerRequest, 'requestId' | 'method' | 'params' | 'seq'> & {
  /** A clause that says why, such as `the session ended`. */
  readonly why: string;
};
