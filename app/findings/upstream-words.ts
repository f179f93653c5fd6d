/** Why a dependency of the server failed. */
export type Upstream = {
  readonly kind: 'refused' | 'unresolved' | 'unreachable' | 'failed';
  /** Its host, with the port if named; empty for none. */
  readonly address: string;
  /** The HTTP status of the failure; empty for none. */
  readonly status: string;
};

const MAX_READ = 2000;
const CANNOT = "(?:could ?n[o']t|can ?not|can't|unable to|failed to)";

/** The messages of HTTP, database and socket clients, surest first. */
const WORDS: readonly (readonly [Upstream['kind'], RegExp])[] = [
  [
    'unresolved',
    new RegExp(
      `ENOTFOUND|EAI_AGAIN|no such host|name or service not known|nodename nor servname|name resolution|NXDOMAIN|UnknownHost|dns error|could not translate host|${CANNOT} (?:be )?resolved? (?:the )?(?:host|address|dns)`,
      'i',
    ),
  ],
  [
    'refused',
    new RegExp(
      `ECONNREFUSED|connection refused|actively refused|tcp connect error|connection attempts? failed|failed to establish a (?:new )?connection|${CANNOT} connect to\\b`,
      'i',
    ),
  ],
  [
    'failed',
    /\b(?:status(?: ?code)?|http(?:\/[\d.]+)?)[ :=]{1,3}(5\d\d)\b|\b(50[0-4])[ :]{1,2}(?:internal server error|not implemented|bad gateway|service unavailable|gateway time-?out)|^(?:error: )?(?:bad gateway|service (?:temporarily )?unavailable|gateway time-?out)\b/i,
  ],
  [
    'unreachable',
    /EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ECONNRESET|(?:host|network|server|service|upstream)(?: is)? unreachable|no route to host|host is down|connection (?:timed out|reset)|socket hang up|fetch failed|error sending request/i,
  ],
];

const ADDRESS = [
  /\b[a-z][a-z\d+]{1,20}:\/\/(?:[^\s/@]*@)?([\w.-]+(?::\d+)?)/i,
  /host='([^']{1,200})', port=(\d+)/,
  /\b(?:dial tcp|lookup|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ETIMEDOUT|connect to|host(?: ?name)?:?) "?((?:[\w-]+\.)*[\w-]+(?::\d+)?|\[?[\da-f]*:[\da-f:]+\]?:\d+)"?/i,
];
const NO_NAMES = /^(?:the|a|an|to|server|host|tcp|is|at|on|name)$/i;

/** The failed dependency that a failure's text names; undefined for none. */
export function upstreamIn(text: string): Upstream | undefined {
  const said = text.slice(0, MAX_READ);
  for (const [kind, words] of WORDS) {
    const found = words.exec(said);
    if (found !== null) return { kind, address: addressIn(said), status: found[1] ?? found[2] ?? '' };
  }
  return undefined;
}

function addressIn(text: string): string {
  for (const pattern of ADDRESS) {
    const [, host = '', port] = pattern.exec(text) ?? [];
    if (host !== '' && !NO_NAMES.test(host)) return port === undefined ? host : `${host}:${port}`;
  }
  return '';
}
