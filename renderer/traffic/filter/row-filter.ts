import { err, ok, type Result } from '../../../app/base/result.ts';
import { type RowExtra, rowTest } from '../../../app/frame/query/matches-row.ts';
import { parseQuery } from '../../../app/frame/query/parse-query.ts';
import type { Row } from '../../../app/frame/row.ts';
import type { ErrorTier } from '../../../app/frame/tier.ts';
import { type FilterSpan, setFilterSpan, useFilter } from '../../state/log/filter-store.ts';
import { setRowFilter } from '../../state/log/log-mirrors.ts';
import { startOf } from '../../state/log/row-source.ts';
import type { SessionLog } from '../../state/log/session-log.ts';
import type { RowFilter } from '../../state/log/visible-rows.ts';
import { problemsOfRow, useProblems } from '../../state/problems/problems-store.ts';
import { viewInFront } from '../../state/screen/screen-actions.ts';
import { sessionInfo, useScreen } from '../../state/screen/screen-store.ts';

/** A filter for each log; null lets every row through. */
type FilterForLog = ((log: SessionLog) => RowFilter) | null;

type Filters = {
  readonly text: string;
  readonly tiers: readonly ErrorTier[];
  readonly span: FilterSpan | null;
};

/** Joins the filters. Fails with one sentence if the text cannot be parsed. */
function rowFilter({ tiers, text, span }: Filters): Result<FilterForLog> {
  const query = parseQuery(text);
  if (!query.ok) return err(query.error.message);
  const chosen = new Set<string>(tiers);
  if (query.value.kind === 'all' && chosen.size === 0 && span === null) return ok(null);
  const passes = rowTest(query.value);
  return ok((log) => {
    const extra = rowExtra(log);
    const isInTime = timeTest(span, log);
    return (row) => (chosen.size === 0 || chosen.has(row.tier)) && isInTime(row) && passes(row, extra(row));
  });
}

function timeTest(span: FilterSpan | null, { mirror }: SessionLog): RowFilter {
  if (span === null) return () => true;
  const base = startOf(sessionInfo(mirror.state.session) ?? { startedAt: '' });
  return (row) => base + row.at >= span.from && base + row.at <= span.to;
}

/** What is known of a row outside it, looked up when a filter asks; one object serves all rows in turn. */
function rowExtra(log: SessionLog): (row: Row) => RowExtra {
  // Two files may call their sessions by one name.
  const { session } = log.mirror.state;
  let shown: Row;
  const extra: RowExtra = {
    session,
    get label() {
      return sessionInfo(session)?.label ?? '';
    },
    get rules() {
      return log.findings.at(shown.seq).flatMap(({ rule, name }) => [rule, name]);
    },
    get problems() {
      return problemsOfRow(session, shown.seq);
    },
    get hasStderr() {
      return hasStderr(log, shown);
    },
    get isBookmarked() {
      return log.bookmarks.noteOf(shown.seq) !== '';
    },
  };
  return (row) => {
    shown = row;
    return extra;
  };
}

/** True if the server wrote to stderr while the row's exchange was open. */
function hasStderr(log: SessionLog, row: Row): boolean {
  if (row.kind !== 'frame') return false;
  if (row.durationMs >= 0) return log.stderr.between(row.at - row.durationMs, row.at);
  const { table } = log.mirror;
  const answer = row.shape === 'request' && row.pair > 0 ? table.indexOf(row.pair) : -1;
  return answer >= 0 && log.stderr.between(row.at, table.columns.at.at(answer));
}

/**
 * Keeps every log's filter true to the counters, the field and the strip; a text that cannot be read filters nothing.
 * A time is of the session whose strip or chart it was chosen on: another one that comes to the front shows all of its
 * own.
 */
export function followFilter(): void {
  const apply = () => {
    const filters = useFilter.getState();
    const filter = rowFilter(filters);
    const shown = filter.ok ? filter : rowFilter({ ...filters, text: '' });
    if (shown.ok) setRowFilter(shown.value);
    useFilter.setState({ fault: filter.ok ? '' : filter.error });
  };
  useFilter.subscribe(({ tiers, text, span }, before) => {
    if (tiers !== before.tiers || text !== before.text || span !== before.span) apply();
  });
  let front = viewInFront();
  useScreen.subscribe(() => {
    const before = front;
    front = viewInFront();
    if (front !== before && useFilter.getState().span !== null) setFilterSpan(null);
  });
  // Which rows are of a problem is known when the host has said it.
  useProblems.subscribe(({ rows }, before) => {
    if (rows !== before.rows) apply();
  });
}
