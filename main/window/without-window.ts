import { app } from 'electron';
import { faultText, writeStderr } from '../system/command-output.ts';

/** Longer than any process runs, in milliseconds. */
const FOR_EVER = 2 ** 30;

/**
 * Makes this process behave like Node while it shows no window. It stays alive until ended, whereas Electron starts
 * Chromium once Node is idle (Electron 45, shell/common/node_bindings.cc, `JoinAppCode`). An uncaught error ends it
 * with code 1, whereas Electron shows a dialog and continues (lib/browser/init.ts). The returned function undoes this.
 */
export function runLikeNode(): () => void {
  const timer = setInterval(() => undefined, FOR_EVER);
  process.on('uncaughtException', crash);
  return () => {
    clearInterval(timer);
    process.off('uncaughtException', crash);
  };
}

/** Ends this process as an uncaught error does. */
export function crash(fault: unknown): void {
  writeStderr(`${faultText(fault)}\n`, () => app.exit(1));
}

/** An agent starts a tap for each of its servers: none should show an icon (Electron's page "app"). */
export function hideFromDock(): void {
  if (process.platform === 'darwin') app.setActivationPolicy('prohibited');
}

/** Ends this process once its output was sent. */
export async function endProcess(exitCode: number): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  app.exit(exitCode);
}
