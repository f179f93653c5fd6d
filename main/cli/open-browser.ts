import { type ChildProcess, spawn } from 'node:child_process';
import type { BrowserPlan } from './browser-plans.ts';

/** A browser that ends with a failure within this time has not started. */
const START_MS = 5000;

export type OpenBrowser = {
  /** The ways to try, in order; asked for before each try, since an address works once. */
  readonly plans: () => readonly BrowserPlan[];
  /** The window that was opened for this app was closed. */
  readonly onClosed: () => void;
  /** No plan worked. */
  readonly onNone: () => void;
};

/** Starts the first browser that works; the returned function ends it where the window is the app's own. */
export function openBrowser({ plans, onClosed, onNone }: OpenBrowser): () => void {
  let child: ChildProcess | undefined;
  let isEnded = false;
  const attempt = (index: number): void => {
    const plan = plans()[index];
    if (plan === undefined) {
      onNone();
      return;
    }
    const startedAt = performance.now();
    let isOver = false;
    const over = (isFailure: boolean): void => {
      if (isOver || isEnded) return;
      isOver = true;
      if (isFailure && performance.now() - startedAt < START_MS) attempt(index + 1);
      else if (plan.isOwnWindow) onClosed();
    };
    const started = spawn(plan.command, [...plan.args], { stdio: 'ignore', windowsHide: false });
    started.once('error', () => over(true));
    started.once('exit', (code) => over(code !== 0));
    started.unref();
    child = plan.isOwnWindow ? started : undefined;
  };
  attempt(0);
  return () => {
    isEnded = true;
    child?.kill();
  };
}
