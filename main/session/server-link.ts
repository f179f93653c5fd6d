import { performance } from 'node:perf_hooks';
import type { StrayLines } from '../../app/checks/doctor/start-failure.ts';
import type { HttpLinkState } from '../../app/contract/session-info.ts';
import type { LostAnswer } from '../../app/explain/lost-answer.ts';
import type { HeadLine, HttpEdit, HttpSentEnd } from '../../app/requests/raw-editor/http-edit.ts';
import type { Envelope, RpcId, WireMessage } from '../../app/wire/envelope.ts';

/** How long an answer that fits no request may belong to a raw message, in milliseconds. */
const RAW_MS = 5000;

export type LinkEnd = {
  /** As text: `exit code 1`, `signal SIGKILL`; empty over HTTP, where nothing exits. */
  readonly how: string;
  /** Short, for the tab: `exit 1`, `SIGKILL`. */
  readonly exit: string;
  readonly code: number | null;
  readonly signal: string | null;
  /** The stderr lines after the last answer, without colors, oldest first. */
  readonly stderr: readonly string[];
};

/** Receives what a server sends, after it was recorded. A link has one receiver at a time. */
export type Receiver = {
  /** The request with this id will not be answered. */
  message(message: WireMessage, seq: number): void;
  /** The request with this id will not be answered any more. */
  unanswered(id: RpcId, lost: LostAnswer): void;
  /** No more answers can arrive; `why` is a clause. */
  exited(how: string): void;
  /** Answers cannot arrive any more; `why` is a clause. */
  closed(why: string): void;
};

/** A raw HTTP request: its first record, and its outcome. */
export type HttpSent = {
  readonly seq: number;
  readonly done: Promise<HttpSentEnd>;
  /** Abandons the request. */
  readonly close: () => void;
};

export type LinkEvents = {
  /** The connection could not be opened; `message` is a sentence. */
  spawnFailed(message: string): void;
  exited(exit: LinkEnd): void;
  /** A server message, before its receiver gets it. */
  message(envelope: Envelope): void;
  /** A defect of this app in handling the server's output. Reported once. */
  defect(error: unknown): void;
};

/** A bidirectional connection for messages, of any kind, that reports how it ends. */
export type ServerLink = {
  readonly running: boolean;
  /** True if no byte has reached the server. */
  readonly unheard: boolean;
  /** Why no more answers can arrive, as a clause. */
  readonly exit: LinkEnd | undefined;
  /** Why answers cannot arrive any more, as a clause. */
  readonly whyClosed: string;
  readonly lastStderr: { readonly lines: readonly string[] };
  /** The lines on stdout that are not messages; null if there are none. */
  readonly stray: StrayLines | null;
  /** Undefined over stdio. */
  readonly http: HttpLinkState | undefined;
  /** Receives everything from now on. */
  receiver: Receiver | undefined;
  /** Resolves when the start was reported, successful or not. */
  started(): Promise<void>;
  /** True if the server computes or writes in the next `ms` milliseconds; undefined if that cannot be observed. */
  readonly isBusyFor: ((ms: number) => Promise<boolean>) | undefined;
  /** Records and sends one message; returns the seq of its record, and a promise for when the server has taken it. */
  send(line: string, envelope?: Envelope): { seq: number; written: Promise<void> };
  /** Sends raw bytes; returns the seq of the first record. */
  sendRaw(bytes: Uint8Array): number;
  /** Sends a raw HTTP request; undefined over stdio. */
  readonly sendHttp: ((body: Uint8Array, edit: HttpEdit) => HttpSent) | undefined;
  /** Closes an open raw HTTP request; false if it is over. Undefined over stdio. */
  readonly endRaw: ((seq: number) => boolean) | undefined;
  /** The headers that a request with this method and body would have; undefined over a pipe. */
  readonly headOf: ((method: string, body: string) => readonly HeadLine[]) | undefined;
  mayAnswerRaw(id: RpcId | undefined): boolean;
  /** Switches to an older transport after a refused handshake; false if there is none. */
  fallBack(): Promise<boolean>;
  disconnect(why: string): void;
  /** Closes the connection; resolves when its end was reported. */
  end(): Promise<void>;
};

export type HttpRunEvents = LinkEvents & {
  changed(): void;
  /** The server has dropped the session (2025-11-25, basic/transports, "Session Management" 3). */
  gone(lost: LostAnswer): void;
};

/** The raw messages sent, as far as needed to recognize their answers. */
export class RawSent {
  readonly #ids = new Set<string>();
  /** When one was last sent, by the monotonic clock. */
  #at = Number.NEGATIVE_INFINITY;

  take(envelope: Envelope): void {
    if (envelope.kind === 'request') this.#ids.add(envelope.id.key);
    this.#at = performance.now();
  }

  /** True if an answer with this id, or without a usable one, probably belongs to a raw message. */
  mayBeAnsweredBy(id: RpcId | undefined): boolean {
    return performance.now() - this.#at <= RAW_MS || (id !== undefined && this.#ids.has(id.key));
  }
}
