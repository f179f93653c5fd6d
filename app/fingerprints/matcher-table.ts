import { TextMemo } from '../base/text-memo.ts';
import { ELIXIR_FINGERPRINTS } from './elixir-fingerprints.ts';
import type { Fingerprint, Matcher } from './fingerprint.ts';
import { GO_AND_RUST_FINGERPRINTS } from './go-and-rust-fingerprints.ts';
import { MCP_TS_CORE_FINGERPRINTS } from './mcp-ts-core-fingerprints.ts';
import { OTHER_FINGERPRINTS } from './other-fingerprints.ts';
import { PYTHON_FINGERPRINTS } from './python-fingerprints.ts';
import { TYPESCRIPT_FINGERPRINTS } from './typescript-fingerprints.ts';

/** Every trait by which a server's vocabulary shows itself in passive traffic. */
export const ALL_FINGERPRINTS: readonly Fingerprint[] = [
  ...TYPESCRIPT_FINGERPRINTS,
  ...MCP_TS_CORE_FINGERPRINTS,
  ...PYTHON_FINGERPRINTS,
  ...GO_AND_RUST_FINGERPRINTS,
  ...ELIXIR_FINGERPRINTS,
  ...OTHER_FINGERPRINTS,
];

/** A fingerprint whose sight is of one kind. */
type FingerprintOf<Kind extends Matcher['kind']> = Fingerprint & {
  readonly matcher: Extract<Matcher, { kind: Kind }>;
};

function ofKind<Kind extends Matcher['kind']>(kind: Kind): readonly FingerprintOf<Kind>[] {
  return ALL_FINGERPRINTS.filter(
    (fingerprint): fingerprint is FingerprintOf<Kind> => fingerprint.matcher.kind === kind,
  );
}

/** Those of errors by the code that they want, each list with those that take any code. */
type ErrorMatchers = {
  readonly all: readonly FingerprintOf<'error'>[];
  ofCode(code: number | undefined): readonly FingerprintOf<'error'>[];
};

/** Those of results by the method that they want, each list with those that take any method. */
type ResultMatchers = {
  readonly all: readonly FingerprintOf<'result'>[];
  ofMethod(method: string): readonly FingerprintOf<'result'>[];
};

/**
 * Fingerprints by what they look at, so that a frame costs only those that can see it.
 * Those of errors and tool errors that know a text by a pattern stand in `wordedErrors` and `wordedToolErrors`.
 */
type MatcherTable = {
  readonly error: ErrorMatchers;
  readonly toolError: readonly FingerprintOf<'tool-error'>[];
  readonly tool: readonly FingerprintOf<'tool'>[];
  readonly result: ResultMatchers;
  readonly notification: readonly FingerprintOf<'notification'>[];
  readonly endedByMalformedLine: readonly FingerprintOf<'ended-by-malformed-line'>[];
};

const ERRORS = ofKind('error');
const TOOL_ERRORS = ofKind('tool-error');
const RESULTS = ofKind('result');
const WANTED_METHODS: ReadonlySet<string | undefined> = new Set(RESULTS.map(({ matcher }) => matcher.method));
const LOG = ofKind('log');
/** One pattern for all, because nearly every line of a log shows nothing. */
const ANY_LOG = new RegExp(LOG.map(({ matcher }) => matcher.text.source).join('|'));
const WANTED_CODES: ReadonlySet<number | undefined> = new Set(ERRORS.map(({ matcher }) => matcher.code));

/** All of them. */
export const BY_MATCHER: MatcherTable = {
  error: byCode(ERRORS.filter(({ matcher }) => matcher.message === undefined)),
  toolError: TOOL_ERRORS.filter(({ matcher }) => matcher.text === undefined),
  tool: ofKind('tool'),
  result: byMethod(RESULTS),
  notification: ofKind('notification'),
  endedByMalformedLine: ofKind('ended-by-malformed-line'),
};

