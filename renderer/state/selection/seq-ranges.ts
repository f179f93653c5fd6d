import type { SessionLog } from '../log/session-log.ts';

/** Which rows of a session's log are meant. */
export type LogPart = 'whole' | 'filtered' | 'rows' | 'selected';

const NONE: ReadonlySet<number> = new Set();

type ShownRows = {
  readonly mirror: { readonly table: { readonly columns: { readonly seq: { at(index: number): number } } } };
  readonly visible: Pick<SessionLog['visible'], 'length' | 'indexAt'>;
};

/** The seqs of a part of a log as ranges, first and last included; undefined for the whole of it. */
export function partRanges(
  log: ShownRows,
  part: LogPart,
  current: number | null,
  selected: ReadonlySet<number> = NONE,
): [number, number][] | undefined {
  if (part === 'whole') return undefined;
  if (part === 'rows') return seqRanges(selected);
  if (part === 'selected') return current === null ? [] : [[current, current]];
  const ranges: [number, number][] = [];
  const { visible, mirror } = log;
  let before = -2;
  for (let position = 0; position < visible.length; position += 1) {
    const index = visible.indexAt(position);
    const seq = mirror.table.columns.seq.at(index);
    const last = ranges.at(-1);
    if (last !== undefined && index === before + 1) last[1] = seq;
    else ranges.push([seq, seq]);
    before = index;
  }
  return ranges;
}

/**
 * The ranges of a part whose requests are sent again. Of a session that `grows` the whole ends here: what
 * comes after a dry run is not sent with it.
 */
export function sendRanges(
  log: Pick<SessionLog, 'mirror' | 'visible'>,
  part: LogPart,
  current: number | null,
  selected: ReadonlySet<number>,
  grows: boolean,
): [number, number][] | undefined {
  const { table } = log.mirror;
  if (part === 'whole' && grows)
    return [[0, table.length === 0 ? 0 : table.columns.seq.at(table.length - 1)]];
  return partRanges(log, part, current, selected);
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
