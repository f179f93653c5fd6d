import { rm, stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { z } from 'zod';
import type { CommandAnswer, CommandInput, CommandName } from '../../app/contract/commands.ts';
import { isAlive } from '../system/is-alive.ts';
import { readJson, writeJson } from '../system/json-file.ts';

const hostSchema = z.object({ pid: z.number().int().positive(), address: z.string().nullable() });

/** A host that runs on a data folder. Its address contains the token; null for an Electron window, which has none. */
type RunningHost = z.infer<typeof hostSchema>;

const FILE = 'running.json';

export async function announceHost(dataFolder: string, host: RunningHost): Promise<() => Promise<void>> {
  const file = join(dataFolder, FILE);
  const other = await readHost(file);
  // The first host keeps its entry: requests go to the window that the user is already looking at.
  if (other !== undefined && other.pid !== host.pid && isAlive(other.pid)) return async () => undefined;
  try {
    await writeJson(file, host);
  } catch {
    // A later start then opens its own host, and there is nothing to remove.
    return async () => undefined;
  }
  return () => rm(file, { force: true });
}

/** The host that runs on the data folder; undefined if none runs. */
export async function runningHost(dataFolder: string): Promise<RunningHost | undefined> {
  const file = join(dataFolder, FILE);
  const host = await readHost(file);
  if (host === undefined || !isAlive(host.pid)) return undefined;
  // An address is checked by calling it; for a window only its process is known.
  return host.address === null && (await isOlderThanSystem(file)) ? undefined : host;
}

/** True for a file written before the system started: another process may have reused its pid. */
async function isOlderThanSystem(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return (found?.mtimeMs ?? 0) < Date.now() - uptime() * 1000;
}

async function readHost(file: string): Promise<RunningHost | undefined> {
  return hostSchema.safeParse(await readJson(file)).data;
}

/** Calls a running host as one of its screens would. */
export class HostCaller {
  readonly #socket: WebSocket;
  #next = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Rejects if nothing answers at the address, for example because another process reused the pid of a dead host. */
  static connect(address: string): Promise<HostCaller> {
    const { origin, host, hash } = new URL(address);
    const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
    const socket = new WebSocket(`ws://${host}/ws`, ['tierscope.v1', `token.${token}`], { origin });
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('open', () => resolve(new HostCaller(socket)));
    });
  }

  /** Rejects if the host refuses the call or ends before it answers. */
  call<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandAnswer<Name>> {
    this.#next += 1;
    const id = String(this.#next);
    return new Promise((resolve, reject) => {
      const heard = (data: WebSocket.RawData): void => {
        const message = JSON.parse(String(data));
        if (message.i !== id || message.t !== 's') return;
        this.#socket.off('message', heard);
        if (message.e === undefined) resolve(message.r);
        else reject(new Error(String(message.e)));
      };
      this.#socket.on('message', heard);
      this.#socket.once('close', () => reject(new Error('the app that runs has ended')));
      this.#socket.send(JSON.stringify({ t: 'q', i: id, m: name, a: [input] }));
    });
  }

  close(): void {
    this.#socket.close();
  }
}
