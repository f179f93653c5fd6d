import type { LogTextsState } from '../../../app/contract/session-info.ts';
import { byteSize } from '../../ui/content/byte-size.ts';
import { counted } from '../../ui/format/counted.ts';

/** What the host holds of the rows' texts, where the others are, and what to do if some are gone. */
export function rowTextsTitle({ heldBytes, limitBytes, onDisk, letGo }: LogTextsState): string {
  const held = `Row text in memory: ${byteSize(heldBytes)} of this session. The app holds at most ${byteSize(limitBytes)} for all live sessions together.`;
  const moved =
    onDisk === 0
      ? ''
      : ` The text of the oldest ${counted(onDisk, 'row')} lies on the disk until the tab is closed, and is read when it is shown.`;
  const gone =
    letGo === 0
      ? ''
      : ` The disk took no more, so the text of ${counted(letGo, 'row')} is gone from the log. Make room on the disk; to read such a row, select it: its record comes from the recording.`;
  return `${held}${moved}${gone}`;
}
