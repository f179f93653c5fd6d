import { shownFrame } from '../../frame/frame-line.ts';
import type { RecordingContent } from './recording-content.ts';

/** The frames as they were on the wire, one per line, and nothing else. A blank frame is left out. */
export function* exportJsonRpc({ records }: RecordingContent): Generator<string> {
  for (const record of records) {
    if (record.type !== 'frame') continue;
    const raw = shownFrame(record);
    if (raw.trim() !== '') yield `${raw}\n`;
  }
}
