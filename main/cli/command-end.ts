import { constants, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import type { Writable } from 'node:stream';
import type { HostApi } from '../hub/host-api.ts';
import { faultText, writeStderr } from '../system/command-output.ts';
import { ownFolder } from '../system/own-folder.ts';

export const exitCodes = { done: 0, findings: 1, usage: 2, cannotOpen: 3 } as const;

/** Ends a command with a sentence for the user and an exit code. */
export class CommandEnd extends Error {
  override readonly name = 'CommandEnd';
  readonly exitCode: number;

  constructor(sentence: string, exitCode: number) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

/** Ignores write errors of a reader that stops early, as `head` does; they would otherwise count as a defect. */
export function outlive(stream: Pick<Writable, 'on'>): void {
  stream.on('error', () => undefined);
}

/** Ends a program that only prints: with `leave(undefined)` if its reader stops reading, else with a sentence. */
export function endWith(stream: Pick<Writable, 'on'>, leave: (sentence: string | undefined) => void): void {
  stream.on('error', ({ code, message }: { readonly code?: string; readonly message: string }) =>
    leave(code === 'EPIPE' ? undefined : `The output cannot be written: ${message}.`),
  );
}

/**
 * Whether a shell started this program with stdout closed (`>&-`). Node then opens /dev/null for reading and writing in
 * its place. So does a parent that ignores the output; but a shell has closed its own stdout by now or uses another.
 */
export function isStdoutClosed(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const flags = /flags:\t(\d+)/.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.[1] ?? '';
    const isReadToo = (Number.parseInt(flags, 8) & constants.O_RDWR) !== 0;
    if (!isReadToo || readlinkSync('/proc/self/fd/1') !== '/dev/null') return false;
    const parent = `/proc/${process.ppid}`;
    if (!readdirSync(`${parent}/fd`).includes('1')) return true;
    const isShell = /^(?:\w*sh|busybox)$/.test(basename(readlinkSync(`${parent}/exe`)));
    return isShell && readlinkSync(`${parent}/fd/1`) !== '/dev/null';
  } catch {
    return false;
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves at the first signal that asks the program to end; a second signal ends it at once. */
export function endSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (isAsked) process.exit(130);
        isAsked = true;
        resolve();
      });
    }
  });
}

/** If a defect ends the program, runs `dispose` first, so that no server is left running; the exit code is 70. */
export function disposeOnCrash(dispose: () => Promise<void>): void {
  let isCrashing = false;
  process.on('uncaughtException', (fault) => {
    writeStderr(`tierscope: a defect ended the app: ${faultText(fault)}\n`);
    if (isCrashing) process.exit(70);
    isCrashing = true;
    void dispose().finally(() => process.exit(70));
  });
}

/** Servers get a grace period to exit, then their process tree is killed; this limits both, in milliseconds. */
const LONGEST_MS = 6000;

/** Ends every session of a host. Resolves after six seconds at the latest, even on failure. */
export async function disposeInTime(host: HostApi): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS);
  });
  const disposal = host.dispose().catch((fault: unknown) => writeStderr(`tierscope: ${String(fault)}\n`));
  await Promise.race([disposal, late]);
  clearTimeout(timer);
}

/**
 * Makes the data folder private to the user before an app starts on it, as `ownFolder` does. `complain` gets a sentence
 * for each change or remaining risk. Throws a `CommandEnd` if the folder is refused.
 */
export async function claimDataFolder(folder: string, complain: (note: string) => void): Promise<void> {
  const own = await ownFolder(folder);
  if (!own.ok) throw new CommandEnd(own.error, exitCodes.cannotOpen);
  if (own.value.note !== '') complain(own.value.note);
}
