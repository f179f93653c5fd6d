import { bytesFrom } from '../../base/byte-size.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../base/json-value.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { revisionIn } from '../../protocol/meta-keys.ts';

/** The requests that a fault applies to. */
type FaultSelector =
  | { readonly kind: 'all' }
  | { readonly kind: 'tool'; readonly name: string }
  | { readonly kind: 'method'; readonly name: string }
  /** Every call of a tool whose 1-based number is a multiple of `count`. */
  | { readonly kind: 'every'; readonly count: number };

/** What the server does in place of its answer. */
export type FaultStep =
  /** It handles the request after a delay. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** It handles the request under this id, given as JSON text. */
  | { readonly kind: 'renamed'; readonly idText: string }
  /** It handles the request and sends its answer slowly. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  /** It never sees the request: this line is its answer. */
  | { readonly kind: 'line'; readonly line: string }
  | { readonly kind: 'never' }
  | { readonly kind: 'close-stdout' }
  | { readonly kind: 'crash'; readonly exitCode: number };

type FaultAction =
  | FaultStep
  /** An answer of at least this many bytes. */
  | { readonly kind: 'huge'; readonly bytes: number }
  | { readonly kind: 'wrong-id' }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: unknown }
  | { readonly kind: 'tool-error'; readonly result: JsonObject };

/** A fault as written in a command line option. */
export type Fault = { readonly selector: FaultSelector; readonly action: FaultAction };

export const FAULT_GRAMMAR = `Faults are written SELECTOR:ACTION; of several that fit, the first counts.
  selectors   tool=NAME, method=NAME, every=N (each N-th call of a tool), all (every call of a tool)
  actions     delay=2s or delay=500ms, never, close-stdout, crash or crash=EXITCODE, garbage, huge=10MB,
              slow=100B/s, wrong-id, code=-32603[,message=TEXT][,data=JSON], iserror[=TEXT or JSON]`;

const MAX_DELAY_MS = 3_600_000;
/** Node's strings are limited to about 512 MB, and a line is one string. */
const MAX_BYTES = 256_000_000;
const MAX_TEXT = 100_000;
const MAX_COUNT = 1_000_000;

/** Parses `SELECTOR:ACTION`. Fails with one sentence that says what is wrong and what to write. */
export function parseFault(text: string): Result<Fault> {
  if (text.length > MAX_TEXT) return err(`A fault has at most ${MAX_TEXT} characters.`);
  const colon = actionColon(text);
  if (colon < 0) return err(noAction(text));
  const selector = parseSelector(text.slice(0, colon));
  if (!selector.ok) return selector;
  const action = parseAction(text.slice(colon + 1));
  return action.ok ? ok({ selector: selector.value, action: action.value }) : action;
}

/** The colon before the action: tool names may contain colons. */
function actionColon(text: string): number {
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    const [word = ''] = text.slice(at + 1).split('=', 1);
    if (Object.hasOwn(ACTIONS, word)) return at;
  }
  return -1;
}

function noAction(text: string): string {
  const known = Object.keys(ACTIONS).join(', ');
  const first = text.indexOf(':');
  if (first < 0) return `"${text}" names no action. Write SELECTOR:ACTION, such as tool=search:delay=2s.`;
  return `There is no action "${text.slice(first + 1)}". Use one of: ${known}.`;
}

function parseSelector(text: string): Result<FaultSelector> {
  const equals = text.indexOf('=');
  const [word, value] = equals < 0 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)];
  if (text === 'all') return ok({ kind: 'all' });
  if (word === 'tool' || word === 'method') {
    return value === '' ? err(`${word}= needs a name.`) : ok({ kind: word, name: value });
  }
  if (word !== 'every') {
    return err(`There is no selector "${text}". Use one of: tool=NAME, method=NAME, every=N, all.`);
  }
  const count = integerFrom(value, 1, MAX_COUNT);
  return count === undefined
    ? err(`every= needs a whole number from 1 to ${MAX_COUNT}, not "${value}".`)
    : ok({ kind: 'every', count });
}

const ACTIONS: Readonly<Record<string, (value: string | undefined) => Result<FaultAction>>> = {
  delay: (value = '') => {
    const milliseconds = millisecondsFrom(value);
    return milliseconds === undefined
      ? err(`delay= needs a time of at most an hour, such as 2s or 500ms, not "${value}".`)
      : ok({ kind: 'delay', milliseconds });
  },
  never: (value) => bare('never', value, { kind: 'never' }),
  'close-stdout': (value) => bare('close-stdout', value, { kind: 'close-stdout' }),
  crash: (value = '1') => {
    const exitCode = integerFrom(value, 0, 255);
    return exitCode === undefined
      ? err(`crash= needs an exit code from 0 to 255, not "${value}".`)
      : ok({ kind: 'crash', exitCode });
  },
  garbage: (value) => bare('garbage', value, { kind: 'line', line: GARBAGE }),
  huge: (value = '10MB') => {
    const bytes = bytesFrom(value, MAX_BYTES);
    return bytes === undefined
      ? err(`huge= needs a size of at most 256MB, such as 10MB or 500kB, not "${value}".`)
      : ok({ kind: 'huge', bytes });
  },
  slow: (value = '') => {
    const bytesPerSecond = value.endsWith('/s') ? bytesFrom(value.slice(0, -2), MAX_BYTES) : undefined;
    return bytesPerSecond === undefined
      ? err(`slow= needs bytes for each second, such as 100B/s or 2kB/s, not "${value}".`)
      : ok({ kind: 'slow', bytesPerSecond });
  },
  'wrong-id': (value) => bare('wrong-id', value, { kind: 'wrong-id' }),
  code: (value = '') => errorAction(value),
  iserror: (value) => ok({ kind: 'tool-error', result: toolErrorResult(value) }),
};

