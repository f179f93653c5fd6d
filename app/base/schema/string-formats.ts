import { z } from 'zod';
import { patternSyntax } from './pattern.ts';

/** A JSON Schema format (2020-12, validation, section 7.3): its test and an example. */
type StringFormat = {
  /** The format's name, as in "is not a valid …". */
  readonly noun: string;
  readonly example: string;
  readonly fits: (text: string) => boolean;
};

const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d)(?::?(\d\d))?)$/i;
const UUID = /^(?:urn:uuid:)?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const DURATION = /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;
const { date: DAY, ipv4: IPV4 } = z.core.regexes;
const IPV6 = z.ipv6();
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
/** Characters that a URI never contains unescaped. */
const UNSAFE = /[\s<>"{}|\\^`]/;
/** What a URI holds only encoded; an IRI may. */
const STRANGE = /[^\x21-\x7e]|%(?![\da-fA-F]{2})/;
const AUTHORITY = /^(?:[^@[\]]*@)?(?:\[[\da-f:.]+\]|[^@:[\]]*)(?::\d*)?$/i;
/** A longer text is none of these; the engine needs a stack as long as the text. */
const LONGEST = 4096;

/** The format of a name; undefined for one that is not checked, which JSON Schema allows. */
export function stringFormat(name: unknown): StringFormat | undefined {
  return typeof name === 'string' && Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
}

/** True for a day that the calendar has, as `2026-01-31`. */
export function isDay(text: string): boolean {
  return DAY.test(text);
}

/** True for base64 (RFC 4648, section 4), with or without its padding. */
export function isBase64(text: string): boolean {
  const padding = /={0,2}$/.exec(text.slice(-2))?.[0].length ?? 0;
  const length = text.length - padding;
  const stranger = /[^A-Za-z0-9+/]/.exec(text)?.index ?? length;
  return stranger >= length && length % 4 !== 1;
}

const FORMATS: { readonly [name: string]: StringFormat } = {
  date: { noun: 'date', example: '2026-01-31', fits: isDay },
  time: { noun: 'time of RFC 3339', example: '09:30:00Z', fits: isTime },
  'date-time': {
    noun: 'date-time of RFC 3339',
    example: '2026-01-31T09:30:00Z',
    fits: (text) => isDay(text.slice(0, 10)) && /^[Tt\s]$/.test(text.charAt(10)) && isTime(text.slice(11)),
  },
  duration: {
    noun: 'duration of ISO 8601',
    example: 'P1DT2H',
    fits: (text) => text.length < LONGEST && DURATION.test(text),
  },
  email: { noun: 'email address', example: 'ada@example.org', fits: isEmail },
  'idn-email': { noun: 'email address', example: 'ada@example.org', fits: isInternationalEmail },
  uri: { noun: 'URI', example: 'https://example.org/', fits: isUri },
  iri: {
    noun: 'IRI',
    example: 'https://example.org/',
    fits: (text) => SCHEME.test(text.slice(0, LONGEST)) && !UNSAFE.test(text),
  },
  'uri-reference': {
    noun: 'URI reference',
    example: '/path',
    fits: (text) => !UNSAFE.test(text) && !STRANGE.test(text) && text.indexOf('#') === text.lastIndexOf('#'),
  },
  hostname: { noun: 'host name', example: 'example.org', fits: isHostName },
  ipv4: { noun: 'IPv4 address', example: '192.0.2.1', fits: (text) => IPV4.test(text) },
  ipv6: { noun: 'IPv6 address', example: '2001:db8::1', fits: (text) => IPV6.safeParse(text).success },
  uuid: {
    noun: 'UUID',
    example: '3f0a7b5e-8c1d-4e2f-9a3b-5c6d7e8f9a0b',
    fits: (text) => UUID.test(text),
  },
  regex: {
    noun: 'regular expression',
    example: '^a+$', // `\Z` is an anchor of other languages, which JavaScript takes for a letter.
    fits: (text) => patternSyntax(text).kind !== 'invalid' && !/[^\\]\\Z/.test(text),
  },
  'json-pointer': {
    noun: 'JSON pointer',
    example: '/items/0',
    fits: (text) => text === '' || (text.startsWith('/') && !/~(?![01])/.test(text)),
  },
  byte: { noun: 'base64', example: 'aGVsbG8=', fits: (text) => text.length % 4 === 0 && isBase64(text) },
  base64: { noun: 'base64', example: 'aGVsbG8=', fits: isBase64 },
};

/** A leap second is one only at the end of a day in UTC (RFC 3339, appendix D). */
function isTime(text: string): boolean {
  const found = TIME.exec(text);
  if (found === null) return false;
  const [hour, minute, second, zoneHour, zoneMinute] = [1, 2, 3, 5, 6].map((at) => Number(found[at] ?? 0));
  if (hour === undefined || minute === undefined || second === undefined) return false;
  if (zoneHour === undefined || zoneMinute === undefined || zoneHour > 23 || zoneMinute > 59) return false;
  if (hour <= 23 && minute <= 59 && second <= 59) return true;
  const east = found[4] === '-' ? -1 : 1;
  const minutes = hour * 60 + minute - east * (zoneHour * 60 + zoneMinute);
  return minute <= 59 && hour <= 23 && second === 60 && (minutes + 2880) % 1440 === 1439;
}

function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@', 3);
  if (more.length > 0 || text.length > LONGEST) return false;
  const labels = domain.split('.');
  return (
    local.split('.').every((atom) => /^[a-z\d!#$%&'*+/=?^_`{|}~-]+$/i.test(atom)) &&
    labels.length > 1 &&
    labels.every(isLabel)
  );
}

function isLabel(text: string): boolean {
  return /^[a-z\d-]+$/i.test(text) && !text.startsWith('-') && !text.endsWith('-');
}

/** No stricter than mail servers: a local part and a host. */
function isInternationalEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  return (
    at > 0 && text.length > at + 1 && !/\s/.test(text) && (!local.includes('@') || local.startsWith('"'))
  );
}

function isUri(text: string): boolean {
  const scheme = SCHEME.exec(text.slice(0, LONGEST))?.[0];
  if (scheme === undefined || UNSAFE.test(text) || STRANGE.test(text)) return false;
  const [whole = '', ...fragments] = text.slice(scheme.length).split('#', 3);
  if (whole === '' || whole.startsWith('?') || fragments.length > 1) return false;
  const [, authority = ''] = /^\/\/([^/?]*)/.exec(whole) ?? [];
  const path = whole.startsWith('//') ? whole.slice(authority.length + 2) : whole;
  return authority.length < LONGEST && AUTHORITY.test(authority) && !/[[\]]/.test(path + fragments.join(''));
}

function isHostName(text: string): boolean {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  return name.length <= 253 && name.split('.').every((label) => LABEL.test(label));
}
