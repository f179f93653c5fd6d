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
