import { cutText as shortened } from '../../../app/base/wrapped-text.ts';

export { sizeText as byteSize } from '../../../app/base/byte-size.ts';
export { shortened };

/** A count with its noun: `1 row`, `2,000 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

const MAX_LISTED = 50;
/** The limit of a name in one line: no place is wider, and a megabyte would block the page. */
export const NAME_CHARS = 200;

/** Names joined in one line; a long list is truncated to the first ones and a count. */
export function joinedList(names: readonly string[], separator = ', '): string {
  const more = names.length - MAX_LISTED;
  const listed = names.slice(0, MAX_LISTED).map((name) => shortened(name, NAME_CHARS));
  if (more <= 0) return listed.join(separator);
  return `${listed.join(separator)} and ${more.toLocaleString('en')} more`;
}

/** Created once: creating one costs more than rendering a row. */
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** The local date of a time, `21 Nov 2026`; empty if the log does not state its start. */
export function formatDay(startedAt: string, at: number): string {
  const moment = new Date(Date.parse(startedAt) + at);
  if (Number.isNaN(moment.getTime())) return '';
  return days.format(moment);
}

/** An ISO 8601 time as local date and time, `21 Nov 2026, 10:41:02`; unchanged if invalid. */
export function formatMoment(moment: string): string {
  const day = formatDay(moment, 0);
  return day === '' ? moment : `${day}, ${formatClock(moment, 0).slice(0, 8)}`;
}

/** Local wall-clock time to the millisecond, `10:41:02.114`. */
export function formatClock(startedAt: string, at: number): string {
  const moment = new Date(Date.parse(startedAt) + at);
  if (Number.isNaN(moment.getTime())) return `${(at / 1000).toFixed(3)} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = `${two(moment.getSeconds())}.${String(moment.getMilliseconds()).padStart(3, '0')}`;
  return `${two(moment.getHours())}:${two(moment.getMinutes())}:${seconds}`;
}

const YEAR_MS = 365 * 24 * 3_600_000;

/** Milliseconds since 1970 as local time, `10:41:02.114`; as seconds for a log that does not state its start. */
export function clockText(at: number): string {
  return formatClock(at < YEAR_MS ? '' : new Date(0).toISOString(), at);
}

/** The same to the second, `10:41:02`. */
export function secondText(at: number): string {
  return clockText(at).slice(0, 8);
}

/** A readable duration from milliseconds: `3 ms`, `31.7 s`, `60 s`, `2 min 5 s`, `60 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1) return '<1 ms';
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
}

/** A time difference to the millisecond, `+3.204` seconds or `+1:02.345` minutes; negative for an earlier row. */
export function formatOffset(milliseconds: number): string {
  const size = Math.round(Math.abs(milliseconds));
  const sign = milliseconds < 0 && size > 0 ? '−' : '+';
  const seconds = ((size % 60_000) / 1000).toFixed(3);
  const minutes = Math.floor(size / 60_000);
  return minutes === 0 ? `${sign}${seconds}` : `${sign}${minutes}:${seconds.padStart(6, '0')}`;
}
