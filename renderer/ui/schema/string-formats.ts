/** A format of JSON Schema (2020-12, validation, section 7.3): what fits it, and an example. */
export type StringFormat = {
  /** What it is, as in "is no …". */
  readonly noun: string;
  readonly example: string;
  readonly fits: (text: string) => boolean;
};

const FULL_TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const HEX = '[0-9a-fA-F]';
const UUID = new RegExp(`^${HEX}{8}(-${HEX}{4}){3}-${HEX}{12}$`);
const DURATION = /^P(?!$)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?)$/;
const BYTE = /^(25[0-5]|2[0-4]\d|1?\d?\d)$/;
const LABEL = /^[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
/** What no address holds unescaped. */
const UNSAFE = /[\s<>"{}|\\^`]/;

/** The format of a name; undefined for one that is not checked, which JSON Schema allows. */
export function stringFormat(name: unknown): StringFormat | undefined {
  return typeof name === 'string' && Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
}

/** True for a day that the calendar has, as `2026-01-31`. */
export function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (day === '') return false;
  const days = [31, isLeap(Number(year)) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const most = days[Number(month) - 1] ?? 0;
  return Number(day) >= 1 && Number(day) <= most;
}

/** True for base64 (RFC 4648, section 4), with or without its padding. */
export function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1;
}

const FORMATS: { readonly [name: string]: StringFormat } = {
  date: { noun: 'date', example: '2026-01-31', fits: isDay },
  time: { noun: 'time of RFC 3339', example: '09:30:00Z', fits: (text) => FULL_TIME.test(text) },
  'date-time': {
    noun: 'date-time of RFC 3339',
    example: '2026-01-31T09:30:00Z',
    fits: (text) =>
      isDay(text.slice(0, 10)) && /^[Tt]$/.test(text.charAt(10)) && FULL_TIME.test(text.slice(11)),
  },
  duration: { noun: 'duration of ISO 8601', example: 'P1DT2H', fits: (text) => DURATION.test(text) },
  email: { noun: 'email address', example: 'ada@example.org', fits: isEmail },
  'idn-email': { noun: 'email address', example: 'ada@example.org', fits: isEmail },
  uri: { noun: 'URI', example: 'https://example.org/', fits: isUri },
  iri: { noun: 'IRI', example: 'https://example.org/', fits: isUri },
  'uri-reference': { noun: 'URI reference', example: '/path', fits: (text) => !UNSAFE.test(text) },
  hostname: { noun: 'host name', example: 'example.org', fits: isHostName },
  ipv4: { noun: 'IPv4 address', example: '192.0.2.1', fits: isIpv4 },
  ipv6: { noun: 'IPv6 address', example: '2001:db8::1', fits: isIpv6 },
  uuid: {
    noun: 'UUID',
    example: '3f0a7b5e-8c1d-4e2f-9a3b-5c6d7e8f9a0b',
    fits: (text) => UUID.test(text),
  },
  regex: { noun: 'regular expression', example: '^a+$', fits: isPattern },
  'json-pointer': {
    noun: 'JSON pointer',
    example: '/items/0',
    fits: (text) => /^(\/([^~/]|~[01])*)*$/.test(text),
  },
  byte: { noun: 'base64', example: 'aGVsbG8=', fits: isBase64 },
  base64: { noun: 'base64', example: 'aGVsbG8=', fits: isBase64 },
};

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** No stricter than what mail servers take: one local part and a host, which need no dot. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  return (
    at > 0 && text.length > at + 1 && !/\s/.test(text) && (!local.includes('@') || local.startsWith('"'))
  );
}

function isUri(text: string): boolean {
  return SCHEME.test(text) && !UNSAFE.test(text);
}

function isHostName(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => LABEL.test(label));
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => BYTE.test(part));
}

function isIpv6(text: string): boolean {
  if (!/^[0-9a-fA-F:.]+$/.test(text) || !text.includes(':')) return false;
  return URL.canParse(`http://[${text}]/`);
}

function isPattern(text: string): boolean {
  return readPattern(text) !== undefined;
}

/** A `pattern` as JSON Schema reads it; undefined where it is no regular expression. */
export function readPattern(text: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(text, flags);
    } catch {
      // Many servers write escapes that only the older grammar takes: it is tried next.
    }
  }
  return undefined;
}
