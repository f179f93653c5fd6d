import { z } from 'zod';
import { onceForEach } from '../base/text-memo.ts';
import { type LineText, shownLine } from '../wire/line-text.ts';
import { frameHttpSchema, type HttpRecord } from './http-record.ts';

/** The records of a recording, format version 1. Unknown fields are kept, unknown types pass through. */

const position = { seq: z.number().int().nonnegative(), at: z.number() };
const ofSession = { ...position, session: z.string() };

export const headerSchema = z.looseObject({
  type: z.literal('header'),
  format: z.literal('tierscope'),
  version: z.number().int(),
  startedAt: z.string(),
  app: z.looseObject({ name: z.string(), version: z.string() }).optional(),
  redaction: z.string().optional(),
});

export const sessionSchema = z.looseObject({
  type: z.literal('session'),
  ...ofSession,
  label: z.string(),
  origin: z.enum(['connect', 'tap', 'import']),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  cwd: z.string().optional(),
  /** In an import: the folders that a host searched for the command. */
  path: z.array(z.string()).optional(),
  env: z.array(z.string()).optional(),
  /** Over HTTP, in place of a command: `streamable-http` or `http+sse`, and the address without secrets. */
  transport: z.string().optional(),
  url: z.string().optional(),
});

const directionSchema = z.enum(['client-to-server', 'server-to-client']);

export const frameSchema = z
  .looseObject({
    type: z.literal('frame'),
    ...ofSession,
    direction: directionSchema,
    raw: z.string().optional(),
    rawBase64: z.string().refine(isBase64, { message: 'not base64' }).optional(),
    truncatedBytes: z.number().int().positive().optional(),
    http: frameHttpSchema.optional().catch(undefined),
  })
  .refine((frame) => (frame.raw === undefined) !== (frame.rawBase64 === undefined), {
    message: 'a frame has either raw or rawBase64',
  });

/** One pass without groups: a line may have many megabytes. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

export const stderrSchema = z.looseObject({ type: z.literal('stderr'), ...ofSession, text: z.string() });

export const processSchema = z.looseObject({
  type: z.literal('process'),
  ...ofSession,
  event: z.enum(['spawned', 'spawn-failed', 'exited', 'stdin-closed', 'stdout-closed']),
  pid: z.number().int().optional(),
  exitCode: z.number().int().nullish(),
  signal: z.string().nullish(),
  message: z.string().optional(),
});

export const clientSchema = z.looseObject({
  type: z.literal('client'),
  ...ofSession,
  event: z.enum(['timeout', 'cancelled', 'capability-missing', 'result-rejected', 'closed']),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  message: z.string(),
});

export const markSchema = z.looseObject({
  type: z.literal('mark'),
  ...position,
  label: z.string(),
  about: z.number().int().nonnegative().optional(),
});

/** The reason for dropping a record that could not wait for the disk. */
export const NOT_TAKEN = 'the disk did not take the recording in time';

export const droppedSchema = z.looseObject({
  type: z.literal('dropped'),
  ...ofSession,
  count: z.number().int().nonnegative(),
  reason: z.string(),
});

export const endSchema = z.looseObject({ type: z.literal('end'), ...position });

export type Header = z.infer<typeof headerSchema>;
export type SessionRecord = z.infer<typeof sessionSchema>;
export type FrameRecord = z.infer<typeof frameSchema>;
export type StderrRecord = z.infer<typeof stderrSchema>;
export type ProcessRecord = z.infer<typeof processSchema>;
export type ClientRecord = z.infer<typeof clientSchema>;
export type MarkRecord = z.infer<typeof markSchema>;
export type DroppedRecord = z.infer<typeof droppedSchema>;
export type EndRecord = z.infer<typeof endSchema>;
export type Direction = z.infer<typeof directionSchema>;

export function opposite(direction: Direction): Direction {
  return direction === 'client-to-server' ? 'server-to-client' : 'client-to-server';
}

export function senderName(direction: Direction): 'client' | 'server' {
  return direction === 'client-to-server' ? 'client' : 'server';
}

/** Every record after the header that this version knows. */
export type KnownRecord =
  | SessionRecord
  | FrameRecord
  | HttpRecord
  | StderrRecord
  | ProcessRecord
  | ClientRecord
  | MarkRecord
  | DroppedRecord
  | EndRecord;

/** The known members of a record before it has a place in a recording: its writer adds seq, time and session. */
export type Unplaced<Of extends KnownRecord> = Of extends unknown
  ? {
      readonly [Key in keyof Of as string extends Key
        ? never
        : Exclude<Key, keyof typeof ofSession>]: Of[Key];
    }
  : never;

/** A frame before it has a place in a recording. */
export type UnplacedFrame = Pick<Unplaced<FrameRecord>, 'type' | 'direction' | 'truncatedBytes'> & LineText;

/** The line of a frame record, as on the wire. */
export function frameLine({ raw, rawBase64 }: FrameRecord): LineText {
  return raw !== undefined ? { raw } : { rawBase64: rawBase64 ?? '' };
}

const decodedLines = new WeakMap<FrameRecord, string>();
/** Cached, since each message of a batch asks for the line. */
const decodedLine = onceForEach((record: FrameRecord) => shownLine(frameLine(record)), decodedLines);

/** Presets the result of `shownFrame` for a long line that was decoded in steps. */
export function cacheShownFrame(record: FrameRecord, shown: string): void {
  decodedLines.set(record, shown);
}

export function shownFrame(record: FrameRecord): string {
  return record.raw ?? decodedLine(record);
}
