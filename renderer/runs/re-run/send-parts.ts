import type { SessionLog } from '../../state/log/session-log.ts';
import { type ExportPart, exportRanges } from '../recordings/export-ranges.ts';

/** Which requests of a session are sent again. */
export type SendPart = ExportPart;

/**
 * The seqs of a part as ranges, first and last included; undefined for all that there is. Of a session that
 * `grows` the whole ends here: what comes after a dry run is not sent with it.
 */
export function sendRanges(
  log: Pick<SessionLog, 'mirror' | 'visible'>,
  part: SendPart,
  selected: number | null,
  picked: ReadonlySet<number>,
  grows: boolean,
): [number, number][] | undefined {
  const { table } = log.mirror;
  if (part === 'whole' && grows) return [[0, table.length === 0 ? 0 : table.seqAt(table.length - 1)]];
  return exportRanges(log, part, selected, picked);
}
