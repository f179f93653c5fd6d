import { performance } from 'node:perf_hooks';
import type { StrayLines } from '../../app/checks/doctor/start-failure.ts';
import type { HttpLinkState } from '../../app/contract/session-info.ts';
import type { LostAnswer } from '../../app/explain/lost-answer.ts';
import type { HttpEdit, HttpSentEnd } from '../../app/requests/raw-editor/http-edit.ts';
import type { Envelope, RpcId, WireMessage } from '../../app/wire/envelope.ts';

/** How long, in milliseconds, an answer that fits no request may be meant for a raw message. */
const RAW_MS = 5000;

/** How the connection to a server ended. */
export type LinkEnd = {
  /** As text: `exit code 1`, `signal SIGKILL`; empty over HTTP, where nothing exits. */
  readonly how: string;
  /** Short, for the tab: `exit 1`, `SIGKILL`. */
  readonly exit: string;
  readonly code: number | null;
  readonly signal: string | null;
  /** The lines of stderr after the last answer, without colors, oldest first. */
  readonly stderr: readonly string[];
};

/** Takes what a server sends after it was recorded. A link hands everything to one receiver at a time. */
export type Receiver = {
  /** A message, which is no batch, with the seq of its record. */
  message(message: WireMessage, seq: number): void;
  /** The request with this id gets no answer any more. */
  unanswered(id: RpcId, lost: LostAnswer): void;
  /** The process is gone; `how` as text. The connection is closed right after. */
  exited(how: string): void;
  /** No answer can arrive any more; `why` is a clause. */
  closed(why: string): void;
};

/** An HTTP request that was sent as it is written: its first record, and what became of it. */
export type HttpSent = {
  readonly seq: number;
  readonly done: Promise<HttpSentEnd>;
  /** Leaves it. */
  readonly close: () => void;
};

/** What every connection reports. */
export type LinkEvents = {
  /** It could not be opened; a sentence. */
  spawnFailed(message: string): void;
  exited(exit: LinkEnd): void;
  /** A message of the server, before its receiver gets it. */
  message(envelope: Envelope): void;
  /** This app itself failed on something that the server did. Comes once. */
  defect(error: unknown): void;
};

/** A connection that carries messages both ways, ends, and says how. Nothing above knows which kind it is. */
export type ServerLink = {
  readonly running: boolean;
  /** True if no byte has reached the server. */
  readonly unheard: boolean;
  /** Undefined while it lasts. */
  readonly exit: LinkEnd | undefined;
  /** Why no answer can arrive any more, as a clause. */
  readonly whyClosed: string;
  readonly lastStderr: { readonly lines: readonly string[] };
  /** The lines of stdout that are not messages; null if there is none. */
  readonly stray: StrayLines | null;
  /** Undefined over a pipe. */
  readonly http: HttpLinkState | undefined;
  /** Gets everything that comes from now on. */
  receiver: Receiver | undefined;
  /** Resolves when the start has been reported, well or not. */
  started(): Promise<void>;
  /** True if the server computes or writes in the next `ms` milliseconds; undefined if nobody can see. */
  readonly isBusyFor: ((ms: number) => Promise<boolean>) | undefined;
  /** Records and sends one message; gives the seq of its record, and when the server has taken it. */
  send(line: string, envelope?: Envelope): { seq: number; written: Promise<void> };
  /** Sends bytes as they are; gives the seq of the first record. */
  sendRaw(bytes: Uint8Array): number;
  /** Sends an HTTP request as it is written; undefined over a pipe. */
  readonly sendHttp: ((body: Uint8Array, edit: HttpEdit) => HttpSent) | undefined;
  mayAnswerRaw(id: RpcId | undefined): boolean;
  /** Turns to an older transport after a refused handshake; false if there is none. */
  fallBack(): Promise<boolean>;
  disconnect(why: string): void;
  /** Ends the connection; resolves when the end has been reported. */
  end(): Promise<void>;
};

/** What a connection over HTTP reports as well. */
export type HttpRunEvents = LinkEvents & {
  /** What is shown of the connection has changed. */
  changed(): void;
  /** The server knows the session no more (2025-11-25, basic/transports, "Session Management" 3). */
  gone(lost: LostAnswer): void;
};

/** The raw messages that were sent, as far as it takes to know an answer to one. */
export class RawSent {
  readonly #ids = new Set<string>();
  /** When one was last sent, by the monotonic clock. */
  #at = Number.NEGATIVE_INFINITY;

  take(envelope: Envelope): void {
    if (envelope.kind === 'request') this.#ids.add(envelope.id.key);
    this.#at = performance.now();
  }

  /** True if an answer with this id, or without a usable one, is likely to be meant for a raw message. */
  mayBeAnsweredBy(id: RpcId | undefined): boolean {
    return performance.now() - this.#at <= RAW_MS || (id !== undefined && this.#ids.has(id.key));
  }
}
