import { readableHost } from './punycode.ts';

export type UrlPart = {
  readonly kind: 'scheme' | 'user' | 'host' | 'port' | 'path' | 'query' | 'fragment';
  readonly text: string;
  /** True for a part that can make an address look like another. */
  readonly suspicious: boolean;
};

/** An address of a server as its user must see it before opening it. */
export type ReadUrl = {
  /** As a browser reads it; as the server wrote it where no browser can. */
  readonly href: string;
  readonly parts: readonly UrlPart[];
  readonly host: string;
  /** Whole sentences on what to look at. */
  readonly warnings: readonly string[];
  /** `once`: only after its user has allowed it. `never`: no web address. */
  readonly opens: 'plainly' | 'once' | 'never';
};

/** Control characters, spaces, and characters that are not seen or turn the writing round. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}]/u;
const LONG = 2000;

/** Takes an address apart; nothing is opened or asked for. */
export function readUrl(written: string): ReadUrl {
  if (!URL.canParse(written)) {
    const parts = [{ kind: 'path', text: written, suspicious: true } as const];
    const warnings = ['This is no whole address: nothing can be opened.'];
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
      : [`What stands before the @ is no host: the address leads to ${hostname}.`]),
    ...(readable === hostname
      ? []
      : [`The host reads as ${readable}. Letters of other scripts can look like Latin ones.`]),
    ...(isThisMachine(hostname) ? ['The host is this machine.'] : []),
    ...(isAddress(hostname) && !isThisMachine(hostname) ? ['The host is a number and not a name.'] : []),
    ...(port === '' ? [] : [`Port ${port} is not the usual one.`]),
    ...(inner === undefined ? [] : [`It carries another address, where it may lead on: ${inner}`]),
    ...(UNSEEN.test(written) ? ['It was written with characters that cannot be seen.'] : []),
    ...(written.includes('\\') ? ['It was written with backslashes, which a browser reads as slashes.'] : []),
    ...(written.length > LONG ? [`It is ${written.length} characters long.`] : []),
  ];
}

function schemeWarnings(protocol: string): string[] {
  if (protocol === 'https:') return [];
  if (protocol === 'http:') return ['http is not encrypted: anyone on the way can read and change the page.'];
  return [`${protocol} is no web address: it is never opened from here.`];
}

/** An address among the values of the query, as redirects have it. */
function innerAddress(url: URL): string | undefined {
  return [...url.searchParams.values()].find((value) => /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(value));
}

/** The URL parser writes every form of an IPv4 address with four numbers, and IPv6 in brackets. */
function isAddress(host: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.startsWith('[');
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]';
}
