import { spawn } from 'node:child_process';
import type { ProgramCommand } from '../session/reaper-client.ts';

/** Waits for one line; if its input ends without one, becomes the program in its arguments. */
const WAIT = 'trap "" INT TERM HUP; read -r line || exec "$@"';

export type TapGuardOptions = {
  /** The program that ends what carries a mark. */
  readonly reaper: ProgramCommand;
};

/**
 * Has what carries a mark ended if this process is killed. A shell waits for that, because a tap may stand in front
 * of each of many servers, and a shell is small. The returned function calls it off. Linux only, as marks are.
 */
export function guardTap(mark: string, { reaper }: TapGuardOptions): () => void {
  if (process.platform !== 'linux') return () => undefined;
  const child = spawn('/bin/sh', ['-c', WAIT, 'sh', reaper.command, ...reaper.args, `+${mark}`], {
    // Out of the group of the tap, which is often signalled as one.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  // A tap without a guard is still a tap.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  return () => void child.stdin.end('done\n');
}
