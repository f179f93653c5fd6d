import type { Era } from '../../protocol/revisions.ts';

export type CommandFile = {
  readonly path: string;
  /** `text`: neither a program of the system nor a script with a `#!` line. */
  readonly kind: 'program' | 'script' | 'text' | 'folder' | 'other';
  readonly mayRun: boolean;
  /** The program that the script's first line names, and where it is; undefined for no script. */
  readonly interpreter: { readonly name: string; readonly path: string | undefined } | undefined;
};

export type GraphicalPlace = {
  readonly path: string;
  readonly command: string | undefined;
  /** The script's interpreter; undefined if it is not found, or if there is none. */
  readonly interpreter: string | undefined;
  /** The program that it finds and that is another one than this start runs; undefined if all are the same. */
  readonly other: string | undefined;
};

/** A script as an argument names it, its full path, and whether it is there. */
export type StartScript = { readonly name: string; readonly path: string; readonly isThere: boolean };

export type CommandPlace = {
  /** The folders that were searched; empty if the command itself is a path. */
  readonly path: readonly string[];
  /** The first file that may be run, else the first that is there; undefined for none. */
  readonly file: CommandFile | undefined;
  /** The working folder, as a full path. */
  readonly folder?: string;
  readonly folderExists: boolean;
  /** The scripts that the arguments name. */
  readonly scripts?: readonly StartScript[];
  /** Undefined if a graphical host has the same PATH, or if the command itself is a path without an interpreter. */
  readonly graphical: GraphicalPlace | undefined;
};

export type RuntimeEvidence = {
  /** `Node.js`, `Python`, `uv` and so on. */
  readonly name: string;
  readonly path: string;
  /** As the program says it, without a leading "v"; undefined if it did not say. */
  readonly version: string | undefined;
  /** Why it was not waited for, as a clause. */
  readonly givenUp?: string;
  /** The versions that the package asks for, and its manifest; undefined if none was found. */
  readonly wanted: { readonly range: string; readonly manifest: string } | undefined;
};

export type TrafficEvidence = {
  /** Why the process could not be started; undefined if it could. */
  readonly spawnFailure: string | undefined;
  readonly spawned: boolean;
  /** How the process ended; undefined while it runs. */
  readonly exit: ExitEvidence | undefined;
  /** True if the server closed its stdout and went on. */
  readonly stdoutClosed: boolean;
  /** How the process before ended on `server/discover`; empty if there was none. */
  readonly firstExit: string;
  /** The last lines of stderr, without colors, each cut at a limit. */
  readonly stderr: readonly string[];
  /** The same after the last answer: what can say why the process ended. */
  readonly endStderr: readonly string[];
  /** The first line of stdout; undefined if nothing came. */
  readonly firstLine: { readonly text: string; readonly isMessage: boolean } | undefined;
  /** The first line of stdout that is not a message. */
  readonly firstNoise: string | undefined;
  readonly noiseLines: number;
  readonly messages: number;
  /** Milliseconds to the first answer, from the start of the process if that was being waited for; undefined for none. */
  readonly firstAnswerMs?: number | undefined;
  /** True if answers came only once stdin was closed. */
  readonly flushedAtEnd?: boolean;
  readonly http?: HttpStart | undefined;
  /** True once the server has opened a session, in either era. */
  readonly opened: boolean;
  readonly discover: AnswerOfServer;
  readonly initialize: AnswerOfServer;
  readonly revision: string;
  readonly server: string;
  /** What the server declared, by name; undefined before the handshake. */
  readonly capabilities: readonly string[] | undefined;
  /** The answers that have another id than their requests, which no client can match; ids as the wire shows them. */
  readonly misnumbered?: readonly Misnumbered[];
  /** Milliseconds from the start of the process to its end, or to the last record. */
  readonly lastedMs: number;
};

/** The exchange for which a start over HTTP failed. */
export type HttpStart = {
  /** The method of its request; empty for none. */
  readonly method: string;
  /** What failed, from the name to the answer. */
  readonly rung: 'name' | 'connection' | 'tls' | 'path' | 'method' | 'content-type' | 'session' | 'answer';
  readonly found: string;
  readonly todo: string;
  /** What the server or the system said. */
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

/** How a session of this app came through its start. */
export type ConnectionEvidence = {
  readonly ready: boolean;
  /** Why it failed, as a sentence; empty if it did not. */
  readonly failure: string;
  readonly era: Era | null;
  readonly eraReason: string;
  readonly wantedEra: 'auto' | Era;
  readonly lists: readonly ListEvidence[];
  readonly call: CallEvidence | undefined;
  /** What the rules, and hosts and providers, say of the lists; absent for nothing. */
  readonly ofLists?: { readonly problems: readonly ListProblem[]; readonly isAsked: boolean };
};

export type ListProblem = { readonly found: string; readonly todo: string };

export type ListEvidence = { readonly what: string; readonly count: number; readonly failure: string };

/** The one call that was made: a tool that says it only reads, or a question of the protocol. */
export type CallEvidence = {
  readonly what: string;
  /** Why that and nothing else, as a sentence. */
  readonly why: string;
  /** Empty if an answer came. */
  readonly failure: string;
  /** True for a result with `isError`. */
  readonly toolError: boolean;
};

/** What is known of one start of a server. What was not looked at is undefined: a recording knows no files. */
export type StartEvidence = {
  /** The address of the server, instead of a command. */
  readonly url?: string | undefined;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly place: CommandPlace | undefined;
  readonly runtime: RuntimeEvidence | undefined;
  readonly traffic: TrafficEvidence;
  readonly connection: ConnectionEvidence | undefined;
  /** True if a start of its own showed that the server answers messages with a Content-Length header. */
  readonly isFramed?: boolean;
};
