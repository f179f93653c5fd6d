import type { z } from 'zod';
import { cutDeepParts, isJsonObject, type JsonObject, mayBeDeep, stringAt } from '../base/json-value.ts';
import { err, errorMessage, ok, type Result } from '../base/result.ts';
import type { Steps } from '../base/steps.ts';
import { httpSchema, isFrameHttp, isHttpEvent } from '../frame/http-record.ts';
import {
  clientSchema,
  droppedSchema,
  endSchema,
  type FrameRecord,
  frameSchema,
  type Header,
  headerSchema,
  type KnownRecord,
  markSchema,
  processSchema,
  type StderrRecord,
  sessionSchema,
  stderrSchema,
} from '../frame/record.ts';
import { isRecordType } from '../frame/record-type.ts';

export type RecordLine = LineContent & {
  readonly cut?: number;
};

type LineContent =
  | { readonly kind: 'header'; readonly header: Header; readonly upgrades: readonly UpgradeStep[] }
  | { readonly kind: 'record'; readonly record: KnownRecord }
  /** A type unknown to this version: the line is kept without effect. */
  | { readonly kind: 'unknown'; readonly type: string; readonly value: JsonObject }
  /** A header with an unreadable version: nothing after it can be read either. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'problem'; readonly message: string };

/** Reads one line with the upgrades for its header. Never throws, whatever the text. */
export function readLine(text: string, upgrades: readonly UpgradeStep[] = []): RecordLine {
  const parsed = parsedLine(text);
  return parsed.ok ? contentOf(text, parsed.value, upgrades) : problem(parsed.error);
}

/** `readLine` in steps: a long line is parsed in one and its content checked in the next. */
export function* readLineInSteps(text: string, upgrades: readonly UpgradeStep[]): Steps<RecordLine> {
  const parsed = parsedLine(text);
  if (!parsed.ok) return problem(parsed.error);
  yield;
  return contentOf(text, parsed.value, upgrades);
}

function parsedLine(text: string): Result<unknown> {
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    return err(`This line is not JSON and was left out: ${errorMessage(error)}.`);
  }
}

function contentOf(text: string, value: unknown, upgrades: readonly UpgradeStep[]): RecordLine {
  // A member from a later version is kept with its record and written back recursively.
  const cut = mayBeDeep(text) ? cutDeepParts(value) : 0;
  const content = readValue(value, upgrades);
  return cut === 0 ? content : { ...content, cut };
}

function readValue(value: unknown, upgrades: readonly UpgradeStep[]): LineContent {
  if (!isJsonObject(value)) return problem('This line is not a JSON object and was left out.');
  if (value.type === 'header') return readHeader(value);
  return readRecord(upgrades.length === 0 ? value : upgraded(value, upgrades));
}

function readHeader(value: JsonObject): LineContent {
  if (value.format !== 'tierscope') return problem('This line is the header of another format.');
  if (typeof value.version !== 'number') return problem('This header names no format version.');
  const upgrades = upgradesFrom(value.version);
  if (!upgrades.ok) return { kind: 'refused', message: upgrades.error };
  const header = headerSchema.safeParse(upgraded(value, upgrades.value));
  if (!header.success) return problem(`This header is damaged: ${firstIssue(header.error)}.`);
  return { kind: 'header', header: header.data, upgrades: upgrades.value };
}

const SCHEMAS = {
  session: sessionSchema,
  frame: frameSchema,
  http: httpSchema,
  stderr: stderrSchema,
  process: processSchema,
  client: clientSchema,
  mark: markSchema,
  dropped: droppedSchema,
  end: endSchema,
} as const satisfies Record<KnownRecord['type'], z.ZodType<KnownRecord>>;

function readRecord(value: JsonObject): LineContent {
  // Nearly every line is one of these two: fully validating each would double the time to open a file.
  if (isPlainFrame(value) || isPlainStderr(value)) return { kind: 'record', record: value };
  const type = stringAt(value, 'type');
  if (type === undefined) return problem('This line has no type and was left out.');
  if (!isRecordType(type) || (type === 'http' && !isHttpEvent(value.event)))
    return { kind: 'unknown', type, value };
  const read = SCHEMAS[type].safeParse(value);
  if (!read.success) {
    return problem(`This ${type} record is damaged and was left out: ${firstIssue(read.error)}.`);
  }
  return { kind: 'record', record: read.data };
}

/** True for a frame with text and no special fields, by the same rules as its schema. */
function isPlainFrame(value: JsonObject): value is FrameRecord {
  return (
    value.type === 'frame' &&
    typeof value.raw === 'string' &&
    (value.direction === 'server-to-client' || value.direction === 'client-to-server') &&
    hasPosition(value) &&
    value.rawBase64 === undefined &&
    value.truncatedBytes === undefined &&
    (value.http === undefined || isFrameHttp(value.http))
  );
}

function isPlainStderr(value: JsonObject): value is StderrRecord {
  return value.type === 'stderr' && typeof value.text === 'string' && hasPosition(value);
}

function hasPosition(value: JsonObject): boolean {
  return (
    Number.isSafeInteger(value.seq) &&
    Number(value.seq) >= 0 &&
    Number.isFinite(value.at) &&
    typeof value.session === 'string'
  );
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'no reason given';
  const path = issue.path.map(String).join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}

function problem(message: string): LineContent {
  return { kind: 'problem', message };
}

export type UpgradeStep = (line: JsonObject) => JsonObject;

/** `UPGRADES[n - 1]` upgrades a line from version n to n + 1. */
const UPGRADES: readonly UpgradeStep[] = [];

/** The version that is written, and the newest that can be read. */
export const FORMAT_VERSION = UPGRADES.length + 1;

/** The steps that upgrade lines of `version` to the current one. Fails with a sentence for an unknown version. */
export function upgradesFrom(
  version: number,
  upgrades: readonly UpgradeStep[] = UPGRADES,
): Result<readonly UpgradeStep[]> {
  const current = upgrades.length + 1;
  if (version > current) {
    return err(
      `This recording has format version ${version}, but this Tierscope reads up to version ${current}: ` +
        'open it with a newer Tierscope.',
    );
  }
  if (!Number.isInteger(version) || version < 1) {
    return err(
      `This recording names format version ${version}, which does not exist; the current is ${current}.`,
    );
  }
  return ok(upgrades.slice(version - 1));
}

export function upgraded(line: JsonObject, steps: readonly UpgradeStep[]): JsonObject {
  return steps.reduce((value, step) => step(value), line);
}
