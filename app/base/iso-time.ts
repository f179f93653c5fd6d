const ISO =
  /^([+-]?\d{4,6})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,12}))?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** The last instant that a `Date` can hold, in milliseconds; the first is equally far before 1970. */
const LAST_INSTANT = 8.64e15;

type ReadTime = {
  /** Milliseconds since 1970 UTC, with fractions. */
  readonly epochMs: number;
  /** False if the text names no time zone and was read as UTC. */
  readonly zoned: boolean;
};

/** Parses an ISO 8601 or RFC 3339 time, also with a space, a comma or nanoseconds; UTC if no zone is named. */
export function readIsoTime(text: string): ReadTime | undefined {
  const match = ISO.exec(text.trim());
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) {
    return undefined;
  }
  // Date.UTC would map the years 0 to 99 to 1900 to 1999.
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  if (Number.isNaN(midnight)) return undefined;
  const inDay = (hour * 3600 + minute * 60 + second + Number(`0.${match[7] ?? '0'}`)) * 1000;
  return { epochMs: midnight + inDay - offsetMinutes(match[8]) * 60_000, zoned: match[8] !== undefined };
}

/** Formats a time as ISO 8601 in UTC with `digits` fractional digits: 3 for milliseconds, 6 for microseconds. */
export function writeIsoTime(epochMs: number, digits: 3 | 6 = 3): string {
  const microseconds = Math.round(epochMs * 1000);
  const whole = Math.floor(digits === 3 ? epochMs : microseconds / 1000);
  const text = new Date(Math.min(Math.max(whole, -LAST_INSTANT), LAST_INSTANT) || 0).toISOString();
  if (digits === 3) return text;
  return `${text.slice(0, -1)}${String(microseconds - whole * 1000).padStart(3, '0')}Z`;
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
  return zone.startsWith('-') ? -minutes : minutes;
}
