import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { LogState } from '../../app/contract/session-info.ts';
import type { HostApi } from '../../main/hub/host-api.ts';
import { createHub } from '../../main/hub/hub.ts';

/** What the server writes: on which channel, and how long a line is in bytes. */
type Flood = { readonly channel: string; readonly bytes: number };

/** The host's memory after a collection, the most of it since the last look, and the recording, in bytes. */
type Look = {
  readonly resident: number;
  readonly peak: number;
  readonly heap: number;
  readonly file: number;
  readonly dropped: number;
};

const ANSWERS_IN_FLIGHT = 16;

/**
 * Floods one live session of a host of its own, first to warm up, then with N and then with 2N bytes, and prints
 * by how many bytes the host's resident memory grew for each byte that its recording grew by.
 */
async function main(floodScript: string, reaperScript: string, flood: Flood, bytes: number): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-bench-'));
  const hub = createHub({
    version: '0',
    host: 'loopback',
    dataFolder: folder,
    lab: { command: process.execPath, args: [] },
    reaper: { command: process.execPath, args: [reaperScript] },
  });
  const session = await connected(hub, floodScript);
  const peak = new Peak();
  const look = async (): Promise<Look> => {
    const { file } = await sessionOf(hub, session);
    await settledFile(file);
    for (let turn = 0; turn < 3; turn += 1) {
      await pause(50);
      collect();
    }
    const { rss: resident, heapUsed, external } = process.memoryUsage();
    const { dropped } = await logOf(hub, session);
    return { resident, peak: peak.take(), heap: heapUsed + external, file: (await stat(file)).size, dropped };
  };
  const looks: Look[] = [];
  for (const part of [bytes / 4, bytes, 2 * bytes]) {
    await flooded(hub, session, flood, Math.ceil(part / flood.bytes));
    looks.push(await look());
  }
  peak.close();
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
  console.log(JSON.stringify(figures(looks)));
}

function figures([before, once, twice]: readonly Look[]): object {
  if (before === undefined || once === undefined || twice === undefined) throw new Error('too few looks');
  const megabytes = (bytes: number) => Number((bytes / 1e6).toFixed(1));
  const ratio = (from: Look, to: Look, of: 'resident' | 'heap') =>
    Number(((to[of] - from[of]) / (to.file - from.file)).toFixed(3));
  return {
    writtenMB: megabytes(once.file - before.file),
    growthPerByte: ratio(before, once, 'resident'),
    heapGrowthPerByte: ratio(before, once, 'heap'),
    writtenThenMB: megabytes(twice.file - once.file),
    growthPerByteThen: ratio(once, twice, 'resident'),
    heapGrowthPerByteThen: ratio(once, twice, 'heap'),
    residentMB: megabytes(twice.resident),
    peakMB: megabytes(Math.max(once.peak, twice.peak)),
    dropped: twice.dropped,
  };
}

async function connected(hub: HostApi, floodScript: string): Promise<string> {
  const commandLine = `"${process.execPath}" "${floodScript}"`;
  const begun = await hub.commands.connect({ commandLine, settings: { era: 'initialize' } });
  if (!begun.ok) throw new Error(begun.error);
  const { session } = begun.value;
  for (;;) {
    const { state } = await sessionOf(hub, session);
    if (state === 'ready') return session;
    if (state !== 'starting') throw new Error(`the session is ${state}`);
    await pause(10);
  }
}

/** Resolves when the log has a row for every line. */
async function flooded(hub: HostApi, session: string, flood: Flood, lines: number): Promise<void> {
  const { length } = await logOf(hub, session);
  const call = async (count: number) => {
    const end = await hub.commands.callTool({
      session,
      name: 'flood',
      arguments: { ...flood, lines: count },
      timeoutMs: 600_000,
    });
    if (!end.ok || end.value.failure !== '') throw new Error('a call of the benchmark failed');
  };
  if (flood.channel === 'answers') {
    let left = lines;
    const caller = async () => {
      for (; left > 0; left -= 1) await call(1);
    };
    await Promise.all(Array.from({ length: ANSWERS_IN_FLIGHT }, caller));
    return;
  }
  await call(lines);
  while ((await logOf(hub, session)).length < length + lines) await pause(10);
}

async function sessionOf(hub: HostApi, session: string) {
  const found = (await hub.commands.hello({})).sessions.find((one) => one.session === session);
  if (found === undefined) throw new Error('the session is gone');
  return found;
}

async function logOf(hub: HostApi, session: string): Promise<LogState> {
  const found = (await hub.commands.hello({})).logs.find((one) => one.session === session);
  if (found === undefined) throw new Error('the session is gone');
  return found;
}

/** Resolves when the recording grows no more. */
async function settledFile(file: string): Promise<void> {
  for (let size = -1; ; ) {
    const now = (await stat(file)).size;
    if (now === size) return;
    size = now;
    await pause(200);
  }
}

const PEAK_EVERY_MS = 10;

class Peak {
  #most = 0;
  readonly #timer = setInterval(() => {
    this.#most = Math.max(this.#most, process.memoryUsage.rss());
  }, PEAK_EVERY_MS);

  /** The most since the last time, in bytes. */
  take(): number {
    const most = this.#most;
    this.#most = 0;
    return most;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

const [floodScript = '', reaperScript = '', channel = '', lineBytes = '', bytes = ''] = process.argv.slice(2);
await main(floodScript, reaperScript, { channel, bytes: Number(lineBytes) }, Number(bytes));
