import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readLine } from '../../app/recording/read-line.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { claimRecordingFile } from '../recording/recording-file.ts';
import { openRecordingSink, type RecordingSink } from '../recording/recording-sink.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { GuardedServer, isSameToken, type ServedOptions, served } from '../system/loopback-gate.ts';
import { tapPlaces } from './tap-place.ts';
import { announceTap } from './tap-registry.ts';

type ReceiveOptions = ServedOptions & {
  /** `user@host`, or a host's name in ssh's own configuration. */
  readonly remote: string;
  /** The server that the tap there runs; empty to leave a place for it. */
  readonly server: readonly string[];
  readonly dataFolder: string;
};

const MAX_RECORDINGS = 200;
const MAX_LINE_BYTES = 64 * 1024 * 1024;
/** Every line of a session's announcement says so near its start. */
const LOOKED_BYTES = 400;
const NAME = /^\/([\w.-]{1,200})\?at=(\d{1,15})$/;
const HEADER = '{"type":"header","format":"tierscope"';

/**
 * `tierscope tap --remote`: prints the ssh line that runs a tap elsewhere, and takes what it records on 127.0.0.1, where
 * the line's -R leads. Each session is announced to the app as one of a local tap. Returns 0, or 3 on failure.
 */
export async function receiveTaps(options: ReceiveOptions): Promise<number> {
  const { dataFolder, remote, write, writeError } = options;
  const places = await tapPlaces(dataFolder);
  if (!places.ok) {
    writeError(`tierscope: ${places.error}\n`);
    return 3;
  }
  const place = places.value(new URL(`ssh://${encodeURIComponent(remote)}`));
  const taps = new ReceivedTaps(dataFolder, remote, `/r/${place.token}`);
  const port = options.port ?? place.port;
  const opened = GuardedServer.listen(port, taps.take.bind(taps));
  const end = await served({ ...options, port }, opened, (server) => {
    write(`${sshLine(options, server.port, place.token)}\n`);
    writeError(HELLO);
  });
  await taps.close();
  return end;
}

const HELLO =
  'tierscope: leave this running, and give the line above to the agent as the command of the server. If the agent runs there, run it with -N and nothing behind the host, and put the tap with its --to into the agent’s file. The address after --to is secret. Ctrl+C ends it.\n';

function sshLine({ remote, server }: ReceiveOptions, port: number, token: string): string {
  const to = `http://127.0.0.1:${port}/r/${token}`;
  const [command = 'COMMAND', ...args] = server;
  const there = `tierscope tap --to ${to} -- ${joinCommandLine(command, args)}`;
  const forward = ['-o', 'ExitOnForwardFailure=yes', '-R', `${port}:127.0.0.1:${port}`];
  return joinCommandLine('ssh', [...forward, remote, there]);
}

/** The recordings that taps elsewhere send, by their file names there. */
class ReceivedTaps {
  readonly #dataFolder: string;
  readonly #label: string;
  readonly #path: string;
  readonly #recordings = new Map<string, ReceivedRecording>();
  readonly #announced: Promise<() => Promise<void>>[] = [];

  constructor(dataFolder: string, label: string, path: string) {
    this.#dataFolder = dataFolder;
    this.#label = label;
    this.#path = path;
  }

  /** Answers with the number of bytes that are kept: 200 after a piece, 409 if the piece does not begin there. */
  take({ method, url = '' }: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const isOwn = isSameToken(url.slice(0, this.#path.length), this.#path);
    const [, name = '', at] = (isOwn && NAME.exec(url.slice(this.#path.length))) || [];
    if (name === '' || method !== 'POST') return void response.writeHead(404).end();
    const known = this.#recordings.get(name);
    // A recording is begun by its first bytes; before them nothing of it is kept.
    if (known === undefined && !body.toString('latin1', 0, HEADER.length).startsWith(HEADER))
      return void response.writeHead(409).end('0');
    if (known === undefined && this.#recordings.size >= MAX_RECORDINGS)
      return void response.writeHead(400).end();
    void (known ?? this.#begin(name)).take(Number(at), body).then(
      ({ isTaken, bytes }) => response.writeHead(isTaken ? 200 : 409).end(String(bytes)),
      () => response.writeHead(507).end(),
    );
  }

  async close(): Promise<void> {
    for (const recording of this.#recordings.values()) await recording.close();
    for (const undo of await Promise.all(this.#announced)) await undo().catch(() => undefined);
  }

  #begin(name: string): ReceivedRecording {
    const folder = join(this.#dataFolder, 'recordings');
    const file = claimRecordingFile(folder, new Date(), this.#label, `remote-${process.pid}`);
    const recording = new ReceivedRecording(file, (label, session) => this.#announce(file, label, session));
    this.#recordings.set(name, recording);
    return recording;
  }

  #announce(file: string, label: string, session: string): void {
    const number = this.#announced.length;
    if (number >= MAX_RECORDINGS) return;
    const tap = { pid: process.pid, file, label: `${label} (${this.#label})`, session };
    this.#announced.push(
      announceTap(this.#dataFolder, tap, `${process.pid}-${number}`).catch(() => async () => undefined),
    );
  }
}

/** One recording as far as it has come. */
class ReceivedRecording {
  readonly #sink: Promise<RecordingSink>;
  readonly #onSession: (label: string, session: string) => void;
  readonly #lines = new LineSplitter(MAX_LINE_BYTES);
  #bytes = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(file: string, onSession: (label: string, session: string) => void) {
    this.#sink = openRecordingSink(file);
    this.#sink.catch(() => undefined);
    this.#onSession = onSession;
  }

  /** Keeps a piece that begins where the last one ended. */
  take(at: number, piece: Buffer): Promise<{ readonly isTaken: boolean; readonly bytes: number }> {
    const turn = this.#turn.then(async () => {
      const sink = await this.#sink;
      if (at !== this.#bytes) return { isTaken: false, bytes: this.#bytes };
      for (let from = 0; from < piece.length; ) {
        const written = await sink.write(piece.subarray(from));
        from += written;
        this.#bytes += written;
      }
      for (const { bytes } of this.#lines.push(piece)) this.#look(bytes);
      return { isTaken: true, bytes: this.#bytes };
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    await this.#turn;
    await (await this.#sink).close();
  }

  #look(line: Uint8Array): void {
    const text = Buffer.from(line);
    if (!text.toString('latin1', 0, LOOKED_BYTES).includes('"type":"session"')) return;
    const read = readLine(text.toString());
    if (read.kind === 'record' && read.record.type === 'session')
      this.#onSession(read.record.label, read.record.session);
  }
}
