import { once } from 'node:events';
import { request } from 'node:http';
import WebSocket from 'ws';
import { unpackAnswer } from '../../app/contract/binary-answer.ts';
import type { CommandAnswer, CommandInput, CommandName } from '../../app/contract/commands.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { QUIET, type RunningApp, startApp } from '../pages/running-app.ts';
import { later } from './attack.ts';

/** Starts the app without a screen, on its own data folder or the given one. */
export function startHost(data?: string): Promise<RunningApp> {
  return startApp(['open', ...QUIET], data);
}

/** The same with a script that is loaded first, and a variable for the script. */
export async function startHostWith(script: URL, name: string, value: string): Promise<RunningApp> {
  const { NODE_OPTIONS } = process.env;
  // The app inherits the environment of this process.
  process.env.NODE_OPTIONS = `${NODE_OPTIONS ?? ''} --import=${script.href}`.trim();
  process.env[name] = value;
  try {
    return await startHost();
  } finally {
    process.env.NODE_OPTIONS = NODE_OPTIONS ?? '';
    delete process.env[name];
  }
}

/** The parts of the address that the app has printed. */
export function placeOf({ address }: RunningApp): { host: string; port: number; token: string } {
  const { host, port, hash } = new URL(address);
  return { host, port: Number(port), token: new URLSearchParams(hash.slice(1)).get('token') ?? '' };
}

/** The start of an answer in JSON text. */
const ANSWER = Buffer.from('{"t":"s"');

type Answer = { readonly i: string; readonly r?: unknown; readonly e?: unknown };

/** Calls a running app as one of its screens would; ignores its events. */
export class HostClient {
  readonly #socket: WebSocket;
  readonly #open = new Map<string, (message: { r?: unknown; e?: unknown }) => void>();
  #next = 0;
  /** The number of bytes that the host has sent. */
  received = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer, isBinary) => {
      this.received += data.length;
      // An event can have hundreds of megabytes: only answers are parsed.
      if (!isBinary && !data.subarray(0, ANSWER.length).equals(ANSWER)) return;
      // A message may start anywhere in the socket's buffer: its numbers are read in place.
      const message = isBinary ? (unpackAnswer(new Uint8Array(data)) as Answer) : JSON.parse(String(data));
      this.#open.get(message.i)?.(message);
      this.#open.delete(message.i);
    });
    socket.on('close', () => {
      for (const answer of this.#open.values()) answer({ e: 'the app has closed the connection' });
      this.#open.clear();
    });
    socket.on('error', () => undefined);
  }

  static async connect(app: RunningApp): Promise<HostClient> {
    const { host, token } = placeOf(app);
    const socket = new WebSocket(`ws://${host}/ws`, ['tierscope.v1', `token.${token}`], {
      origin: `http://${host}`,
      maxPayload: 0,
    });
    const client = new HostClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** Rejects if the host refuses, does not answer in time, or ends. */
  async call<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
    limitMs = 60_000,
  ): Promise<CommandAnswer<Name>> {
    this.#next += 1;
    const id = String(this.#next);
    const answer = new Promise<{ r?: unknown; e?: unknown }>((resolve) => this.#open.set(id, resolve));
    this.#socket.send(JSON.stringify({ t: 'q', i: id, m: name, a: [input] }));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<{ e: string }>((resolve) => {
      timer = setTimeout(() => resolve({ e: `no answer to ${name} within ${limitMs} ms` }), limitMs);
    });
    const message: { r?: unknown; e?: unknown } = await Promise.race([answer, late]);
    clearTimeout(timer);
    if (message.e !== undefined) throw new Error(String(message.e));
    return message.r as CommandAnswer<Name>;
  }

  /** Connects to a server, and returns the name of the session. */
  async connectTo(commandLine: string, settings?: CommandInput<'connect'>['settings']): Promise<string> {
    const input = settings === undefined ? { commandLine } : { commandLine, settings };
    const connected = await this.call('connect', input);
    if (!connected.ok) throw new Error(connected.error);
    return connected.value.session;
  }

  /** The host's info on a session once `isSo`; rejects on timeout. */
  async until(session: string, isSo: (info: SessionInfo) => boolean, limitMs = 30_000): Promise<SessionInfo> {
    const until = Date.now() + limitMs;
    for (;;) {
      const { sessions } = await this.call('hello', {});
      const info = sessions.find((one) => one.session === session);
      if (info !== undefined && isSo(info)) return info;
      if (Date.now() > until) throw new Error(`${session} is still ${info?.state ?? 'not there'}`);
      await later(50);
    }
  }

  close(): void {
    this.#socket.close();
  }
}

/** Whether a host still answers an ordinary request in time. */
export function isAnswering(app: RunningApp, limitMs = 5000): Promise<boolean> {
  const { port } = placeOf(app);
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/', timeout: limitMs }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy(new Error('late')));
    asked.on('error', () => resolve(false));
    asked.end();
  });
}
