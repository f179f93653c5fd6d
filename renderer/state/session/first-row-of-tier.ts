import type { Row } from '../../../app/frame/row.ts';
import type { ErrorTier } from '../../../app/frame/tier.ts';
import { sessionLog } from '../log/log-mirrors.ts';

/** The first row of a session's log whose tier is this one; undefined while there is none. */
export function firstRowOfTier(session: string, tier: ErrorTier): Row | undefined {
  const { errors, mirror } = sessionLog(session);
  const index = errors.indexes.find((at) => mirror.table.columns.tier.at(at) === tier);
  return index === undefined ? undefined : mirror.table.row(index);
}
