import type { EntryBody } from './entry.ts';

const SIGNALS: ReadonlyMap<number, string> = new Map([
  [2, 'SIGINT'],
  [6, 'SIGABRT'],
  [9, 'SIGKILL'],
  [11, 'SIGSEGV'],
  [15, 'SIGTERM'],
]);

/**
 * The end of a server in a format that does not record who closed stdin first.
 * An end with code 0 is a mark, since the file does not say whether anybody wanted it; any other is an exit.
 * A negative code is a signal, as Python's `subprocess` gives it.
 */
export function processEnd(code: unknown): EntryBody {
  const exitCode = typeof code === 'number' ? code : null;
  const signal = exitCode !== null && exitCode < 0 ? (SIGNALS.get(-exitCode) ?? `signal ${-exitCode}`) : null;
  if (exitCode === null) return { type: 'mark', label: 'The server ended; its exit code was not recorded.' };
  if (exitCode === 0) return { type: 'mark', label: 'The server ended: exit code 0.' };
  return { type: 'process', event: 'exited', exitCode: signal === null ? exitCode : null, signal };
}
