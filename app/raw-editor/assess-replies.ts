import type { Row } from '../frame/row.ts';
import type { Reply, Template } from './template.ts';

/** What came back so far, set against what a template expects. */
export type ReplyAssessment = 'waiting' | 'as expected' | 'tolerated' | 'something else';

/** What one row of the server says to a raw message; undefined for a row that is no answer. */
export function replyOf(row: Pick<Row, 'shape' | 'tier' | 'code'>): Reply | undefined {
  if (row.shape === 'result' || row.shape === 'batch') return row.tier === 'tool' ? 'tool error' : 'result';
  if (row.shape !== 'error') return undefined;
  const code = Number(row.code);
  return row.code === '' || !Number.isInteger(code) ? Number.NaN : code;
}

/**
 * `quiet` is true once the server had time enough to answer. Every answer counts: one that nobody
 * expects is something else, also beside a good one.
 */
export function assessReplies(
  { good, tolerated }: Pick<Template, 'good' | 'tolerated'>,
  replies: readonly Reply[],
  quiet: boolean,
): ReplyAssessment {
  if (replies.length === 0 && !quiet) return 'waiting';
  const seen: readonly Reply[] = replies.length === 0 ? ['silence'] : replies;
  if (seen.every((reply) => good.includes(reply))) return 'as expected';
  return seen.every((reply) => good.includes(reply) || tolerated.includes(reply))
    ? 'tolerated'
    : 'something else';
}
