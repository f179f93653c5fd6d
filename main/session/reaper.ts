import { createInterface } from 'node:readline';
import { endMarked } from './process-mark.ts';
import { endTree, GRACE_MS, processTree } from './process-tree.ts';

/**
 * A process of its own that outlives the app by a few seconds. The app reports, one line each,
 * which servers run (`+pid`) and which ended (`-pid`), and the same for the marks of what they start. When the app
 * dies, however it dies, this input ends, and what is left is ended with all that it started. What the process is
 * started with (`+mark`) counts as the first lines.
 */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const watched = new Set<string>();
  const take = (line: string): void => {
    if (line.startsWith('+')) watched.add(line.slice(1));
    else watched.delete(line.slice(1));
  };
  for (const line of process.argv.slice(2)) take(line);
  for await (const line of createInterface({ input: process.stdin })) take(line);
  await Promise.all([...watched].map(endWatched));
}

/** A server's process id, or the mark of what a server started. */
async function endWatched(one: string): Promise<void> {
  if (!/^\d+$/.test(one)) {
    // Without its client's end of the pipe a server ends by itself, if it is given the time.
    if (one !== '') await endMarked(one, { patienceMs: GRACE_MS });
    return;
  }
  const pid = Number(one);
  if (Number.isSafeInteger(pid) && pid > 1) await endTree(pid, await processTree(pid));
}

await main();
