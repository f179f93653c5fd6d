import { type CatalogEntry, catalogEntries } from './catalog.ts';
import retries from './retries.json' with { type: 'json' };

/** The classification step that decides. */
export type ClassifyStep = 'own-code' | 'constructor' | 'provider' | 'common' | 'abort' | 'fallback';

/** A table row that matches the error. */
export type ClassifyRow = {
  readonly step: ClassifyStep;
  /** 1-based index in its table; 0 if the step has no table. */
  readonly order: number;
  readonly code: number;
  readonly codeName: string;
  /** The class name or the regular expression of the row. */
  readonly test: string;
  readonly matched: string;
  readonly entry: CatalogEntry;
};

/** How mcp-ts-core would classify an error thrown by a handler. */
export type Classification = ReturnType<typeof classifyError>;

/** Classifies an error by mcp-ts-core's tables, in order (0.10.17, errorHandler.js:38-90; same in 0.12.3). */
export function classifyError(error: string | { readonly name: string; readonly message: string }) {
  const text = typeof error === 'string' ? readErrorText(error) : { ...error, code: null, category: '' };
  const { category } = text;
  const fallback = rowOf('fallback', named('classification step 6'));
  const [row = fallback, ...shadowed] = matchingRows(text);
  const codeName = BY_CATEGORY.find(([words]) => words.test(category))?.[1];
  const safety = safetyOf((category === '' ? undefined : codeName) ?? row.codeName);
  return {
    text,
    row,
    /** Later rows that match too, in order. */
    shadowed,
    /** The meaning of an "ERROR:<CATEGORY>" prefix; null without one. */
    category: category === '' ? null : { text: category, codeName: codeName ?? null },
    /** By category if there is one, else by code. */
    retry: { safety, sentence: retries[safety].sentence },
  };
}

function matchingRows({ name, message, code }: ErrorText): ClassifyRow[] {
  const own = { code: code ?? 0, codeName: nameOfCode(code ?? 0), matched: message };
  const byName = { test: name, matched: name };
  return [
    ...(code === null ? [] : [rowOf('own-code', named('classification step 1'), own)]),
    ...frameworkEntries()
      .filter((entry) => entry.name === `constructor ${name}`)
      .map((entry) => rowOf('constructor', entry, byName)),
    ...patternRows('provider', message, name),
    ...patternRows('common', message, name),
    ...(name === 'AbortError' ? [rowOf('abort', named('classification step 5'), byName)] : []),
  ];
}

/** Tests each row against the message and the class name. */
function patternRows(step: 'provider' | 'common', message: string, name: string): ClassifyRow[] {
  return frameworkEntries()
    .flatMap((entry) => {
      if (entry.match?.table !== step) return [];
      const { pattern, flags, order } = entry.match;
      const expression = new RegExp(pattern, flags);
      const matched = expression.exec(message)?.[0] ?? expression.exec(name)?.[0];
      const test = `/${pattern}/${flags}`;
      return matched === undefined ? [] : [rowOf(step, entry, { order, test, matched })];
    })
    .sort((left, right) => left.order - right.order);
}

function rowOf(step: ClassifyStep, entry: CatalogEntry, more: Partial<ClassifyRow> = {}): ClassifyRow {
  const code = entry.code ?? 0;
  return { step, order: 0, code, codeName: nameOfCode(code), test: '', matched: '', entry, ...more };
}

/** The framework's name for a code, or the number if it has none. */
function nameOfCode(code: number): string {
  return (
    frameworkEntries().find((entry) => entry.kind === 'code' && entry.code === code)?.name ?? String(code)
  );
}

function named(name: string): CatalogEntry {
  const entry = frameworkEntries().find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`the catalog lacks "${name}"`);
  return entry;
}

let framework: readonly CatalogEntry[] | undefined;

function frameworkEntries(): readonly CatalogEntry[] {
  framework ??= catalogEntries().filter((entry) => entry.vocabulary === 'mcp-ts-core');
  return framework;
}

