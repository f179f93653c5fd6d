import { exportRanges } from '../recordings/export-ranges.ts';
import type { SessionLog } from '../store/session-log.ts';

/** Which requests of a session are sent again. */
export type SendPart = 'selected' | 'picked' | 'filtered' | 'whole';

/** The seqs of a part as ranges, first and last included; undefined for the whole session. */
export function sendRanges(
  log: Pick<SessionLog, 'mirror' | 'visible'>,
  part: SendPart,
  selected: number | null,
  picked: ReadonlySet<number>,
): [number, number][] | undefined {
  if (part === 'picked') return [...picked].sort((a, b) => a - b).map((seq) => [seq, seq]);
  return exportRanges(log, part, selected);
}
