import { withPatterns } from '../../base/written-pattern.ts';
import patterns from './reason-patterns.json' with { type: 'json' };

/** What a host's words about a failure prove. */
export type StatedReason =
  | { readonly kind: 'not-started' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'closed'; readonly exitCode: number | null }
  /** An HTTP status, and the address if named. */
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'network'; readonly phase: 'dns' | 'connect' | 'tls' | 'headers'; readonly code: string }
  /** A JSON-RPC error from the server. */
  | { readonly kind: 'error'; readonly code: number; readonly message: string }
  /** The quoted part of a stdout line that is not JSON; dots replace the rest. */
  | { readonly kind: 'printed'; readonly line: string; readonly isWhole: boolean }
  /** The client cannot use the server's answer. */
  | { readonly kind: 'rejected' }
  | { readonly kind: 'unknown' };

/** How Node, Rust, shells, SDKs and parsers word a failure; `sources` says who writes what. */
const WORDS = withPatterns(patterns) as Readonly<Record<keyof Omit<typeof patterns, 'sources'>, RegExp>>;
/** Codes that a client generates itself: closed, timed out (TypeScript SDK, `types.ts`). */
const OWN_CODES: readonly number[] = [-32000, -32001];

/** What a host, client or runtime reports about a failure; most certain reading first. */
export function statedReason(words: string): StatedReason {
  const printed = printedIn(words);
  if (printed !== undefined) return printed;
  if (WORDS.notStarted.test(words)) return { kind: 'not-started' };
  return errorIn(words) ?? networkIn(words) ?? statusIn(words) ?? endIn(words);
}

function endIn(words: string): StatedReason {
  if (WORDS.timedOut.test(words)) return { kind: 'timeout' };
  const code = WORDS.exitCode.exec(words)?.[1];
  if (code !== undefined || WORDS.closed.test(words))
    return { kind: 'closed', exitCode: code === undefined ? null : Number(code) };
  return WORDS.rejected.test(words) ? { kind: 'rejected' } : { kind: 'unknown' };
}

/** The quoted part of the stdout line that a parser could not read. */
function printedIn(words: string): StatedReason | undefined {
  const [, before = '', text, after = ''] = WORDS.quoted.exec(words) ?? [];
  if (text !== undefined)
    return { kind: 'printed', line: before + text + after, isWhole: before + after === '' };
  const start =
    WORDS.firstCharacter.exec(words)?.[1] ??
    WORDS.word.exec(words)?.[1] ??
    (WORDS.inAList.test(words) ? '[' : '');
  if (start === '' && !WORDS.notJson.test(words)) return undefined;
  return { kind: 'printed', line: `${start}...`, isWhole: false };
}

function errorIn(words: string): StatedReason | undefined {
  const rmcp = WORDS.rmcpError.exec(words);
  if (rmcp !== null) return { kind: 'error', code: Number(rmcp[1]), message: rmcp[2] ?? '' };
  const [, code, message = ''] = WORDS.rpcError.exec(words) ?? [];
  if (code === undefined || OWN_CODES.includes(Number(code))) return undefined;
  // Some servers' SDKs prefix their message with the same words again.
  const inner = WORDS.rpcError.exec(message);
  return { kind: 'error', code: Number(code), message: inner?.[1] === code ? (inner[2] ?? '') : message };
}

function networkIn(words: string): StatedReason | undefined {
  const name = WORDS.name.exec(words);
  if (name !== null) return { kind: 'network', phase: 'dns', code: name[1] ?? '' };
  const tls = WORDS.tls.exec(words);
  if (tls !== null) return { kind: 'network', phase: 'tls', code: tls[1] ?? '' };
  const refused = WORDS.refused.exec(words);
  return refused === null
    ? undefined
    : { kind: 'network', phase: 'connect', code: refused[1]?.toUpperCase() ?? '' };
}

function statusIn(words: string): StatedReason | undefined {
  const found = WORDS.status
    .exec(words)
    ?.slice(1)
    .find((group) => group !== undefined);
  const status = Number(found ?? (WORDS.unauthorized.test(words) ? 401 : 0));
  return status >= 400 && status < 600 ? { kind: 'status', status } : undefined;
}
