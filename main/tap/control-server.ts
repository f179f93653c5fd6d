import { randomUUID } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '../../app/base/result.ts';
import { answerOrderSchema, heldEndSchema } from '../../app/contract/answer-control.ts';
import { createAccessToken, isSameToken } from '../system/loopback-gate.ts';
import { makeFolder } from '../system/own-folder.ts';
import { scratchFolder } from '../system/scratch-folder.ts';
import type { AnswerControl } from './answer-control.ts';
import {
  type ControlAddress,
  type ControlEvents,
  type ControlFunctions,
  JsonLines,
  type LinePeer,
  linePeer,
} from './control-link.ts';

/** The first line of a peer. */
const greetingSchema = z.object({ secret: z.string().max(200) });

const MAX_PEERS = 8;
/** The time limit for a peer's first line, in milliseconds. */
const GREETING_MS = 2000;
/** The interval for batching change reports, in milliseconds. */
const REPORT_MS = 40;
/** The longest socket path without its final zero (sun_path: 104 bytes on macOS, 108 on Linux). */
const MAX_PATH_BYTES = 103;

/** Lets apps of the same user control a tap. Whatever a peer does, traffic continues. */
export class ControlServer {
  readonly #secret = createAccessToken();
  readonly #sockets = new Set<Socket>();
  readonly #peers = new Map<Socket, LinePeer<ControlEvents>>();
  #control: AnswerControl | undefined;
  #server: Server | undefined;
  #reporting: NodeJS.Timeout | undefined;
  #ownFolder = '';

  attach(control: AnswerControl): void {
    this.#control = control;
  }

  /** The state of the control has changed: every peer is notified soon. */
  changed(): void {
    if (this.#peers.size === 0) return;
    this.#reporting ??= setTimeout(() => this.#report(), REPORT_MS).unref();
  }

  /** Opens the channel next to the announcements of taps; undefined if it cannot be opened. */
  async listen(folder: string, name: string): Promise<ControlAddress | undefined> {
    const path = await this.#pathIn(folder, name).catch(() => undefined);
    if (path === undefined) return undefined;
    const server = createServer((socket) => this.#greet(socket));
    server.maxConnections = MAX_PEERS;
    // A server keeps its process alive, but a tap must end with its server.
    server.unref();
    this.#server = server;
    const isOpen = await new Promise<boolean>((resolve) => {
      server.on('error', () => resolve(false));
      server.listen(path, () => resolve(true));
    });
    if (!isOpen) return undefined;
    if (process.platform !== 'win32') await chmod(path, 0o600);
    return { path, secret: this.#secret };
  }

  async close(): Promise<void> {
    clearTimeout(this.#reporting);
    for (const socket of this.#sockets) socket.destroy();
    this.#server?.close();
    if (this.#ownFolder !== '')
      await rm(this.#ownFolder, { recursive: true, force: true }).catch(() => undefined);
  }

  /** A path short enough for the system; undefined if there is none. */
  async #pathIn(folder: string, name: string): Promise<string | undefined> {
    if (process.platform === 'win32') return `\\\\.\\pipe\\tierscope-tap-${randomUUID()}`;
    await makeFolder(folder);
    const path = join(folder, `${name}.sock`);
    if (fits(path)) {
      // Left by a killed tap with the same pid.
      await rm(path, { force: true });
      return path;
    }
    const shorter = join(await scratchFolder(), 'tap.sock');
    this.#ownFolder = dirname(shorter);
    return fits(shorter) ? shorter : undefined;
  }

  /** Disconnects a peer that does not start with the secret. */
  #greet(socket: Socket): void {
    const lines = new JsonLines(socket);
    const timer = setTimeout(() => socket.destroy(), GREETING_MS).unref();
    socket.unref();
    lines.onMessage((message) => {
      clearTimeout(timer);
      const { secret } = greetingSchema.safeParse(message).data ?? {};
      if (secret !== undefined && isSameToken(secret, this.#secret) && this.#control !== undefined)
        this.#admit(socket, lines, this.#control);
      else socket.destroy();
    });
    this.#sockets.add(socket);
    socket.on('close', () => {
      clearTimeout(timer);
      this.#sockets.delete(socket);
    });
  }

  #admit(socket: Socket, lines: JsonLines, control: AnswerControl): void {
    const peer = linePeer<ControlEvents, ControlFunctions>(lines, functionsFor(socket, control));
    this.#peers.set(socket, peer);
    socket.on('close', () => {
      this.#peers.delete(socket);
      peer.$close();
      control.leave(socket);
    });
    void peer.state.asEvent(control.state);
  }

  #report(): void {
    this.#reporting = undefined;
    const state = this.#control?.state;
    if (state === undefined) return;
    for (const peer of this.#peers.values()) void peer.state.asEvent(state);
  }
}

/** The functions for one peer, which owns the orders that it gives. */
function functionsFor(owner: Socket, control: AnswerControl): ControlFunctions {
  return {
    arm: (order) => checked(answerOrderSchema, order, (valid) => control.arm(owner, valid)),
    disarm: (orderId) => checked(idSchema, orderId, (valid) => control.disarm(valid)),
    textOf: (heldId) => checked(idSchema, heldId, (valid) => control.textOf(valid)),
    end: (heldId, end) =>
      checked(idSchema, heldId, (id) => checked(heldEndSchema, end, (valid) => control.end(id, valid))),
    letAllGo: () => {
      control.letAllGo();
      return ok(null);
    },
  };
}

const idSchema = z.string().max(20);

function checked<Valid, Value>(
  schema: z.ZodType<Valid>,
  value: unknown,
  act: (valid: Valid) => Result<Value>,
): Result<Value> {
  const read = schema.safeParse(value);
  return read.success
    ? act(read.data)
    : err(`The tap does not understand this: ${z.prettifyError(read.error)}`);
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_PATH_BYTES;
}