/** The table without a fingerprint that was seen. */
export function withoutSeen(table: MatcherTable, seen: Fingerprint): MatcherTable {
  const unseen = (fingerprint: Fingerprint) => fingerprint !== seen;
  switch (seen.matcher.kind) {
    case 'error':
      return { ...table, error: byCode(table.error.all.filter(unseen)) };
    case 'tool-error':
      return { ...table, toolError: table.toolError.filter(unseen) };
    case 'tool':
      return { ...table, tool: table.tool.filter(unseen) };
    case 'result':
      return { ...table, result: byMethod(table.result.all.filter(unseen)) };
    case 'notification':
      return { ...table, notification: table.notification.filter(unseen) };
    case 'ended-by-malformed-line':
      return { ...table, endedByMalformedLine: table.endedByMalformedLine.filter(unseen) };
    case 'log':
      return table;
  }
}

/** The table without what any result may show, whatever its method. */
export function withoutShapes(table: MatcherTable): MatcherTable {
  return {
    ...table,
    result: byMethod(table.result.all.filter(({ matcher }) => matcher.method !== undefined)),
  };
}

const traitsOfLine = new TextMemo((line) =>
  ANY_LOG.test(line) ? LOG.filter(({ matcher }) => matcher.text.test(line)) : null,
);

/** The traits that a line of the server's log shows; null if it shows none. */
export function traitsOfLog(line: string): readonly Fingerprint[] | null {
  return traitsOfLine.of(line);
}

const toolErrorsByText = new TextMemo((text) => {
  const fits = ({ matcher }: FingerprintOf<'tool-error'>) => matcher.text?.test(text) === true;
  return TOOL_ERRORS.some(fits)
    ? TOOL_ERRORS.filter((one) => one.matcher.text === undefined || fits(one))
    : null;
});

/** Where a pattern knows the text: all fingerprints of tool errors that may fit; null if none does. */
export function wordedToolErrors(text: string): readonly FingerprintOf<'tool-error'>[] | null {
  return toolErrorsByText.of(text);
}

const errorsByText = new Map<number | undefined, TextMemo<readonly FingerprintOf<'error'>[] | null>>();

/** The same for errors of a code and their messages. */
export function wordedErrors(
  code: number | undefined,
  message: string,
): readonly FingerprintOf<'error'>[] | null {
  const key = wantedCode(code);
  let memo = errorsByText.get(key);
  if (memo === undefined) {
    const all = ofWantedCode(ERRORS, key);
    memo = new TextMemo((text) => {
      const fits = ({ matcher }: FingerprintOf<'error'>) => matcher.message?.test(text) === true;
      return all.some(fits) ? all.filter((one) => one.matcher.message === undefined || fits(one)) : null;
    });
    errorsByText.set(key, memo);
  }
  return memo.of(message);
}

/** Lists are made when they are asked for: a session with few errors would pay for all of them. */
function byCode(all: readonly FingerprintOf<'error'>[]): ErrorMatchers {
  const lists = new Map<number | undefined, readonly FingerprintOf<'error'>[]>();
  const ofCode = (code: number | undefined) => {
    const key = wantedCode(code);
    let list = lists.get(key);
    if (list === undefined) {
      list = ofWantedCode(all, key);
      lists.set(key, list);
    }
    return list;
  };
  return { all, ofCode };
}

/** A client that invents methods must not fill the memory. */
const MOST_METHODS = 50;

function byMethod(all: readonly FingerprintOf<'result'>[]): ResultMatchers {
  const lists = new Map<string, readonly FingerprintOf<'result'>[]>();
  const ofMethod = (method: string) => {
    const known = lists.get(method);
    if (known !== undefined) return known;
    const list = all.filter(({ matcher }) => matcher.method === undefined || matcher.method === method);
    if (WANTED_METHODS.has(method) || lists.size < MOST_METHODS) lists.set(method, list);
    return list;
  };
  return { all, ofMethod };
}

/** A code that no fingerprint wants gets one list with all such codes. */
function wantedCode(code: number | undefined): number | undefined {
  return WANTED_CODES.has(code) ? code : undefined;
}

function ofWantedCode(
  all: readonly FingerprintOf<'error'>[],
  code: number | undefined,
): readonly FingerprintOf<'error'>[] {
  return all.filter(({ matcher }) => matcher.code === undefined || matcher.code === code);
}
