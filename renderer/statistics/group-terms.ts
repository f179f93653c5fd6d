import { filterTerm } from '../../app/query/query.ts';
import type { GroupStatistics } from '../../app/stats/session-statistics.ts';

type Group = Pick<GroupStatistics, 'method' | 'target'>;

/** The terms that fit the calls of a tool, or of another method; of one session, if it is named. */
export function groupTerms({ method, target }: Group, session: string): string[] {
  const own = method === 'tools/call' ? filterTerm('tool', target) : filterTerm('method', method);
  return session === '' ? [own] : [filterTerm('session', session), own];
}
