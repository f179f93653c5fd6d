import { withPatterns } from '../base/written-pattern.ts';
import written from './upstream-words.json' with { type: 'json' };

/** Why a dependency of the server failed. */
export type Upstream = {
  readonly kind: 'refused' | 'unresolved' | 'unreachable' | 'failed';
  /** Its host, with the port if named; empty for none. */
  readonly address: string;
  /** The HTTP status of the failure; empty for none. */
  readonly status: string;
};

const MAX_READ = 2000;

/** The messages of HTTP, database and socket clients, surest first. */
const WORDS = Object.entries(withPatterns(written) as object) as [Upstream['kind'], RegExp][];

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
