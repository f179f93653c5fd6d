import type { Socket } from 'node:net';
import { type BirpcReturn, createBirpc } from 'birpc';
import { z } from 'zod';
import { parseJson } from '../../app/base/json-value.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';

/** The longest line of either side, in bytes: a text of a million characters, each of them escaped. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** What a peer that does not read may leave unread, in bytes. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
const MAX_ARGUMENTS = 4;

/** A message of birpc 4, as its `createBirpc` writes it. */
const messageSchema = z.union([
  z.object({
    t: z.literal('q'),
    m: z.string().max(40),
    a: z.array(z.unknown()).max(MAX_ARGUMENTS),
    i: z.string().max(40).optional(),
    o: z.boolean().optional(),
  }),
  z.object({
    t: z.literal('s'),
    i: z.string().max(40),
    r: z.unknown().optional(),
    e: z.unknown().optional(),
  }),
]);

/** A socket that carries lines of JSON. A peer that breaks its rules loses the connection, and nothing else happens. */
export class JsonLines {
  readonly #socket: Socket;
  readonly #splitter = new LineSplitter(MAX_LINE_BYTES);
  #hear: (message: unknown) => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  /** Who hears of each line from now on. */
  onMessage(hear: (message: unknown) => void): void {
    this.#hear = hear;
  }

  /** Sends a message; a peer that has left too much unread is cut off. */
  send(message: unknown): void {
    if (this.#socket.destroyed || !this.#socket.writable) return;
    if (this.#socket.writableLength > MAX_UNREAD_BYTES) this.#socket.destroy();
    else this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    for (const { bytes, truncatedBytes } of this.#splitter.lines(chunk)) {
      const message = truncatedBytes > 0 ? undefined : parseJson(Buffer.from(bytes).toString('utf8'));
      if (message === undefined) this.close();
      if (this.#socket.destroyed) return;
      this.#hear(message);
    }
    if (this.#splitter.pendingBytes > MAX_LINE_BYTES) this.close();
  }
}

/** What a peer may be asked; each gives a promise. A call that is not answered in time rejects. */
export type LinePeer<Theirs extends object> = BirpcReturn<Theirs, object>;

const CALL_MS = 10_000;

/** Speaks birpc over lines of JSON. Only own members of `functions` can be called; they check their arguments. */
export function linePeer<Theirs extends object, Ours extends object>(
  lines: JsonLines,
  functions: Ours,
): LinePeer<Theirs> {
  return createBirpc<Theirs, Ours>(functions, {
    post: (message) => lines.send(message),
    on: (hear) =>
      lines.onMessage((message) => {
        const read = messageSchema.safeParse(message);
        if (read.success) hear(read.data);
        else lines.close();
      }),
    resolver: (name, found) => (Object.hasOwn(functions, name) ? found : undefined),
    timeout: CALL_MS,
    bind: 'functions',
  });
}