function parseAction(text: string): Result<FaultAction> {
  const equals = text.indexOf('=');
  const word = equals < 0 ? text : text.slice(0, equals);
  const read = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  return read === undefined
    ? err(`There is no action "${text}".`)
    : read(equals < 0 ? undefined : text.slice(equals + 1));
}

function bare(word: string, value: string | undefined, action: FaultAction): Result<FaultAction> {
  return value === undefined ? ok(action) : err(`${word} takes no value. Leave "=${value}" out.`);
}

/** `-32603,message=Busy,data={"a":1}`: everything after `,data=` is one JSON text. */
function errorAction(text: string): Result<FaultAction> {
  const [, codeText = '', message, dataText] =
    /^([^,]*)(?:,message=(.*?))?(?:,data=(.*))?$/s.exec(text) ?? [];
  const code = integerFrom(codeText, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  if (code === undefined) {
    return err(`code= needs a whole number, then ,message=TEXT or ,data=JSON if wanted, not "${text}".`);
  }
  const named = { kind: 'error', code, message: message ?? 'The server was told to fail' } as const;
  if (dataText === undefined) return ok(named);
  const data = parseJson(dataText);
  return data === undefined ? err(`data= needs JSON, not "${dataText}".`) : ok({ ...named, data });
}

/** A JSON object is the whole result, a list its content, other text a single block; `isError` is added. */
function toolErrorResult(text = 'The tool fails on purpose.'): JsonObject {
  const value = parseJson(text);
  if (isJsonObject(value)) return { isError: true, ...value };
  if (Array.isArray(value)) return { content: value, isError: true };
  return { content: [{ type: 'text', text: typeof value === 'string' ? value : text }], isError: true };
}

function integerFrom(text: string, min: number, max: number): number | undefined {
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

function millisecondsFrom(text: string): number | undefined {
  const [, amount = '', unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text) ?? [];
  const milliseconds = Math.round(Number(amount) * (unit === 's' ? 1000 : 1));
  return amount !== '' && milliseconds <= MAX_DELAY_MS ? milliseconds : undefined;
}

const TOOL_CALL = 'tools/call';

type FaultyRequest = {
  readonly method: string;
  /** The tool, prompt or resource that it names; empty for none. */
  readonly target: string;
  readonly params?: unknown;
};

/** Chooses the fault for each request and counts the calls. */
export class FaultPlan {
  readonly #faults: readonly Fault[];
  #calls = 0;

  constructor(faults: readonly Fault[]) {
    this.#faults = faults;
  }

  /** The fault for this request; undefined if it is handled normally. `idText` is its id as JSON text. */
  take(request: FaultyRequest, idText: string): FaultStep | undefined {
    if (request.method === TOOL_CALL) this.#calls += 1;
    const fault = this.#faults.find(({ selector }) => isChosen(selector, request, this.#calls));
    if (fault === undefined) return undefined;
    // Since 2026-07-28 every request names its revision, and every result its type.
    return stepOf(
      fault.action,
      idText,
      revisionIn(request.params) === undefined ? {} : { resultType: 'complete' },
    );
  }
}

function isChosen(selector: FaultSelector, { method, target }: FaultyRequest, calls: number): boolean {
  if (selector.kind === 'method') return method === selector.name;
  if (method !== TOOL_CALL) return false;
  switch (selector.kind) {
    case 'all':
      return true;
    case 'tool':
      return target === selector.name;
    case 'every':
      return calls % selector.count === 0;
  }
}

function stepOf(action: FaultAction, idText: string, type: JsonObject): FaultStep {
  switch (action.kind) {
    case 'huge':
      return { kind: 'line', line: hugeLine(idText, action.bytes, type) };
    case 'wrong-id': {
      // An id that the client has not used: a number far above its own, or its text with a suffix.
      const wrong = idText.startsWith('"') ? `${idText.slice(0, -1)}-wrong"` : '987654321';
      return { kind: 'renamed', idText: wrong };
    }
    case 'error': {
      const { code, message, data } = action;
      return { kind: 'line', line: answerLine(idText, 'error', { code, message, data }) };
    }
    case 'tool-error':
      return { kind: 'line', line: answerLine(idText, 'result', { ...type, ...action.result }) };
    default:
      return action;
  }
}

/** The start of an answer, followed by invalid JSON. */
const GARBAGE = '{"jsonrpc":"2.0","result":{"content":[{"type":"text","te\u0000\u0001xt"::[}}';

function answerLine(idText: string, member: 'result' | 'error', value: JsonObject): string {
  return `{"jsonrpc":"2.0","id":${idText},"${member}":${JSON.stringify(value)}}`;
}

const FILLER = 'All work and no play makes a very long answer. ';

function hugeLine(idText: string, bytes: number, type: JsonObject): string {
  const text = FILLER.repeat(Math.ceil(bytes / FILLER.length)).slice(0, bytes);
  return answerLine(idText, 'result', { ...type, content: [{ type: 'text', text }] });
}
