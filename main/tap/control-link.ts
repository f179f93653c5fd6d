import { connect, type Socket } from 'node:net';
import { type BirpcReturn, createBirpc } from 'birpc';
import { z } from 'zod';
import { parseJson } from '../../app/base/json-value.ts';
import { err, errorMessage, type Result } from '../../app/base/result.ts';
import { type ControlState, controlStateSchema, type HeldText } from '../../app/contract/answer-control.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';

/** How to reach a tap, and its secret; stored in a file that only the owner can read. */
export const controlAddressSchema = z.object({ path: z.string().min(1), secret: z.string().min(32) });
export type ControlAddress = Readonly<z.infer<typeof controlAddressSchema>>;

/** The functions of a tap for the app; the tap validates the arguments. */
export type ControlFunctions = {
  arm(order: unknown): Result<null>;
  disarm(orderId: unknown): Result<null>;
  textOf(heldId: unknown): Result<HeldText>;
  end(heldId: unknown, end: unknown): Result<null>;
  letAllGo(): Result<null>;
};

export type ControlEvents = { state(state: ControlState): void };

/** The longest line of either side, in bytes: a text of a million escaped characters. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** How much a slow peer may leave unread, in bytes. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
const MAX_ARGUMENTS = 4;

/** A birpc 4 message, as `createBirpc` writes it. */
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

/** A socket that carries lines of JSON. A peer that breaks the rules only loses its connection. */
export class JsonLines {
  readonly #socket: Socket;
  readonly #splitter = new LineSplitter(MAX_LINE_BYTES);
  #hear: (message: unknown) => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  /** Sets the listener for each line from now on. */
  onMessage(hear: (message: unknown) => void): void {
    this.#hear = hear;
  }

  /** Sends a message; a peer that has left too much unread is disconnected. */
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

/** The functions of a peer; each returns a promise. A call that is not answered in time rejects. */
export type LinePeer<Theirs extends object> = BirpcReturn<Theirs, object>;

const CALL_MS = 10_000;

/** Speaks birpc over lines of JSON. Only own members of `functions` can be called; they validate their arguments. */
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

/** The time limit for connecting to a tap, in milliseconds. */
const CONNECT_MS = 3000;

const resultSchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.string().max(10_000) }),
]);

type LinkEvents = {
  readonly onState: (state: ControlState) => void;
  /** The connection was closed by either side; the tap has then released what this app held. */
  readonly onGone: () => void;
};

export class ControlLink {
  readonly #lines: JsonLines;
  readonly #peer: LinePeer<ControlFunctions>;
  #isGone = false;

  private constructor(lines: JsonLines, events: LinkEvents) {
    this.#lines = lines;
    this.#peer = linePeer<ControlFunctions, ControlEvents>(lines, {
      state: (state) => {
        const read = controlStateSchema.safeParse(state);
        if (read.success) events.onState(read.data);
      },
    });
  }

  /** Connects to a tap; fails with a sentence if it cannot be reached. */
  static open({ path, secret }: ControlAddress, events: LinkEvents): Promise<Result<ControlLink>> {
    return new Promise((resolve) => {
      const socket = connect(path);
      const fail = (why: string): void => {
        socket.destroy();
        resolve(err(`The tap cannot be reached: ${why}.`));
      };
      const timer = setTimeout(() => fail('it does not answer'), CONNECT_MS);
      socket.once('error', (error) => fail(error.message));
      socket.once('close', () => clearTimeout(timer));
      socket.once('connect', () => {
        clearTimeout(timer);
        const lines = new JsonLines(socket);
        lines.send({ secret });
        const link = new ControlLink(lines, events);
        socket.once('close', () => {
          link.#isGone = true;
          link.#peer.$close();
          events.onGone();
        });
        resolve({ ok: true, value: link });
      });
    });
  }

  /** Calls a function of the tap; fails with the tap's sentence, or with one about the connection. */
  async call<Name extends keyof ControlFunctions>(
    name: Name,
    ...args: Parameters<ControlFunctions[Name]>
  ): Promise<ReturnType<ControlFunctions[Name]> | Result<never>> {
    if (this.#isGone) return err('The tap has closed the connection.');
    try {
      const answer = resultSchema.safeParse(await this.#peer.$callRaw({ method: name, args }));
      // The same build sends it, so its shape as a result is enough.
      return answer.success
        ? (answer.data as ReturnType<ControlFunctions[Name]>)
        : err('The tap gave an answer that this app does not understand.');
    } catch (error) {
      return err(
        this.#isGone
          ? 'The tap has closed the connection.'
          : `The tap does not answer: ${errorMessage(error)}.`,
      );
    }
  }

  /** Closes the connection: the tap releases what this app holds. */
  close(): void {
    this.#lines.close();
  }
}
