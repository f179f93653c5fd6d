import { catalogueEntries } from './catalogue.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';

/** The step of the resolution order that decides. */
export type ClassifyStep = 'own-code' | 'constructor' | 'provider' | 'common' | 'abort' | 'fallback';

/** A row of a table that matches the error. */
export type ClassifyRow = {
  readonly step: ClassifyStep;
  /** 1-based place in its table; 0 if the step has no table. */
  readonly order: number;
  readonly code: number;
  readonly codeName: string;
  /** The class name or the regular expression of the row. */
  readonly test: string;
  /** The part of the text that matched. */
  readonly matched: string;
  readonly entry: CatalogueEntry;
};

/** How mcp-ts-core would classify an error that a handler throws. */
export type Classification = {
  readonly text: ErrorText;
  readonly row: ClassifyRow;
  /** Rows that match too and come too late, in their order. */
  readonly shadowed: readonly ClassifyRow[];
  /** What an "ERROR:<CATEGORY>" prefix stands for, or null without one. */
  readonly category: { readonly text: string; readonly codeName: string | null } | null;
  /** By the category if there is one, else by the code. */
  readonly retry: ClassRetry;
};

/**
 * Classifies a pasted error text, or a class name and a message, by the tables of mcp-ts-core in their
 * order: own code, constructor, provider patterns, common patterns, AbortError, fallback
 * (@cyanheads/mcp-ts-core 0.10.17, errorHandler.js:38-90; 0.12.3 has the same tables).
 */
export function classifyError(
  error: string | { readonly name: string; readonly message: string },
): Classification {
  const text = typeof error === 'string' ? readErrorText(error) : { ...error, code: null, category: '' };
  const [row, ...shadowed] = [
    ...ownCode(text),
    ...constructorRows(text),
    ...patternRows(text),
    ...abort(text),
    fallback(),
  ];
  if (row === undefined) throw new Error('the fallback row is missing');
  const categoryName = text.category === '' ? undefined : categoryCodeName(text.category);
  return {
    text,
    row,
    shadowed: shadowed.filter(({ step }) => step !== 'fallback'),
    category: text.category === '' ? null : { text: text.category, codeName: categoryName ?? null },
    retry: retryAdvice(categoryName ?? row.codeName),
  };
}

function ownCode({ code, message }: ErrorText): ClassifyRow[] {
  if (code === null) return [];
  return [
    {
      ...rowOf('own-code', named('classification step 1')),
      code,
      codeName: nameOfCode(code),
      matched: message,
    },
  ];
}

function constructorRows({ name }: ErrorText): ClassifyRow[] {
  return frameworkEntries()
    .filter((entry) => entry.name === `constructor ${name}`)
    .map((entry) => ({ ...rowOf('constructor', entry), test: name, matched: name }));
}

/** Provider rows come before common ones; each row is tested against the message and the class name. */
function patternRows({ name, message }: ErrorText): ClassifyRow[] {
  const rows: ClassifyRow[] = [];
  for (const step of ['provider', 'common'] as const) {
    for (const entry of patterns(step)) {
      if (entry.match === null) continue;
      const { pattern, flags, order } = entry.match;
      const expression = new RegExp(pattern, flags);
      const matched = expression.exec(message)?.[0] ?? expression.exec(name)?.[0];
      if (matched !== undefined)
        rows.push({ ...rowOf(step, entry), order, test: `/${pattern}/${flags}`, matched });
    }
  }
  return rows;
}

function abort({ name }: ErrorText): ClassifyRow[] {
  if (name !== 'AbortError') return [];
  return [{ ...rowOf('abort', named('classification step 5')), test: name, matched: name }];
}

function fallback(): ClassifyRow {
  return rowOf('fallback', named('classification step 6'));
}

function rowOf(step: ClassifyStep, entry: CatalogueEntry): ClassifyRow {
  const code = entry.code ?? 0;
  return { step, order: 0, code, codeName: nameOfCode(code), test: '', matched: '', entry };
}

function patterns(table: 'provider' | 'common'): CatalogueEntry[] {
  return frameworkEntries()
    .filter((entry) => entry.match?.table === table)
    .toSorted((left, right) => (left.match?.order ?? 0) - (right.match?.order ?? 0));
}

/** The framework's own name for a number, or the number if it has none. */
function nameOfCode(code: number): string {
  return (
    frameworkEntries().find((entry) => entry.kind === 'code' && entry.code === code)?.name ?? String(code)
  );
}

function named(name: string): CatalogueEntry {
  const entry = frameworkEntries().find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`the catalogue lacks "${name}"`);
  return entry;
}

let framework: readonly CatalogueEntry[] | undefined;

