import { resolve } from 'node:path';
import { HostCaller, runningHost } from '../loopback/running-host.ts';
import type { AppRequest } from './app-request.ts';

export type HandedOver = {
  /** The address of the app that took the request. */
  readonly address: string;
  /** One sentence for each thing that it could not open. */
  readonly problems: readonly string[];
};

/**
 * Hands what the command line asks for to the app that runs already on the data folder, so that there is one list
 * of tabs; undefined where none runs, or where a port was named: then this start wants a host of its own.
 */
export async function handOver(
  request: AppRequest,
  dataFolder: string,
  folder: string,
): Promise<HandedOver | undefined> {
  if (request.port !== null) return undefined;
  const host = await runningHost(dataFolder);
  if (host === undefined) return undefined;
  const caller = await HostCaller.connect(host.address).catch(() => undefined);
  if (caller === undefined) return undefined;
  const problems: string[] = [];
  try {
    for (const file of request.files) {
      const opened = await caller.call('openRecording', { path: resolve(folder, file) });
      if (!opened.ok) problems.push(`${file}: ${opened.error}`);
    }
    if (request.connect !== null) {
      const cwd = resolve(folder, request.connect.cwd ?? '.');
      const connected = await caller.call('connect', { ...request.connect, cwd });
      if (!connected.ok) problems.push(connected.error);
    }
  } catch (error) {
    problems.push(`${error instanceof Error ? error.message : String(error)}.`);
  } finally {
    caller.close();
  }
  return { address: host.address, problems };
}
