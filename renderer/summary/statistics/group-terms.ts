import type { GroupStatistics } from '../../../app/analysis/stats/session-statistics.ts';
import { filterTerm } from '../../../app/frame/query/query.ts';

type Group = Pick<GroupStatistics, 'method' | 'target'>;

/** The terms that fit the calls of a tool, or of another method; of one session, if it is named. */
export function groupTerms({ method, target }: Group, session: string): string[] {
  const own = method === 'tools/call' ? filterTerm('tool', target) : filterTerm('method', method);
  return session === '' ? [own] : [filterTerm('session', session), own];
}
