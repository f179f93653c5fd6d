import { createInterface } from 'node:readline';
import { endTree, processTree } from './process-tree.ts';

/**
 * A process of its own that outlives the app by a few seconds. The app reports, one line each,
 * which servers run (`+pid`) and which ended (`-pid`). When the app dies, however it dies,
 * this input ends, and the servers that are left are ended with all that they started.
 */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const servers = new Set<number>();
  for await (const line of createInterface({ input: process.stdin })) {
    const pid = Number(line.slice(1));
    if (!Number.isSafeInteger(pid) || pid <= 1) continue;
    if (line.startsWith('+')) servers.add(pid);
    else servers.delete(pid);
  }
  await Promise.all([...servers].map(async (pid) => endTree(pid, await processTree(pid))));
}

await main();
