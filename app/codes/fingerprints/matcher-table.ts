import { groupedBy } from '../../base/grouped-by.ts';
import { TextMemo } from '../../base/text-memo.ts';
import type { Fingerprint, Matcher, SeenError } from './fingerprint.ts';
import { ELIXIR_FINGERPRINTS, GO_AND_RUST_FINGERPRINTS, OTHER_FINGERPRINTS } from './other-fingerprints.ts';
import { PYTHON_FINGERPRINTS } from './python-fingerprints.ts';
import { MCP_TS_CORE_FINGERPRINTS, TYPESCRIPT_FINGERPRINTS } from './typescript-fingerprints.ts';

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

/**
 * Whether any pattern of a list fits, by one pattern for all: nearly every text shows nothing. A pattern that refers to a
 * group of its own by number cannot be a part of another.
 */
function anyOf(patterns: readonly (RegExp | undefined)[]): (text: string) => boolean {
  const all = patterns.filter((pattern) => pattern !== undefined);
  const apart = all.filter(({ source, flags }) => flags !== '' || /\\\d/.test(source));
  const joined = all.filter((pattern) => !apart.includes(pattern)).map(({ source }) => source);
  const common = joined.length === 0 ? undefined : new RegExp(joined.join('|'));
  return (text) => common?.test(text) === true || apart.some((pattern) => pattern.test(text));
}

const ERRORS = ofKind('error');
const WANTED_CODES: ReadonlySet<number | undefined> = new Set(ERRORS.flatMap(({ matcher }) => matcher.code));
const TOOL_ERRORS = ofKind('tool-error');
const LOG = ofKind('log');
const anyLog = anyOf(LOG.map(({ matcher }) => matcher.text));

/** What a tool error shows that no pattern of its text knows; the others stand in `wordedToolErrors`. */
export const TOOL_ERRORS_BY_SHAPE = TOOL_ERRORS.filter(({ matcher }) => matcher.text === undefined);
/** What one tool of a list shows. */
export const TOOLS = ofKind('tool');
/** What any result shows, whatever its method. */
export const RESULTS = ofKind('result').filter(({ matcher }) => matcher.method === undefined);
export const ENDED_BY_MALFORMED_LINE = ofKind('ended-by-malformed-line');

const SHAPED = ERRORS.filter(({ matcher }) => matcher.message === undefined);
const DATA = 1;
const OWN_ID = 2;
/** By code, and then by what the error has. */
const errorsOfCode = new Map([undefined, ...WANTED_CODES].map((code) => [code, shapesOf(code)]));

function shapesOf(code: number | undefined): readonly (readonly FingerprintOf<'error'>[])[] {
  const possible = ofWantedCode(SHAPED, code);
  return [0, DATA, OWN_ID, DATA | OWN_ID].map((has) =>
    possible.filter(({ matcher: { needs } }) => {
      return needs === undefined || (has & (needs === 'data' ? DATA : OWN_ID)) !== 0;
    }),
  );
}

/** What such an error shows that no pattern of its message knows; the others stand in `wordedErrors`. */
export function errorsByShape({ code, data, ownId }: SeenError): readonly FingerprintOf<'error'>[] {
  const shapes = errorsOfCode.get(code) ?? errorsOfCode.get(undefined);
  return shapes?.[(data === undefined ? 0 : DATA) | (ownId ? OWN_ID : 0)] ?? NONE;
}

const resultsByMethod = groupedBy(ofKind('result'), ({ matcher }) => matcher.method);
const notificationsByMethod = groupedBy(ofKind('notification'), ({ matcher }) => matcher.method);

/** What a result of this method shows, and none of another. */
export function resultsOf(method: string): readonly FingerprintOf<'result'>[] {
  return resultsByMethod.get(method) ?? NONE;
}

/** What the params of a notification show. */
export function notificationsOf(method: string): readonly FingerprintOf<'notification'>[] {
  return notificationsByMethod.get(method) ?? NONE;
}

const NONE: readonly never[] = [];

const traitsOfLine = new TextMemo((line) =>
  anyLog(line) ? LOG.filter(({ matcher }) => matcher.text.test(line)) : null,
);

/** The traits that a line of the server's log shows; null if it shows none. */
export function traitsOfLog(line: string): readonly Fingerprint[] | null {
  return traitsOfLine.of(line);
}

const anyToolError = anyOf(TOOL_ERRORS.map(({ matcher }) => matcher.text));

const toolErrorsByText = new TextMemo((text) => {
  if (!anyToolError(text)) return null;
  const fits = ({ matcher }: FingerprintOf<'tool-error'>) => matcher.text?.test(text) === true;
  return TOOL_ERRORS.filter((one) => one.matcher.text === undefined || fits(one));
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
    const any = anyOf(all.map(({ matcher }) => matcher.message));
    memo = new TextMemo((text) => {
      if (!any(text)) return null;
      const fits = ({ matcher }: FingerprintOf<'error'>) => matcher.message?.test(text) === true;
      return all.filter((one) => one.matcher.message === undefined || fits(one));
    });
    errorsByText.set(key, memo);
  }
  return memo.of(message);
}

/** A code that no fingerprint wants gets one list with all such codes. */
function wantedCode(code: number | undefined): number | undefined {
  return WANTED_CODES.has(code) ? code : undefined;
}

function ofWantedCode(
  all: readonly FingerprintOf<'error'>[],
  code: number | undefined,
): readonly FingerprintOf<'error'>[] {
  return all.filter(({ matcher: { code: wanted } }) => {
    if (wanted === undefined || wanted === code) return true;
    return typeof wanted === 'object' && code !== undefined && wanted.includes(code);
  });
}
