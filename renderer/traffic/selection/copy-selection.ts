import { ok, type Result } from '../../../app/base/result.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import type { Row } from '../../../app/frame/row.ts';
import { recordText } from '../../../app/query/record-text.ts';
import { mergedRows } from '../../state/log/front-rows.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { records } from '../../state/log/use-record.ts';
import type { RowKey, SelectionPart } from '../../state/selection/selection.ts';
import { seqRanges } from '../../state/selection/seq-ranges.ts';
import { clockWords } from '../../ui/format/clock-words.ts';

/** So many rows at most are copied as text; more of them are a file. */
export const MOST_COPIED = 2000;

/** The selected rows as text, a line each, in the order of the log. Fails with the host's sentence. */
export async function selectionText(parts: readonly SelectionPart[]): Promise<Result<string>> {
  const lines: { readonly key: RowKey; readonly line: string }[] = [];
  for (const { info, name, seqs } of parts) {
    const read = await recordsOf(info.session, seqs);
    if (!read.ok) return read;
    const { mirror } = sessionLog(info.session);
    for (const seq of [...seqs].sort((a, b) => a - b)) {
      const row = mirror.rowOf(seq);
      if (row === undefined) continue;
      const owner = parts.length > 1 ? name : '';
      const line = rowLine(row, clockWords(info.startedAt, row.at), owner, read.value.get(seq));
      lines.push({ key: { session: info.session, seq }, line });
    }
  }
  if (parts.length > 1) lines.sort((one, other) => mergedRows().compare(place(one.key), place(other.key)));
  return ok(lines.map(({ line }) => line).join('\n'));
}

/** One row: its time, whose it is, from where, and the line as it went over the wire or the event in words. */
export function rowLine(row: Row, time: string, owner: string, record: KnownRecord | undefined): string {
  const raw = record?.type === 'frame' || record?.type === 'stderr' ? recordText(record) : '';
  const text = raw === '' ? row.text || row.method : raw;
  return [time, owner, originWord(row), text].filter((part) => part !== '').join('  ');
}

function originWord({ kind, direction }: Row): string {
  if (kind !== 'frame') return kind;
  return direction === 'client-to-server' ? '→' : '←';
}

async function recordsOf(
  session: string,
  seqs: ReadonlySet<number>,
): Promise<Result<ReadonlyMap<number, KnownRecord>>> {
  const found = new Map<number, KnownRecord>();
  for (const [first, last] of seqRanges(seqs)) {
    const read = await records.fetchRange(session, first, last);
    if (!read.ok) return read;
    for (const record of read.value) if ('seq' in record) found.set(record.seq, record);
  }
  return ok(found);
}

function place({ session, seq }: RowKey) {
  return { session, index: sessionLog(session).mirror.table.indexOf(seq) };
}
