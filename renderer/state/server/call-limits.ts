import { err, ok, type Result } from '../../../app/base/result.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import { DEFAULT_SETTINGS, type SessionSettings } from '../../../app/protocol/session-settings.ts';

/** The limits of one call as typed; empty and left out stand for the session's own. Milliseconds. */
export type LimitsDraft = {
  readonly timeoutMs: string;
  readonly maxTotalMs?: string;
  readonly reset?: 'yes' | 'no' | '';
};

/** The limits that a call names for itself. */
export type CallLimits = Pick<
  CommandInput<'sendRequest'>,
  'timeoutMs' | 'maxTotalTimeoutMs' | 'resetTimeoutOnProgress'
>;

/** The longest that the host takes, in milliseconds. */
const LONGEST_MS = 3_600_000;
const LONGEST_TOTAL_MS = 86_400_000;

/** Reads the limits, or says in one sentence what is wrong with them. */
export function readLimits({ timeoutMs, maxTotalMs = '', reset = '' }: LimitsDraft): Result<CallLimits> {
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

/** The session's own limits, which hold where a call names none. */
export function sessionLimits(settings: SessionSettings | undefined): Required<CallLimits> {
  const { timeoutMs, maxTotalTimeoutMs, resetTimeoutOnProgress } = settings ?? DEFAULT_SETTINGS;
  return { timeoutMs, maxTotalTimeoutMs, resetTimeoutOnProgress };
}

/** The limits of a call in a few words: `60,000 ms`, `1,000 ms, maximum 5,000 ms, reset on progress`. */
export function limitWords(limits: CallLimits, own: Required<CallLimits>): string {
  const { timeoutMs, maxTotalTimeoutMs, resetTimeoutOnProgress } = { ...own, ...limits };
  const parts = [`${grouped(timeoutMs)} ms`];
  if (maxTotalTimeoutMs !== 0) parts.push(`at most ${grouped(maxTotalTimeoutMs)} ms`);
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
