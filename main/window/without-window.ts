import { app } from 'electron';
import { faultText, writeStderr } from '../system/command-output.ts';

/** Longer than any process runs, in milliseconds. */
const FOR_EVER = 2 ** 30;

/**
 * Has this process run as Node would, for as long as it shows no window: it stays until it is ended, where Electron
 * starts Chromium as soon as Node has nothing to do (Electron 45, shell/common/node_bindings.cc, `JoinAppCode`), and an
 * error that nobody catches ends it with code 1, where Electron shows a dialog and goes on (lib/browser/init.ts). The
 * returned function calls that off.
 */
export function runLikeNode(): () => void {
  const timer = setInterval(() => undefined, FOR_EVER);
  process.on('uncaughtException', crash);
  return () => {
    clearInterval(timer);
    process.off('uncaughtException', crash);
  };
}

/** Ends this process as an error does that nobody catches. */
export function crash(fault: unknown): void {
  writeStderr(`${faultText(fault)}\n`, () => app.exit(1));
}

/** An agent starts a tap for each of its servers: none of them is to have an icon (Electron's page "app"). */
export function hideFromDock(): void {
  if (process.platform === 'darwin') app.setActivationPolicy('prohibited');
}

/** Ends this process when its output has left it. */
export async function endProcess(exitCode: number): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  app.exit(exitCode);
}
