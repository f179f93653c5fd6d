import type { SearchOptions } from '../../app/codes/search.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { Row } from '../../app/frame/row.ts';

/** The query that the selection asks for: its code, or empty where it has none. */
export function selectedQuery(row: Row | undefined): string {
  return row?.code ?? '';
}

/**
 * What is known about the looked-up code: the session's revision always, the rest only while the query
 * is the selected row's own code.
 */
export function searchContext(
  query: string,
  row: Row | undefined,
  info: SessionInfo | undefined,
): SearchOptions {
  const revision = info?.protocolVersion ?? null;
  if (row === undefined || row.code === '' || row.code !== query.trim()) return { revision };
  const tier = row.tier === 'ok' ? {} : { tier: row.tier };
  return { revision, message: row.text, method: row.method, ...tier };
}
