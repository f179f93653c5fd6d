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

// Messages of Node (child_process), Rust (std::process), Windows' cmd, uv and shells for a missing command.
const NOT_STARTED =
  /\bspawn \S.{0,300} E[A-Z]{3,}\b|Failed to (?:spawn|start) (?:process|command)|No such file or directory \(os error 2\)|program not found|is not recognized as an internal or external command|\bspawn E[A-Z]{3,}\b|executable file not found/i;
const TIMED_OUT =
  /\btimed? ?out\b(?!: (?:Some|None))|\bdeadline (?:has )?(?:elapsed|exceeded)|\bMCP error -32001\b|request timeout/i;
// Messages of the TypeScript SDK, rmcp and the Python SDK for a closed stdout.
const CLOSED =
  /\bconnection ?closed\b|\bMCP error -32000\b|CONNECTION_CLOSED|Client closed|transport closed|ConnectionClosed|\bbroken pipe\b|process (?:has )?exited|exited with code|server (?:process )?(?:exited|terminated)|unexpected EOF|end of file/i;
const EXIT_CODE = /\bexit(?:ed)?(?: with)?(?: code| status)?:? ?(-?\d{1,10})\b/i;
const STATUS =
  /\bHTTP(?: status(?: code)?)?:? ?\(?(\d{3})\b|\bstatus code:? ?\(?(\d{3})\b|(?:^|\s)(\d{3}) status\b|\bstatus:? (\d{3})\b|\bHTTP\/\d(?:\.\d)? (\d{3})\b|\b(\d{3}) (?:Bad Request|Unauthorized|Forbidden|Not Found|Method Not Allowed|Not Acceptable|Too Many Requests|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Timeout)\b/i;
const UNAUTHORIZED = /\bunauthorized\b|\binvalid_token\b|\bauth(?:entication|orization)? required\b/i;
const NAME = /\b(ENOTFOUND|EAI_AGAIN)\b|dns error|failed to lookup address/i;
const REFUSED =
  /\b(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)\b|connection ?refused|tcp connect error|error sending request for url|\bfetch failed\b|Unable to connect\. Is the computer able/i;
const TLS =
  /\b(CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|ERR_TLS_\w+)\b|certificate (?:verify failed|has expired)|invalid peer certificate/i;
/** "MCP error -32602: …" (TypeScript SDK), "MPC -32603: …" (VS Code), "Mcp error: -32602: …" (rmcp). */
const RPC_ERROR = /\bM(?:CP|PC)(?: error)?:? (-?\d{1,10}): ?(.*)$/is;
const RMCP_ERROR = /\bErrorCode\((-?\d{1,10})\), message: "((?:[^"\\]|\\.){0,1500})"/s;
/** Codes that a client generates itself: closed, timed out (TypeScript SDK, `types.ts`). */
const OWN_CODES: readonly number[] = [-32000, -32001];
const REJECTED =
  /\btransport channel closed, when send\b|\binvalid_type\b|ZodError|does not match|has an output schema but|Unexpected content type|unsupported protocol version|invalid (?:result|response)/i;
// V8 quotes up to 40 characters, of longer text the place of the fault; JavaScriptCore names the first word.
const QUOTED =
  /(?:Unexpected token '.{1,2}', |Unexpected \S.{0,80} in JSON.{0,60}, )?(\.\.\.)?"(.{1,300}?)"(\.\.\.)? is not valid JSON/s;
const FIRST_CHARACTER = /\bUnexpected token (\S) in JSON at position 0\b/;
const IN_A_LIST = /\bExpected '?"?,'?"? or '?"?\]'?"? after array element in JSON\b/i;
const NOT_JSON =
  /\bUnexpected (?:token|non-whitespace character after JSON)|\bJSON Parse error\b|in JSON at position \d|Failed to parse (?:JSON-?RPC )?message/i;
const WORD = /\bJSON Parse error: Unexpected identifier "(\w{1,80})"/;

/** What a host, client or runtime reports about a failure; most certain reading first. */
export function statedReason(words: string): StatedReason {
  const printed = printedIn(words);
  if (printed !== undefined) return printed;
  if (NOT_STARTED.test(words)) return { kind: 'not-started' };
  return errorIn(words) ?? networkIn(words) ?? statusIn(words) ?? endIn(words);
}

function endIn(words: string): StatedReason {
  if (TIMED_OUT.test(words)) return { kind: 'timeout' };
  const code = EXIT_CODE.exec(words)?.[1];
  if (code !== undefined || CLOSED.test(words))
    return { kind: 'closed', exitCode: code === undefined ? null : Number(code) };
  return REJECTED.test(words) ? { kind: 'rejected' } : { kind: 'unknown' };
}

/** The quoted part of the stdout line that a parser could not read. */
function printedIn(words: string): StatedReason | undefined {
  const [, before = '', text, after = ''] = QUOTED.exec(words) ?? [];
  if (text !== undefined)
    return { kind: 'printed', line: before + text + after, isWhole: before + after === '' };
  const start =
    FIRST_CHARACTER.exec(words)?.[1] ?? WORD.exec(words)?.[1] ?? (IN_A_LIST.test(words) ? '[' : '');
  if (start === '' && !NOT_JSON.test(words)) return undefined;
  return { kind: 'printed', line: `${start}...`, isWhole: false };
}

function errorIn(words: string): StatedReason | undefined {
  const rmcp = RMCP_ERROR.exec(words);
  if (rmcp !== null) return { kind: 'error', code: Number(rmcp[1]), message: rmcp[2] ?? '' };
  const [, code, message = ''] = RPC_ERROR.exec(words) ?? [];
  if (code === undefined || OWN_CODES.includes(Number(code))) return undefined;
  // Some servers' SDKs prefix their message with the same words again.
  const inner = RPC_ERROR.exec(message);
  return { kind: 'error', code: Number(code), message: inner?.[1] === code ? (inner[2] ?? '') : message };
}

function networkIn(words: string): StatedReason | undefined {
  const name = NAME.exec(words);
  if (name !== null) return { kind: 'network', phase: 'dns', code: name[1] ?? '' };
  const tls = TLS.exec(words);
  if (tls !== null) return { kind: 'network', phase: 'tls', code: tls[1] ?? '' };
  const refused = REFUSED.exec(words);
  return refused === null
    ? undefined
    : { kind: 'network', phase: 'connect', code: refused[1]?.toUpperCase() ?? '' };
}

function statusIn(words: string): StatedReason | undefined {
  const found = STATUS.exec(words)
    ?.slice(1)
    .find((group) => group !== undefined);
  const status = Number(found ?? (UNAUTHORIZED.test(words) ? 401 : 0));
  return status >= 400 && status < 600 ? { kind: 'status', status } : undefined;
}
