import { createInterface } from 'node:readline';
import { ownStdin } from '../system/own-stdin.ts';
import { endMarked, GRACE_MS, ServerTree } from './process-tree.ts';

/**
 * A separate process that outlives the app by a few seconds. The app sends one line per server start (`+pid`) and exit
 * (`-pid`), and the same for the marks of descendants. When the app dies, for whatever reason, this input ends, and the
 * remaining servers and their descendants are ended. Arguments (`+mark`) are handled like initial lines.
 */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const watched = new Map<string, () => Promise<unknown>>();
  const take = (line: string): void => {
    const one = line.slice(1);
    if (line.startsWith('+')) watched.set(one, endingOf(one));
    else watched.delete(one);
  };
  for (const line of process.argv.slice(2)) take(line);
  for await (const line of createInterface({ input: ownStdin() })) take(line);
  await Promise.all([...watched.values()].map((end) => end()));
}

/** How to end a server by its process id, or its descendants by their mark. */
function endingOf(one: string): () => Promise<unknown> {
  // With its client's end of the pipe gone, a server exits by itself if given the time.
  if (!/^\d+$/.test(one))
    return async () => (one === '' ? undefined : endMarked(one, { patienceMs: GRACE_MS }));
  const pid = Number(one);
  if (!Number.isSafeInteger(pid) || pid <= 1) return async () => undefined;
  // The owner of the id is recorded now: once the app is gone, the id may be reused.
  const tree = new ServerTree(pid);
  return () => tree.end();
}

/** Resolves when nothing is left to end. */
export const ended = main();
