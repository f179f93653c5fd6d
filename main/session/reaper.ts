import { createInterface } from 'node:readline';
import { ownStdin } from '../system/own-stdin.ts';
import { endMarked, GRACE_MS, ServerTree } from './process-tree.ts';

/**
 * A process of its own that outlives the app by a few seconds. The app reports, one line each,
 * which servers run (`+pid`) and which ended (`-pid`), and the same for the marks of what they start. When the app
 * dies, however it dies, this input ends, and what is left is ended with all that it started. What the process is
 * started with (`+mark`) counts as the first lines.
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

/** What ends a server by its process id, or by its mark what a server started. */
function endingOf(one: string): () => Promise<unknown> {
  // Without its client's end of the pipe a server ends by itself, if it is given the time.
  if (!/^\d+$/.test(one))
    return async () => (one === '' ? undefined : endMarked(one, { patienceMs: GRACE_MS }));
  const pid = Number(one);
  if (!Number.isSafeInteger(pid) || pid <= 1) return async () => undefined;
  // Who has the id is seen now: when the app is gone it may be another's.
  const tree = new ServerTree(pid);
  return () => tree.end();
}

/** Resolves when nothing is left to end. */
export const ended = main();
