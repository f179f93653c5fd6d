import { err, ok, type Result } from '../../app/base/result.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { Row } from '../../app/frame/row.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { type FoundRequest, type LeftOut, readRequests } from '../../app/re-run/read-requests.ts';

type Source = {
  readonly table: RowTable;
  records(first: number, last: number, limit: number): Promise<readonly KnownRecord[]>;
};

const PAGE = 1000;
/** More than this nobody looks through before sending. */
const MOST = 20_000;

/** What the client of a session said, in order: all of it, or what belongs to rows of these ranges of seqs. */
export async function clientLines(
  source: Source,
  ranges: readonly (readonly [number, number])[] | undefined,
): Promise<Result<readonly (FoundRequest | LeftOut)[]>> {
  const wanted = wantedSeqs(source.table, ranges);
  if (wanted.length > MOST) {
    return err(
      `These are ${wanted.length.toLocaleString('en')} lines of the client, and at most ${MOST.toLocaleString('en')} can be sent at once. Filter the log or pick fewer rows.`,
    );
  }
  const found: (FoundRequest | LeftOut)[] = [];
  let place = 0;
  while (place < wanted.length) {
    const first = wanted[place] ?? 0;
    const page = await source.records(first, wanted.at(-1) ?? first, PAGE);
    const last = page.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
    const records = new Map(page.map((record) => [record.seq, record]));
    for (; place < wanted.length && (wanted[place] ?? 0) <= last; place += 1) {
      const record = records.get(wanted[place] ?? 0);
      if (record?.type === 'frame') found.push(...readRequests(record));
    }
  }
  return ok(found);
}

/** The seqs of the client's lines, ascending. */
function wantedSeqs(table: RowTable, ranges: readonly (readonly [number, number])[] | undefined): number[] {
  const seqs = new Set<number>();
  for (let index = 0; index < table.length; index += 1) {
    if (ranges !== undefined && !within(ranges, table.seqAt(index))) continue;
    const row = table.row(index);
    if (row === undefined) continue;
    const request = isClientLine(row) ? row : pairOf(table, row);
    if (request !== undefined) seqs.add(request.seq);
  }
  return [...seqs].sort((a, b) => a - b);
}

/** The request that an answer, or what the client did instead, belongs to. */
function pairOf(table: RowTable, row: Row): Row | undefined {
  const pair = row.pair > 0 ? table.row(table.indexOf(row.pair)) : undefined;
  return pair !== undefined && isClientLine(pair) ? pair : undefined;
}

function isClientLine(row: Row): boolean {
  return row.kind === 'frame' && row.direction === 'client-to-server';
}

/** `ranges` ascend, as the rows do from which they were made. */
function within(ranges: readonly (readonly [number, number])[], seq: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] ?? [0, -1];
    if (seq < first) high = middle - 1;
    else if (seq > last) low = middle + 1;
    else return true;
  }
  return false;
}
