import type { JsonObject } from '../../../app/base/json-value.ts';
import { checkSchema } from '../../../app/schema/check-schema.ts';
import { type PathStep, pathKey } from '../../ui/json-tree/json-path.ts';

/** A place where structured content does not fit the tool's output schema. */
export type Misfit = { readonly steps: readonly PathStep[]; readonly message: string };

/** How structured content fits the output schema of its tool. */
export type OutputFit =
  | { readonly kind: 'no schema' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'fits' }
  | { readonly kind: 'misfits'; readonly misfits: readonly Misfit[]; readonly total: number };

/** Places that are marked; more are counted. */
const MOST_MARKED = 500;

/** Checks a value against a tool's output schema (MCP 2025-06-18, server/tools, "Output Schema"). */
export function outputFit(schema: JsonObject | undefined, value: unknown): OutputFit {
  if (schema === undefined) return { kind: 'no schema' };
  const checked = checkSchema(schema, value);
  if (checked.warnings.length === 0) {
    return checked.unread === '' ? { kind: 'fits' } : { kind: 'unreadable', reason: `${checked.unread}.` };
  }
  const misfits = checked.warnings.slice(0, MOST_MARKED).map(({ at, message }) => ({ steps: at, message }));
  return { kind: 'misfits', misfits, total: checked.warnings.length };
}

/** The misfits by the key of their place, for the tree and the table. */
export function marksOf(fit: OutputFit): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  if (fit.kind !== 'misfits') return marks;
  for (const { steps, message } of fit.misfits) {
    const key = pathKey(steps);
    const known = marks.get(key);
    marks.set(key, known === undefined ? message : `${known}; ${message}`);
  }
  return marks;
}

/** What the fit comes to, in one sentence; empty where there is nothing to fit. */
export function fitWords(fit: OutputFit, first: (steps: readonly PathStep[]) => string): string {
  switch (fit.kind) {
    case 'no schema':
      return '';
    case 'unreadable':
      return `The tool's output schema cannot be checked in full: ${fit.reason}`;
    case 'fits':
      return "Fits the tool's output schema.";
    case 'misfits': {
      const [worst] = fit.misfits;
      const where = worst === undefined ? '' : ` ${first(worst.steps)}: ${worst.message}`;
      const places = fit.total === 1 ? 'one place' : `${fit.total.toLocaleString('en')} places`;
      const marked = fit.total > fit.misfits.length ? ` The first ${fit.misfits.length} are marked.` : '';
      return `Does not fit the tool's output schema in ${places}.${where}.${marked} Clients that check it reject the result.`;
    }
  }
}
