import { setTimeout as pause } from 'node:timers/promises';
import { type KnownProcess, processTree, signalTree, treeIsAlive } from './process-tree.ts';

/** How long a server may take after its stdin closed, and again after SIGTERM, in milliseconds. */
export const GRACE_MS = 1500;

/** The first and the longest pause between two looks, each of which reads about every process of the machine. */
const LOOK_MS = { first: 25, longest: 200 };

/**
 * Ends a server whose stdin has been closed: waits, then SIGTERM, waits, then SIGKILL,
 * for its process group and for descendants that left the group. Resolves when none is left.
 * `tree` is a snapshot from before, because the children of a dead process no longer name it.
 */
export async function endTree(
  root: number,
  tree: readonly KnownProcess[],
  graceMs = GRACE_MS,
): Promise<void> {
  if (await goneWithin(root, tree, graceMs)) return;
  const grown = merged(tree, await processTree(root));
  await signalTree(root, grown, 'SIGTERM');
  if (await goneWithin(root, grown, graceMs)) return;
  await signalTree(root, grown, 'SIGKILL');
  await goneWithin(root, grown, graceMs);
}

async function goneWithin(root: number, tree: readonly KnownProcess[], limitMs: number): Promise<boolean> {
  let waited = 0;
  for (let pauseMs = LOOK_MS.first; waited < limitMs; pauseMs = Math.min(2 * pauseMs, LOOK_MS.longest)) {
    if (!(await treeIsAlive(root, tree))) return true;
    await pause(pauseMs);
    waited += pauseMs;
  }
  return !(await treeIsAlive(root, tree));
}

function merged(one: readonly KnownProcess[], other: readonly KnownProcess[]): KnownProcess[] {
  const byIdentity = new Map([...one, ...other].map((known) => [`${known.pid} ${known.born}`, known]));
  return [...byIdentity.values()];
}
