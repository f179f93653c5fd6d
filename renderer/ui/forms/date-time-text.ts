import { isDay } from '../../../app/schema/string-formats.ts';

/** A date-time or a time of RFC 3339 in the two parts that a picker shows. */
export type ZonedText = {
  /** `2026-01-31T09:30:00` or `09:30:00`, with up to three places of seconds. */
  readonly local: string;
  /** `Z` or an offset such as `+02:00`. */
  readonly zone: string;
};

const TIME = String.raw`([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?`;
const ZONE = String.raw`([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;
const DATE_TIME = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)[Tt ](${TIME})${ZONE}$`);
const FULL_TIME = new RegExp(`^(${TIME})${ZONE}$`);

/** Reads a date-time; undefined for a text that a picker cannot show. */
export function readDateTime(text: string): ZonedText | undefined {
  const [, day = '', time = '', , zone = ''] = DATE_TIME.exec(text) ?? [];
  return isDay(day) && day >= '0001' ? { local: `${day}T${time}`, zone: zone.toUpperCase() } : undefined;
}

/** Reads a time with its offset; undefined for a text that a picker cannot show. */
export function readTime(text: string): ZonedText | undefined {
  const [, local = '', , zone = ''] = FULL_TIME.exec(text) ?? [];
  return local === '' ? undefined : { local, zone: zone.toUpperCase() };
}

/** The text of RFC 3339; a picker leaves seconds out where they are none. */
export function writeZoned({ local, zone }: ZonedText): string {
  return `${/:\d\d:\d\d/.test(local) ? local : `${local}:00`}${zone}`;
}

/** The shortest form, which is the one that a picker gives back. */
export function pickerText({ local }: ZonedText): string {
  return local.replace(/^(.*\d\d:\d\d):00(?:\.0+)?$/, '$1').replace(/(\.\d*?)0+$/, '$1');
}

/** An offset in words of RFC 3339, from minutes east of UTC. */
export function offsetText(minutesEast: number): string {
  const size = Math.abs(minutesEast);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${minutesEast < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
