import { mergedRows } from '../log/front-rows.ts';
import { sessionLog } from '../log/log-mirrors.ts';
import type { RowKey } from './row-key.ts';

/** The visible rows of the log in which rows are picked, in the order in which they stand. */
export type PickOrder = {
  /** The position of a row; where it is hidden, of the first one after it. */
  positionOf(key: RowKey): number;
  /** The row at a position; undefined beyond the ends. */
  at(position: number): RowKey | undefined;
};

/** The rows of one session's own log. */
export function orderOfSession(session: string): PickOrder {
  const { mirror, visible } = sessionLog(session);
  return {
    positionOf: ({ seq }) => visible.positionFrom(mirror.table.indexOf(seq)),
    at: (position) => {
      const index = visible.indexAt(position);
      return index < 0 ? undefined : { session, seq: mirror.table.seqAt(index) };
    },
  };
}

/** The rows of all sessions in one log. */
export function orderOfAll(): PickOrder {
  const rows = mergedRows();
  return {
    positionOf: ({ session, seq }) =>
      rows.positionFrom(session, sessionLog(session).mirror.table.indexOf(seq)),
    at: (position) => {
      const place = rows.at(position);
      if (place === undefined) return undefined;
      const { info, log } = place.session;
      return { session: info.session, seq: log.mirror.table.seqAt(place.index) };
    },
  };
}
