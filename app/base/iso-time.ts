const ISO =
  /^([+-]?\d{4,6})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,12}))?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;

export type ReadTime = {
  /** Milliseconds since 1970 UTC, with fractions. */
  readonly epochMs: number;
  /** False for a time that names no zone: it was read as UTC. */
  readonly zoned: boolean;
};

/** Reads an ISO 8601 or RFC 3339 time, with a space for the T allowed, or gives undefined. */
export function readIsoTime(text: string): ReadTime | undefined {
  const match = ISO.exec(text.trim());
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) {
    return undefined;
  }
  const seconds = daysFromCivil(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
  const fraction = Number(`0.${match[7] ?? '0'}`);
  const epochMs = seconds * 1000 + fraction * 1000 - offsetMinutes(match[8]) * 60_000;
  return { epochMs, zoned: match[8] !== undefined };
}

/** Writes a time in UTC as ISO 8601, with `digits` after the second: 3 for milliseconds, 6 for microseconds. */
export function writeIsoTime(epochMs: number, digits: 3 | 6 = 3): string {
  const unit = digits === 3 ? 1000 : 1_000_000;
  const ticks = digits === 3 ? Math.floor(epochMs) : Math.round(epochMs * 1000);
  const seconds = Math.floor(ticks / unit);
  const fraction = String(ticks - seconds * unit).padStart(digits, '0');
  const days = Math.floor(seconds / 86_400);
  const { year, month, day } = civilFromDays(days);
  const inDay = seconds - days * 86_400;
  const clock = [Math.floor(inDay / 3600), Math.floor((inDay % 3600) / 60), inDay % 60].map(two).join(':');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${clock}.${fraction}Z`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar; years are counted from March. */
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function civilFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const before = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  const dayOfYear = dayOfEra - before;
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9);
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}
