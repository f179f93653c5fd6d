import { stackTraces } from '../../app/frame/stack-trace.ts';
import type { BenchedReader } from './benched-reader.ts';
import { texts } from './made-records.ts';

/** The search for stack traces in stderr, in one long line of each kind and in many short ones. */
export function traces(): Record<string, BenchedReader> {
  const lines: Record<string, (bytes: number) => string[]> = {
    'a long word': (bytes) => ['x'.repeat(bytes)],
    'a long name with points': (bytes) => ['Ab.'.repeat(bytes / 3)],
    'a long path': (bytes) => [`at ${'/ab'.repeat(bytes / 3)}`],
    blanks: (bytes) => [' '.repeat(bytes)],
    digits: (bytes) => ['1'.repeat(bytes)],
    brackets: (bytes) => ['('.repeat(bytes)],
    'a long message': (bytes) => [`KeyError: ${'a: b '.repeat(bytes / 5)}`],
    'many lines': (bytes) => texts(bytes, (index) => `  File "/a/${index}.py", line 1, in f`),
  };
  return Object.fromEntries(
    Object.entries(lines).map(([name, make]) => [
      `stack traces: ${name}`,
      (bytes: number) => {
        const made = make(bytes);
        return { json: JSON.stringify(made), read: () => stackTraces(made) };
      },
    ]),
  );
}
