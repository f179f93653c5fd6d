import { resolve } from 'node:path';
import { HostCaller, runningHost } from '../../carrier/running-host.ts';
import { runningTaps } from '../../tap/tap-registry.ts';

/** A host that runs answers at once; one that hangs holds nothing up. */
const ANSWER_MS = 1000;

/** The files that a running app or a tap on this data folder writes now. An app in a window of Electron names none. */
export async function liveFiles(dataFolder: string): Promise<ReadonlySet<string>> {
  const taps = await runningTaps(dataFolder);
  const sessions = await sessionsOfApp(dataFolder);
  return new Set([...taps.map(({ file }) => file), ...sessions].map((file) => resolve(file)));
}

async function sessionsOfApp(dataFolder: string): Promise<string[]> {
  const host = await runningHost(dataFolder);
  if (host === undefined || host.address === null) return [];
  let caller: HostCaller | undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), ANSWER_MS);
  });
  try {
    caller = await Promise.race([HostCaller.connect(host.address), late]);
    const { sessions } = await Promise.race([caller.call('hello', {}), late]);
    return sessions.flatMap((one) =>
      one.kind === 'live' && (one.state === 'starting' || one.state === 'ready') ? [one.file] : [],
    );
  } catch {
    // Nobody answers there: no session of an app is live.
    return [];
  } finally {
    clearTimeout(timer);
    caller?.close();
  }
}
