import type { LookupContext } from '../../app/codes/lookup-context.ts';
import type { Row } from '../../app/frame/row.ts';

/** The query that the selection asks for: its code, or empty where it has none. */
export function selectedQuery(row: Row | undefined): string {
  return row?.code ?? '';
}

/**
 * What is known about the looked-up code: what holds for the session always, the rest only while the query
 * is the selected row's own code.
 */
export function searchContext(query: string, row: Row | undefined, session: LookupContext): LookupContext {
  if (row === undefined || row.code === '' || row.code !== query.trim()) return session;
  const tier = row.tier === 'ok' ? {} : { tier: row.tier };
  return { ...session, message: row.text, method: row.method, ...tier };
}