/** The parts of an error as printed in a log; empty or null if missing. */
type ErrorText = {
  /** The class name, such as "TypeError". */
  readonly name: string;
  readonly message: string;
  /** The code in an "MCP error -32001: …" prefix: the error was an McpError. */
  readonly code: number | null;
  /** The category of an "ERROR:RATE_LIMIT — …" prefix. */
  readonly category: string;
};

const CODE_PREFIX = /^(?:McpError: )?MCP error (-?\d+): /;
const CATEGORY_PREFIX = /^ERROR:([A-Z][A-Z0-9_]*)(?:\s+[—–-]\s+|\s*$)/;
/** The prefix that a console prints: "Uncaught (in promise) TypeError [ERR_X]: …". */
const CLASS_PREFIX =
  /^(?:Uncaught (?:\(in promise\) )?)?(?:DOMException \[(\w+)\]|([A-Za-z_$][\w$]*(?:Error|Exception)|Error)(?: \[[\w-]+\])?): ?/;
const STACK = /\n[ \t]+at \S[\s\S]*$/;

/** Parses a pasted error: class, code or category prefix, and the remaining message. */
export function readErrorText(text: string): ErrorText {
  let message = errorLines(text.trim());
  const none = { name: '', code: null, category: '' };
  const after = (prefix: string) => message.slice(prefix.length);
  const [codePrefix, code] = CODE_PREFIX.exec(message) ?? [];
  if (codePrefix !== undefined)
    return { ...none, name: 'McpError', message: after(codePrefix), code: Number(code) };
  // The text of a tool error has "Error: " before the class or the category.
  if (/^Error: (?:ERROR:|\w+(?:Error|Exception): )/.test(message)) message = after('Error: ');
  const [categoryPrefix, category = ''] = CATEGORY_PREFIX.exec(message) ?? [];
  if (categoryPrefix !== undefined) return { ...none, message: after(categoryPrefix), category };
  const [classPrefix = '', exception, other] = CLASS_PREFIX.exec(message) ?? [];
  return { ...none, name: exception ?? other ?? '', message: after(classPrefix) };
}

/** The error without its stack and the source line that Node prints above it. */
function errorLines(text: string): string {
  const own = text.replace(STACK, '');
  if (own === text) return text;
  const lines = own.split('\n');
  const first = lines.findIndex((line) => CLASS_PREFIX.test(line));
  return first < 0 ? own : lines.slice(first).join('\n');
}

export type ClassRetry = { readonly safety: keyof typeof retries; readonly sentence: string };

const SAFETIES = Object.keys(retries) as readonly ClassRetry['safety'][];

/** What mcp-ts-core's codes mean for a retry, by their names in its vocabulary. */
function safetyOf(codeName: string): ClassRetry['safety'] {
  return SAFETIES.find((safety) => retries[safety].codes.includes(codeName)) ?? 'unknown';
}

/** The words of a category prefix, most specific first. */
const BY_CATEGORY: readonly (readonly [words: RegExp, name: string])[] = [
  [/RATE|THROTTL|TOO_MANY|QUOTA/, 'RateLimited'],
  [/TIMEOUT|TIMED_OUT|DEADLINE/, 'Timeout'],
  [/UNAVAILABLE|UPSTREAM|GATEWAY|NETWORK|CONNECTION/, 'ServiceUnavailable'],
  [/CONFLICT|DUPLICATE|EXISTS/, 'Conflict'],
  [/NOT_FOUND|MISSING_RE|NO_SUCH/, 'NotFound'],
  [/UNAUTHORIZED|UNAUTHENTICATED|TOKEN|AUTH_|AUTHENTICATION/, 'Unauthorized'],
  [/FORBIDDEN|PERMISSION|DENIED/, 'Forbidden'],
  [/VALIDATION|INVALID|BAD_|MALFORMED|ARGUMENT/, 'ValidationError'],
  [/CONFIG/, 'ConfigurationError'],
];

/** What mcp-ts-core's codes mean for a retry; `unknown` for any other number. */
export function frameworkRetry(code: number): ClassRetry['safety'] {
  return safetyOf(nameOfCode(code));
}
