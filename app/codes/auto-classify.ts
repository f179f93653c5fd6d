import { catalogueEntries } from './catalogue.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { type ErrorText, readErrorText } from './error-text.ts';
import { categoryCodeName, type RetryAdvice, retryAdvice } from './retry-advice.ts';

/** The step of the resolution order that decides. */
export type ClassifyStep = 'own-code' | 'constructor' | 'provider' | 'common' | 'abort' | 'fallback';

/** A row of a table that matches the error. */
export type ClassifyRow = {
  readonly step: ClassifyStep;
  /** 1-based place in its table; 0 where the step has no table. */
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
  /** Judged by the category where there is one, else by the code. */
  readonly retry: RetryAdvice;
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

/** The framework's own name for a number, or the number where it has none. */
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
