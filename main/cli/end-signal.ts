import type { HostApi } from '../hub/host-api.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves at the first signal that asks the program to end; a second one ends it at once. */
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

/** Runs `dispose` before a defect ends the program, with exit code 70, so that no server is left behind. */
export function disposeOnCrash(dispose: () => Promise<void>): void {
  let isCrashing = false;
  process.on('uncaughtException', (fault) => {
    console.error(`tierscope: a defect ended the app: ${fault.stack ?? fault.message}`);
    if (isCrashing) process.exit(70);
    isCrashing = true;
    void dispose().finally(() => process.exit(70));
  });
}

/** A server has its grace to end by itself, then its process tree is ended; this bounds both. */
const LONGEST_MS = 6000;

/** Ends every session of a host; resolves after six seconds at the latest, also when that fails. */
export async function disposeInTime(host: HostApi): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS);
  });
  const disposal = host.dispose().catch((fault: unknown) => console.error(`tierscope: ${String(fault)}`));
  await Promise.race([disposal, late]);
  clearTimeout(timer);
}
