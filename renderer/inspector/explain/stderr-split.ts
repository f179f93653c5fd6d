import type { ExchangeEvent } from '../../state/inspected/exchange-events.ts';
import { ATTRIBUTIONS } from '../../state/inspected/line-attribution.ts';
import { foldStderr } from '../../ui/format/stderr-fold.ts';

/** Lines of a call's stderr that were attributed to it in the same way. */
export type StderrSection = { readonly why: string; readonly lines: readonly string[] };

/** A call's stderr lines by attribution. A stack trace is one thing: the surest of its lines speaks for all. */
export function splitStderr(events: readonly ExchangeEvent[]): StderrSection[] {
  const lines = events.filter((event) => event.kind === 'stderr');
  const sections = new Map<string, string[]>();
  let at = 0;
  for (const { head, folded, tail } of foldStderr(lines.map((line) => line.text))) {
    const texts = [head, ...folded, ...(tail === '' ? [] : [tail])];
    const whys = lines.slice(at, at + texts.length).map((line) => line.why);
    at += texts.length;
    const why = ATTRIBUTIONS.find((one) => whys.includes(one)) ?? whys[0] ?? '';
    sections.set(why, [...(sections.get(why) ?? []), ...texts]);
  }
  const places: readonly string[] = ATTRIBUTIONS;
  return [...sections]
    .map(([why, texts]) => ({ why, lines: texts }))
    .toSorted((left, right) => places.indexOf(left.why) - places.indexOf(right.why));
}

/** True where only the time speaks for it: another call may have caused the line. */
export function byTimeAlone(why: string): boolean {
  return why.startsWith('written');
}
