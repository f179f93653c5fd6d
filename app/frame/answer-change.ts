import { z } from 'zod';
import { type LineText, shownLine } from '../wire/line-text.ts';
import { type FrameRecord, isBase64, type MarkRecord } from './record.ts';

export const CHANGE_KINDS = [
  'held',
  'delayed',
  'edited',
  'protocol-error',
  'tool-error',
  'never-answered',
] as const;

/** The `changed` member of a frame or bookmark; `original` (`originalBase64`) next to it is the server's line. */
const changeSchema = z.looseObject({
  by: z.string(),
  how: z.enum(CHANGE_KINDS),
  requestId: z.union([z.string(), z.number()]).optional(),
  heldMs: z.number().nonnegative().optional(),
});

export type AnswerChange = Readonly<z.infer<typeof changeSchema>>;

export type Changed = {
  readonly changed?: AnswerChange;
  readonly original?: string;
  readonly originalBase64?: string;
};

/** Stores the server's line in a record, next to the line that the client got. */
export function originalMember(line: LineText): Changed {
  return 'raw' in line ? { original: line.raw } : { originalBase64: line.rawBase64 };
}

/** The server's line of a changed record, for display; undefined if there is none. */
export function shownOriginal({ original, originalBase64 }: FrameRecord | MarkRecord): string | undefined {
  if (typeof original === 'string') return original;
  if (typeof originalBase64 !== 'string' || !isBase64(originalBase64)) return undefined;
  return shownLine({ rawBase64: originalBase64 });
}

/** What was changed, according to the record; undefined if nothing was or the member is invalid. */
export function changeOf(record: FrameRecord | MarkRecord): AnswerChange | undefined {
  return record.changed === undefined ? undefined : changeSchema.safeParse(record.changed).data;
}

/** True for a frame whose faults the user made: a raw message, or an answer that the user rewrote. */
export function isUserEdited(record: FrameRecord): boolean {
  return record.deliberate === true || isRewritten(record);
}

/** True if the client got a different text than the server wrote, so its faults are nobody's. */
export function isRewritten(record: FrameRecord): boolean {
  const how = changeOf(record)?.how;
  return how === 'edited' || how === 'protocol-error' || how === 'tool-error';
}

/** True for a message rebuilt from a log or transcript that does not contain its text: its form is nobody's fault. */
export function isRebuilt(record: object | undefined): boolean {
  return record !== undefined && 'rebuilt' in record && record.rebuilt === true;
}
