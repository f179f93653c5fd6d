import { type ChildProcess, spawn } from 'node:child_process';
import { err, errorMessage, ok, type Result } from '../../app/base/result.ts';

/** The grace period of a helper after SIGTERM, in milliseconds. */
const GRACE_MS = 500;
const LIMIT_MS = 10_000;
const MAX_CHARS = 64 * 1024;

type Limits = { readonly env?: NodeJS.ProcessEnv; readonly limitMs?: number; readonly maxChars?: number };

/**
 * The output of a helper program, stdout then stderr, each cut at `maxChars`. After `limitMs` its process group gets
 * SIGTERM, and is killed soon after. Fails with a clause about what was given up; nothing in its group outlives this
 * call.
 */
export async function programOutput(
  command: string,
  args: readonly string[],
  { env, limitMs = LIMIT_MS, maxChars = MAX_CHARS }: Limits = {},
): Promise<Result<string>> {
  const isGroup = process.platform !== 'win32';
  const child = spawn(command, [...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    detached: isGroup,
  });
  const printed = [child.stdout, child.stderr].map((stream) => {
    const held = { text: '' };
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (held.text.length < maxChars) held.text = (held.text + text).slice(0, maxChars);
    });
    return held;
  });
  let late = '';
  const timers = [limitMs, limitMs + GRACE_MS].map((afterMs, at) =>
    setTimeout(() => {
      late ||= `it did not end within ${limitMs / 1000} s and was ended`;
      signal(child, isGroup, at === 0 ? 'SIGTERM' : 'SIGKILL');
    }, afterMs),
  );
  const failure = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(errorMessage(error)));
    child.once('close', (code, by) => resolve(code === 0 ? '' : `it ended with ${by ?? code}`));
    // Processes that left the group may still hold the pipes.
    child.once('exit', () => setTimeout(() => resolve(''), limitMs + GRACE_MS).unref());
  });
  for (const timer of timers) clearTimeout(timer);
  signal(child, isGroup, 'SIGKILL');
  child.stdout.destroy();
  child.stderr.destroy();
  const fault = late || failure;
  return fault === '' ? ok(printed.map(({ text }) => text).join(' ')) : err(fault);
}

function signal({ pid }: ChildProcess, isGroup: boolean, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(isGroup ? -pid : pid, name);
  } catch {
    // It has ended.
  }
}
