import { err, ok, type Result } from '../../base/result.ts';
import { type RowExtra, rowTest } from '../query/matches-row.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { Row } from '../row.ts';
import type { Tier } from '../tier.ts';
import type { LogIndex } from './log-index.ts';
import type { RowFilter } from './visible-rows.ts';

export type ViewFilter = {
  /** In the filter bar's language; empty for all rows. */
  readonly text: string;
  /** Empty for all tiers. */
  readonly tiers: readonly Tier[];
  /** In milliseconds since 1970. */
  readonly span: { readonly from: number; readonly to: number } | null;
};

export type ViewedLog = {
  readonly session: string;
  readonly label: string;
  /** The wall-clock start, in milliseconds since 1970; 0 if unknown. */
  readonly startMs: number;
  readonly index: LogIndex;
  /** The ids and names of the rules with findings on a row. */
  readonly rulesAt: (seq: number) => readonly string[];
  /** The ids of a row's problems; may be limited to those that a filter names. */
  readonly problemsAt: (seq: number) => readonly string[];
};

/** Compiles a filter for any log; null passes every row. Fails with one sentence if the text cannot be parsed. */
export function viewFilter({
  tiers,
  text,
  span,
}: ViewFilter): Result<((log: ViewedLog) => RowFilter) | null> {
  const query = parseQuery(text);
  if (!query.ok) return err(query.error.message);
  const chosen = new Set<string>(tiers);
  if (query.value.kind === 'all' && chosen.size === 0 && span === null) return ok(null);
  const passes = rowTest(query.value);
  return ok((log) => {
    const extra = rowExtra(log);
    const { startMs } = log;
    const isInTime = ({ at }: Row) => span === null || (startMs + at >= span.from && startMs + at <= span.to);
    return (row) => (chosen.size === 0 || chosen.has(row.tier)) && isInTime(row) && passes(row, extra(row));
  });
}

/** Facts about a row that are stored elsewhere, looked up on demand; one object serves all rows in turn. */
function rowExtra(log: ViewedLog): (row: Row) => RowExtra {
  const { session, label, index } = log;
  let shown: Row;
  const extra: RowExtra = {
    session,
    label,
    get rules() {
      return log.rulesAt(shown.seq);
    },
    get problems() {
      return log.problemsAt(shown.seq);
    },
    get hasStderr() {
      return hasStderr(index, shown);
    },
    get isBookmarked() {
      return index.bookmarks.noteOf(shown.seq) !== '';
    },
  };
  return (row) => {
    shown = row;
    return extra;
  };
}

function hasStderr({ table, stderr }: LogIndex, row: Row): boolean {
  if (row.kind !== 'frame') return false;
  if (row.durationMs >= 0) return stderr.between(row.at - row.durationMs, row.at);
  const answer = row.shape === 'request' && row.pair > 0 ? table.indexOf(row.pair) : -1;
  return answer >= 0 && stderr.between(row.at, table.columns.at.at(answer));
}

/** The ids in a filter's `problem:a,b`. */
export function problemsNamed(text: string): string[] {
  return [...text.matchAll(/(?:^|[\s(-])problem:([\w,"]+)/gi)].flatMap(
    ([, named = '']) => named.toLowerCase().match(/\w+/g) ?? [],
  );
}