function frameworkEntries(): readonly CatalogueEntry[] {
  framework ??= catalogueEntries().filter((entry) => entry.vocabulary === 'mcp-ts-core');
  return framework;
}

/** An error as a log shows it, taken apart. Members are empty or null if the text has none. */
type ErrorText = {
  /** The class name, such as "TypeError". */
  readonly name: string;
  readonly message: string;
  /** The code of an "MCP error -32001: …" prefix: the error was an McpError. */
  readonly code: number | null;
  /** The category of an "ERROR:RATE_LIMIT — …" prefix. */
  readonly category: string;
};

const CODE_PREFIX = /^(?:McpError: )?MCP error (-?\d+): /;
const CATEGORY_PREFIX = /^ERROR:([A-Z][A-Z0-9_]*)(?:\s+[—–-]\s+|\s*$)/;
/** As a console prints a thrown error: "Uncaught (in promise) TypeError [ERR_X]: …". */
const CLASS_PREFIX =
  /^(?:Uncaught (?:\(in promise\) )?)?(?:DOMException \[(\w+)\]|([A-Za-z_$][\w$]*(?:Error|Exception)|Error)(?: \[[\w-]+\])?): ?/;
const STACK = /\n[ \t]+at \S[\s\S]*$/;

/** Reads a pasted error: its class, its code or category prefix, and the message that is left. */
export function readErrorText(text: string): ErrorText {
  let rest = errorLines(text.trim());
  const code = CODE_PREFIX.exec(rest);
  if (code !== null)
    return { name: 'McpError', message: rest.slice(code[0].length), code: Number(code[1]), category: '' };
  // The text half of a tool error begins with "Error: " before the class or the category.
  if (/^Error: (?:ERROR:|\w+(?:Error|Exception): )/.test(rest)) rest = rest.slice('Error: '.length);
  const category = CATEGORY_PREFIX.exec(rest);
  if (category !== null) {
    return { name: '', message: rest.slice(category[0].length), code: null, category: category[1] ?? '' };
  }
  const name = CLASS_PREFIX.exec(rest);
  if (name === null) return { name: '', message: rest, code: null, category: '' };
  return { name: name[1] ?? name[2] ?? '', message: rest.slice(name[0].length), code: null, category: '' };
}

/** The error's own lines: without its stack, and without the source line that Node prints above it. */
function errorLines(text: string): string {
  const own = text.replace(STACK, '');
  if (own === text) return text;
  const lines = own.split('\n');
  const first = lines.findIndex((line) => CLASS_PREFIX.test(line));
  return first < 0 ? own : lines.slice(first).join('\n');
}

/** Whether the same call may be sent again. */
export type ClassRetry = {
  readonly safety: 'wait' | 'refresh' | 'change' | 'never' | 'unknown';
  /** One sentence for the screen. */
  readonly sentence: string;
};

const SENTENCES: Record<ClassRetry['safety'], string> = {
  wait: 'The same call may succeed later. Wait, then send it again; mind that the first one may have done its work.',
  refresh: 'Read the current state first, then decide whether to send the call again.',
  change: 'The same call will fail again. Change the arguments first.',
  never: 'Sending the call again will not help. A person must act first.',
  unknown: 'Nothing says whether a retry is safe. Read the message.',
};

/** What mcp-ts-core's codes say about a retry; names as in its vocabulary. */
const BY_NAME: Record<string, ClassRetry['safety']> = {
  RateLimited: 'wait',
  Timeout: 'wait',
  ServiceUnavailable: 'wait',
  Conflict: 'refresh',
  NotFound: 'change',
  InvalidParams: 'change',
  InvalidRequest: 'change',
  ValidationError: 'change',
  ParseError: 'change',
  MethodNotFound: 'change',
  Unauthorized: 'never',
  Forbidden: 'never',
  ConfigurationError: 'never',
  InitializationFailed: 'never',
};

/** The words of a category prefix, most telling first. */
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

/** What mcp-ts-core's codes say about a retry; `unknown` for any other number. */
export function frameworkRetry(code: number): ClassRetry['safety'] {
  return BY_NAME[nameOfCode(code)] ?? 'unknown';
}

/** The advice for a code of mcp-ts-core, by its name. */
function retryAdvice(codeName: string): ClassRetry {
  const safety = BY_NAME[codeName] ?? 'unknown';
  return { safety, sentence: SENTENCES[safety] };
}

/** The code name that a category such as "RATE_LIMIT" stands for, or undefined for an unknown word. */
function categoryCodeName(category: string): string | undefined {
  return BY_CATEGORY.find(([words]) => words.test(category))?.[1];
}
