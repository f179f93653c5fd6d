import type { SessionLog } from '../../state/log/session-log.ts';

export type ExportPart = 'whole' | 'filtered' | 'picked' | 'selected';

const NONE: ReadonlySet<number> = new Set();

type ShownRows = {
  readonly mirror: { readonly table: { seqAt(index: number): number } };
  readonly visible: Pick<SessionLog['visible'], 'length' | 'indexAt'>;
};

/** The seqs of a part of a log as ranges, first and last included; undefined for the whole of it. */
export function exportRanges(
  log: ShownRows,
  part: ExportPart,
  selected: number | null,
  picked: ReadonlySet<number> = NONE,
): [number, number][] | undefined {
  if (part === 'whole') return undefined;
  if (part === 'picked') return seqRanges(picked);
  if (part === 'selected') return selected === null ? [] : [[selected, selected]];
  const ranges: [number, number][] = [];
  const { visible, mirror } = log;
  let before = -2;
  for (let position = 0; position < visible.length; position += 1) {
    const index = visible.indexAt(position);
    const seq = mirror.table.seqAt(index);
    const last = ranges.at(-1);
    if (last !== undefined && index === before + 1) last[1] = seq;
    else ranges.push([seq, seq]);
    before = index;
  }
  return ranges;
}

/** Seqs as ranges in their order, first and last included. */
export function seqRanges(seqs: ReadonlySet<number>): [number, number][] {
  const ranges: [number, number][] = [];
  for (const seq of [...seqs].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && seq === last[1] + 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
}
