import type { Era } from '../../protocol/revisions.ts';

export type CommandFile = {
  readonly path: string;
  /** `text`: neither a system program nor a script with a `#!` line. */
  readonly kind: 'program' | 'script' | 'text' | 'folder' | 'other';
  readonly mayRun: boolean;
  /** The program in the script's first line, and its path; undefined if it is not a script. */
  readonly interpreter: { readonly name: string; readonly path: string | undefined } | undefined;
};

export type GraphicalPlace = {
  readonly path: string;
  readonly command: string | undefined;
  /** The script's interpreter; undefined if it is missing, or if there is none. */
  readonly interpreter: string | undefined;
  /** The program that it finds, if different from the one in this start; undefined if all are the same. */
  readonly other: string | undefined;
};

/** A script as named in an argument, its full path, and whether it exists. */
export type StartScript = { readonly name: string; readonly path: string; readonly isThere: boolean };

export type CommandPlace = {
  /** The searched folders; empty if the command itself is a path. */
  readonly path: readonly string[];
  /** The first executable file, else the first existing one; undefined for none. */
  readonly file: CommandFile | undefined;
  readonly folder?: string;
  readonly folderExists: boolean;
  readonly scripts?: readonly StartScript[];
  /** Undefined if a graphical host has the same PATH, or if the command is a path without an interpreter. */
  readonly graphical: GraphicalPlace | undefined;
};

export type RuntimeEvidence = {
  /** `Node.js`, `Python`, `uv` and so on. */
  readonly name: string;
  readonly path: string;
  /** As reported by the program, without a leading "v"; undefined if it did not report one. */
  readonly version: string | undefined;
  /** Why it was not waited for, as a clause. */
  readonly givenUp?: string;
  /** The versions that the package requires, and its manifest; undefined if none was found. */
  readonly wanted: { readonly range: string; readonly manifest: string } | undefined;
};

export type TrafficEvidence = {
  /** Why the process could not be started; undefined if it could. */
  readonly spawnFailure: string | undefined;
  readonly spawned: boolean;
  /** How the process ended; undefined while it runs. */
  readonly exit: ExitEvidence | undefined;
  /** True if the server closed its stdout and kept running. */
  readonly stdoutClosed: boolean;
  /** How the previous process ended on `server/discover`; empty if there was none. */
  readonly firstExit: string;
  /** The last lines of stderr, without colors, each cut at a limit. */
  readonly stderr: readonly string[];
  /** The stderr lines after the last answer, which may say why the process ended. */
  readonly endStderr: readonly string[];
  /** The first line of stdout; undefined if there was none. */
  readonly firstLine: { readonly text: string; readonly isMessage: boolean } | undefined;
  /** The first line of stdout that is not a message. */
  readonly firstNoise: string | undefined;
  readonly noiseLines: number;
  readonly messages: number;
  /** Milliseconds to the first answer, from the process start if that was waited for; undefined for none. */
  readonly firstAnswerMs?: number | undefined;
  /** True if answers came only after stdin was closed. */
  readonly flushedAtEnd?: boolean;
  readonly http?: HttpStart | undefined;
  /** True once the server has opened a session, in either era. */
  readonly opened: boolean;
  readonly discover: AnswerOfServer;
  readonly initialize: AnswerOfServer;
  readonly revision: string;
  readonly server: string;
  /** The names of the server's declared capabilities; undefined before the handshake. */
  readonly capabilities: readonly string[] | undefined;
  /** Answers with wrong ids, which no client can match; ids as on the wire. */
  readonly misnumbered?: readonly Misnumbered[];
  /** Milliseconds from the process start to its end, or to the last record. */
  readonly lastedMs: number;
};

/** The exchange that made a start over HTTP fail. */
export type HttpStart = {
  /** The method of its request; empty for none. */
  readonly method: string;
  /** The stage that failed, from the name to the answer. */
  readonly rung: 'name' | 'connection' | 'tls' | 'path' | 'method' | 'content-type' | 'session' | 'answer';
  readonly found: string;
  readonly todo: string;
  /** What the server or the system reported. */
  readonly cause: string;
};

export type Misnumbered = { readonly method: string; readonly id: string; readonly under: string };

export type ExitEvidence = {
  readonly code: number | undefined;
  readonly signal: string | undefined;
  readonly asked: boolean;
};

export type AnswerOfServer =
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'result' }
  | { readonly kind: 'rejected'; readonly message: string }
  | { readonly kind: 'error'; readonly code: string; readonly message: string };

/** How a session of this app fared at its start. */
export type ConnectionEvidence = {
  readonly ready: boolean;
  /** Why it failed, as a sentence; empty if it did not. */
  readonly failure: string;
  readonly era: Era | null;
  readonly eraReason: string;
  readonly wantedEra: 'auto' | Era;
  readonly lists: readonly ListEvidence[];
  readonly call: CallEvidence | undefined;
  /** Problems in the lists, by rules, hosts and providers; absent for none. */
  readonly ofLists?: { readonly problems: readonly ListProblem[]; readonly isAsked: boolean };
};

export type ListProblem = { readonly found: string; readonly todo: string };

export type ListEvidence = { readonly what: string; readonly count: number; readonly failure: string };

/** The one call that was made: a tool marked as read-only, or a protocol request. */
export type CallEvidence = {
  readonly what: string;
  readonly why: string;
  /** Empty if an answer came. */
  readonly failure: string;
  /** True for a result with `isError`. */
  readonly toolError: boolean;
};

/** What is known about one start of a server. Anything not examined is undefined: a recording knows no files. */
export type StartEvidence = {
  readonly url?: string | undefined;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly place: CommandPlace | undefined;
  readonly runtime: RuntimeEvidence | undefined;
  readonly traffic: TrafficEvidence;
  readonly connection: ConnectionEvidence | undefined;
  /** True if a separate start showed that the server answers messages with a Content-Length header. */
  readonly isFramed?: boolean;
};
