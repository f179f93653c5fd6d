import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { err, ok, type Result } from '../../../app/base/result.ts';
import { checkSchema } from '../../../app/base/schema/check-schema.ts';
import type { SchemaWarning } from '../../../app/base/schema/schema-walk.ts';
import type { CommandInput, ToolInfo } from '../../../app/contract/commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { LAB_SHORT_TIMEOUT_MS } from '../../../app/lab/lab-tools.ts';
import { DEFAULT_SETTINGS, type SessionSettings } from '../../../app/protocol/session-settings.ts';
import { formatDuration } from '../../ui/format/quantity-text.ts';
import { startArguments } from '../../ui/forms/form-value.ts';
import { jsonFaultText } from '../../ui/forms/json-fault.ts';
import { declaresMembers } from '../../ui/forms/value-field.tsx';
import { labTool } from './listed.ts';

export type CallDraft = {
  /** The arguments as JSON, possibly invalid: the form and the JSON view edit the same text. */
  readonly text: string;
  /** The last valid arguments, which the form shows while `text` is invalid. */
  readonly kept: JsonObject;
  readonly view: DraftView;
  /** The argument to start at; empty for the first empty one. */
  readonly at?: string;
} & LimitsDraft;

export type DraftView = 'form' | 'json';

/** The draft of a tool without input; in the error lab it reliably fails as described. */
export function firstDraft(info: Pick<SessionInfo, 'server'>, tool: ToolInfo): CallDraft {
  const lab = labTool(info, tool.name);
  const args = lab?.sampleArguments ?? startArguments(tool.inputSchema);
  const timeoutMs = lab?.needsShortTimeout ? String(LAB_SHORT_TIMEOUT_MS) : '';
  return { ...draftOf(args, tool.inputSchema), timeoutMs };
}

/** The draft with its arguments as typed; the form keeps the last valid ones. */
export function withText<Some extends Pick<CallDraft, 'text' | 'kept'>>(draft: Some, text: string): Some {
  const read = readObject(text);
  return { ...draft, text, kept: read.ok ? read.value : draft.kept };
}

/** Parses a JSON object; empty text means an empty object. Fails with a sentence about `what`. */
export function readObject(text: string, what = 'This'): Result<JsonObject> {
  if (text.trim() === '') return ok({});
  const fault = jsonFaultText(text);
  if (fault !== '') return err(`${fault}.`);
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? ok(value) : err(`${what} must be a JSON object: { … }.`);
}

export function writtenArguments(args: JsonObject): Pick<CallDraft, 'text' | 'kept'> {
  return { text: JSON.stringify(args, null, 2), kept: args };
}

/** A draft from known arguments, such as a selected URI. */
export function draftOf(args: JsonObject, schema: JsonObject): CallDraft {
  return { ...writtenArguments(args), timeoutMs: '', view: declaresMembers(schema) ? 'form' : 'json' };
}

/** The limits of one call as typed; empty and omitted ones use the session's. Milliseconds. */
export type LimitsDraft = {
  readonly timeoutMs: string;
  readonly maxTotalMs?: string;
  readonly reset?: 'yes' | 'no' | '';
};

export type ChosenLimits = Pick<
  CommandInput<'sendRequest'>,
  'timeoutMs' | 'maxTotalTimeoutMs' | 'resetTimeoutOnProgress'
>;

/** The maximum that the host accepts, in milliseconds. */
const LONGEST_MS = 3_600_000;
const LONGEST_TOTAL_MS = 86_400_000;

/** Parses the limits, or says in one sentence what is wrong with them. */
export function readLimits({ timeoutMs, maxTotalMs = '', reset = '' }: LimitsDraft): Result<ChosenLimits> {
  const timeout = readWhole(timeoutMs, 1, LONGEST_MS);
  if (timeout === 'wrong') return err('The time-out is a whole number from 1 to 3,600,000.');
  const total = readWhole(maxTotalMs, 0, LONGEST_TOTAL_MS);
  if (total === 'wrong') return err('The maximum is a whole number from 0 (none) to 86,400,000.');
  return ok({
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(total === undefined ? {} : { maxTotalTimeoutMs: total }),
    ...(reset === '' ? {} : { resetTimeoutOnProgress: reset === 'yes' }),
  });
}

/** The session's own limits, which apply unless a call sets its own. */
export function sessionLimits(settings: SessionSettings | undefined): Required<ChosenLimits> {
  const { timeoutMs, maxTotalTimeoutMs, resetTimeoutOnProgress } = settings ?? DEFAULT_SETTINGS;
  return { timeoutMs, maxTotalTimeoutMs, resetTimeoutOnProgress };
}

/** The limits of a call in brief: `60 s`, `1.0 s, at most 5.0 s, reset on progress`. */
export function limitText(limits: ChosenLimits, own: Required<ChosenLimits>): string {
  const { timeoutMs, maxTotalTimeoutMs, resetTimeoutOnProgress } = { ...own, ...limits };
  const parts = [formatDuration(timeoutMs)];
  if (maxTotalTimeoutMs !== 0) parts.push(`at most ${formatDuration(maxTotalTimeoutMs)}`);
  if (resetTimeoutOnProgress) parts.push('reset on progress');
  return parts.join(', ');
}

export function grouped(value: number | undefined): string {
  return (value ?? 0).toLocaleString('en-US');
}

function readWhole(text: string, least: number, most: number): number | 'wrong' | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isInteger(value) && value >= least && value <= most ? value : 'wrong';
}

/** The result of checking the arguments. Only `fault` blocks the call: sending a mismatch is a test. */
export type ArgumentCheck =
  | { readonly kind: 'fault'; readonly message: string }
  | {
      readonly kind: 'ready';
      readonly value: JsonObject;
      readonly warnings: readonly SchemaWarning[];
      /** One sentence if the schema cannot be read; else empty. */
      readonly note: string;
    };

/** Parses the arguments as typed; empty text means none. */
export function checkArguments(text: string, schema: JsonObject): ArgumentCheck {
  const read = readObject(text, 'Arguments');
  if (!read.ok) return { kind: 'fault', message: read.error };
  const { warnings, unread } = checkSchema(schema, read.value);
  return { kind: 'ready', value: read.value, warnings, note: unreadText(unread) };
}

/** One sentence on the unread parts of a schema; empty if there are none. */
export function unreadText(unread: string): string {
  return unread === '' ? '' : `The schema cannot be checked in full: ${unread}.`;
}
