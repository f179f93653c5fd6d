import type { ExchangeEvent } from './exchange-events.ts';
import { foldStderr } from './stderr-fold.ts';

/** A call's stderr lines, by how they were attributed to it. */
export type SplitStderr = {
  readonly named: readonly string[];
  readonly around: readonly string[];
  /** In words: when the lines of `around` were written. */
  readonly aroundWhy: string;
};

/** A stack trace is one thing: where any of its lines names the call, all of it does. */
export function splitStderr(events: readonly ExchangeEvent[]): SplitStderr {
  const lines = events.filter((event) => event.kind === 'stderr');
  const named: string[] = [];
  const around: string[] = [];
  const whys = new Set<string>();
  let at = 0;
  for (const group of foldStderr(lines.map((line) => line.text))) {
    const size = 1 + group.folded.length;
    const members = lines.slice(at, at + size);
    at += size;
    const names = members.some((line) => line.why.startsWith('names'));
    (names ? named : around).push(group.head, ...group.folded);
    if (!names) for (const line of members) whys.add(line.why);
  }
  return { named, around, aroundWhy: [...whys].join(' or ') };
}
