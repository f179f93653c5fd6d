import { shortened } from './quantity-text.ts';

type UrlPart = {
  readonly kind: 'scheme' | 'user' | 'host' | 'port' | 'path' | 'query' | 'fragment';
  readonly text: string;
  /** True for a part that can make an address look like another. */
  readonly suspicious: boolean;
};

/** A server's address as its user must see it before opening it. */
export type ReadUrl = {
  /** As a browser parses it, or as the server wrote it if that fails. */
  readonly href: string;
  readonly parts: readonly UrlPart[];
  readonly host: string;
  /** Whole sentences about what to check. */
  readonly warnings: readonly string[];
  /** `once`: only after the user has allowed it. `never`: not a web address. */
  readonly opens: 'plainly' | 'once' | 'never';
};

/** Control characters, spaces, and characters that are invisible or change the text direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}]/u;
const LONG = 2000;
/** Servers and proxies reject addresses of a few thousand characters already (RFC 9110, section 4.1). */
const MAX_CHARS = 20_000;

/** Parses an address; opens and requests nothing. */
export function readUrl(written: string): ReadUrl {
  if (written.length > MAX_CHARS) return tooLong(written);
  if (!URL.canParse(written)) {
    const parts = [{ kind: 'path', text: written, suspicious: true } as const];
    const warnings = ['This is not a whole address: nothing can be opened.'];
    return { href: written, parts, host: '', warnings, opens: 'never' };
  }
  const url = new URL(written);
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  const plain = url.protocol === 'https:' && url.username === '' && url.password === '';
  return {
    href: url.href,
    parts: partsOf(url),
    host: url.hostname,
    warnings: warningsOf(url, written),
    opens: plain ? 'plainly' : web ? 'once' : 'never',
  };
}

function tooLong(written: string): ReadUrl {
  const warnings = [`It is ${written.length} characters long, more than any server takes: it is not opened.`];
  const parts = [{ kind: 'path', text: shortened(written, LONG), suspicious: true } as const];
  return { href: written, parts, host: '', warnings, opens: 'never' };
}

function partsOf(url: URL): UrlPart[] {
  const slashes = url.href.startsWith(`${url.protocol}//`) ? '//' : '';
  const secret = url.password === '' ? '' : `:${url.password}`;
  const user = url.username === '' && secret === '' ? '' : `${url.username}${secret}@`;
  const readable = readableHost(url.hostname);
  const front: UrlPart[] = [
    { kind: 'scheme', text: url.protocol + slashes, suspicious: url.protocol !== 'https:' },
    { kind: 'user', text: user, suspicious: true },
    { kind: 'host', text: url.hostname, suspicious: readable !== url.hostname || isAddress(url.hostname) },
    { kind: 'port', text: url.port === '' ? '' : `:${url.port}`, suspicious: true },
  ];
  const rest = url.href.slice(front.map(({ text }) => text).join('').length);
  const hash = rest.indexOf('#') < 0 ? rest.length : rest.indexOf('#');
  const mark = rest.slice(0, hash).indexOf('?');
  const query = mark < 0 ? hash : mark;
  const parts: UrlPart[] = [
    ...front,
    { kind: 'path', text: rest.slice(0, query), suspicious: false },
    { kind: 'query', text: rest.slice(query, hash), suspicious: innerAddress(url) !== undefined },
    { kind: 'fragment', text: rest.slice(hash), suspicious: false },
  ];
  return parts.filter(({ text }) => text !== '');
}

function warningsOf(url: URL, written: string): string[] {
  const { hostname, port } = url;
  const readable = readableHost(hostname);
  const inner = innerAddress(url);
  return [
    ...schemeWarnings(url.protocol),
    ...(url.username === '' && url.password === ''
      ? []
      : [`What stands before the @ is not a host: the address leads to ${hostname}.`]),
    ...(readable === hostname
      ? []
      : [`The host reads as ${readable}. Letters of other scripts can look like Latin ones.`]),
    ...(isThisMachine(hostname) ? ['The host is this machine.'] : []),
    ...(isAddress(hostname) && !isThisMachine(hostname) ? ['The host is a number and not a name.'] : []),
    ...(port === '' ? [] : [`Port ${port} is not the usual one.`]),
    ...(inner === undefined ? [] : [`It carries another address, to which it may lead: ${inner}`]),
    ...(UNSEEN.test(written) ? ['It was written with characters that cannot be seen.'] : []),
    ...(written.includes('\\') ? ['It was written with backslashes, which a browser reads as slashes.'] : []),
    ...(written.length > LONG ? [`It is ${written.length} characters long.`] : []),
  ];
}

function schemeWarnings(protocol: string): string[] {
  if (protocol === 'https:') return [];
  if (protocol === 'http:') return ['http is not encrypted: anyone on the way can read and change the page.'];
  return [`${protocol} is not a web address: it is never opened from here.`];
}

/** An address in a value of the query, as in redirects. */
function innerAddress(url: URL): string | undefined {
  return [...url.searchParams.values()].find((value) => /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(value));
}

/** The URL parser normalizes every IPv4 address to four numbers, and puts IPv6 in brackets. */
function isAddress(host: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.startsWith('[');
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]';
}

/** The parameters for domain names (RFC 3492, section 5). */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE_POINT = 128;
const HIGHEST_CODE_POINT = 0x10ffff;

/** A readable host name: every `xn--` label decoded, an invalid label unchanged. */
export function readableHost(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodedLabel(label.slice('xn--'.length)) ?? label) : label))
    .join('.');
}

/** The maximum length of a label (RFC 1035, section 2.3.4). */
const MAX_LABEL = 63;

/** Decodes what follows `xn--` (RFC 3492, section 6.2); undefined if it is not Punycode. */
export function decodedLabel(text: string): string | undefined {
  if (text.length > MAX_LABEL) return undefined;
  const split = text.lastIndexOf('-');
  const output = [...text.slice(0, Math.max(split, 0))].map((char) => char.charCodeAt(0));
  let codePoint = FIRST_CODE_POINT;
  let place = 0;
  let bias = FIRST_BIAS;
  let at = split < 0 ? 0 : split + 1;
  while (at < text.length) {
    const read = readDelta(text, at, bias);
    if (read === undefined) return undefined;
    at = read.at;
    const length = output.length + 1;
    bias = adapted(read.delta, length, place === 0 && codePoint === FIRST_CODE_POINT);
    place += read.delta;
    codePoint += Math.floor(place / length);
    place %= length;
    if (codePoint > HIGHEST_CODE_POINT) return undefined;
    output.splice(place, 0, codePoint);
    place += 1;
  }
  return String.fromCodePoint(...output);
}

/** Reads one variable-length number; `at` is the index after it. */
function readDelta(text: string, from: number, bias: number): { delta: number; at: number } | undefined {
  let delta = 0;
  let weight = 1;
  let at = from;
  for (let k = BASE; ; k += BASE) {
    const digit = digitOf(text.charAt(at));
    at += 1;
    if (digit === undefined) return undefined;
    delta += digit * weight;
    const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
    if (digit < threshold) return { delta, at };
    weight *= BASE - threshold;
    if (delta > Number.MAX_SAFE_INTEGER || weight > Number.MAX_SAFE_INTEGER) return undefined;
  }
}

function digitOf(char: string): number | undefined {
  if (/^[a-z]$/i.test(char)) return char.toLowerCase().charCodeAt(0) - 97;
  return /^\d$/.test(char) ? Number(char) + 26 : undefined;
}

function adapted(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? DAMP : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) / 2) {
    rest = Math.floor(rest / (BASE - T_MIN));
    k += BASE;
  }
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
