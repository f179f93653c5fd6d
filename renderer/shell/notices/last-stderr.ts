import type { LogMirror } from '../../state/log/log-mirror.ts';

const LINES = 12;
const SEARCHED_ROWS = 20_000;

/** The last stderr lines of a log as its rows preview them, oldest first. */
export function lastStderr(mirror: LogMirror): string[] {
  const lines: string[] = [];
  const end = Math.max(0, mirror.length - SEARCHED_ROWS);
  for (let index = mirror.length - 1; index >= end && lines.length < LINES; index -= 1) {
    if (mirror.table.kindAt(index) === 'stderr') lines.push(mirror.table.row(index)?.text ?? '');
  }
  return lines.reverse();
}
