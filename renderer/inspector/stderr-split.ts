import type { ExchangeEvent } from './exchange-events.ts';
import { foldStderr } from './stderr-fold.ts';

/** Lines of a call's stderr that were attributed to it in the same way. */
export type StderrSection = { readonly why: string; readonly lines: readonly string[] };

/** The surest first: what a line says counts for more than when it was written. */
const ORDER = [
  'names the request id',
  'names the target',
  'written while the call was open',
  'written just after',
];

/** A call's stderr lines by attribution. A stack trace is one thing: the surest of its lines speaks for all. */
export function splitStderr(events: readonly ExchangeEvent[]): StderrSection[] {
  const lines = events.filter((event) => event.kind === 'stderr');
  const sections = new Map<string, string[]>();
  let at = 0;
  for (const { head, folded, tail } of foldStderr(lines.map((line) => line.text))) {
    const texts = [head, ...folded, ...(tail === '' ? [] : [tail])];
    const whys = lines.slice(at, at + texts.length).map((line) => line.why);
    at += texts.length;
    const why = ORDER.find((one) => whys.includes(one)) ?? whys[0] ?? '';
    sections.set(why, [...(sections.get(why) ?? []), ...texts]);
  }
  const place = (why: string) => ORDER.indexOf(why);
  return [...sections]
    .map(([why, texts]) => ({ why, lines: texts }))
    .toSorted((left, right) => place(left.why) - place(right.why));
}

/** True where only the time speaks for it: another call may have caused the line. */
export function byTimeAlone(why: string): boolean {
  return why.startsWith('written');
}
