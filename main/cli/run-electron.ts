import { spawn } from 'node:child_process';
import type { AppPaths } from './app-paths.ts';

/** Ending with a failure sooner than this means that the window never came up. */
const START_MS = 3000;

export type ElectronEnd =
  | { readonly kind: 'ended'; readonly exitCode: number }
  | { readonly kind: 'not-started' };

/** Runs the app in Electron with the arguments as typed, and passes signals on; resolves when it has ended. */
export function runElectron(binary: string, paths: AppPaths, typed: readonly string[]): Promise<ElectronEnd> {
  const { ELECTRON_RUN_AS_NODE: _plainNode, ...env } = process.env;
  // As root Chromium refuses to start with its sandbox.
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const args = [...(isRoot ? ['--no-sandbox'] : []), paths.electronEntry, ...typed];
  const startedAt = performance.now();
  const child = spawn(binary, args, { stdio: 'inherit', env, windowsHide: false });
  let isAsked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isAsked = true;
      child.kill(signal);
    });
  }
  return new Promise((resolve) => {
    child.once('error', () => resolve({ kind: 'not-started' }));
    child.once('exit', (code) => {
      const isEarlyFailure = code !== 0 && !isAsked && performance.now() - startedAt < START_MS;
      resolve(
        isEarlyFailure ? { kind: 'not-started' } : { kind: 'ended', exitCode: code ?? (isAsked ? 0 : 1) },
      );
    });
  });
}
