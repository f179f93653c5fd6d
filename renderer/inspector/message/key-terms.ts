import { filterTerm } from '../../../app/query/filter-term.ts';
import type { PathStep } from '../../ui/json-tree/json-shape.ts';

/** What a log can be filtered by so that it shows messages with the same value at this place; undefined for nothing. */
export function keyTerm(
  method: string,
  steps: readonly PathStep[],
  value: unknown,
): { readonly label: string; readonly term: string } | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value);
  switch (steps.join('.')) {
    case 'method':
      return { label: `Show only method ${text}`, term: filterTerm('method', text) };
    case 'id':
      return { label: `Show only id ${text}`, term: filterTerm('id', text) };
    case 'error.code':
      return { label: `Show only code ${text}`, term: filterTerm('code', text) };
    case 'params.name':
      if (method !== 'tools/call') return undefined;
      return { label: `Show only tool ${text}`, term: filterTerm('tool', text) };
    default:
      return undefined;
  }
}

const MAX_SOUGHT = 200;

/** The text of a place as it stands in a line, for a search of whole records: the key, and a short value. */
export function soughtTexts(steps: readonly PathStep[], value: unknown): { key?: string; value?: string } {
  const key = steps.findLast((step) => typeof step === 'string');
  const isScalar = typeof value === 'string' || typeof value === 'number';
  const text = isScalar && value !== '' ? JSON.stringify(value) : '';
  return {
    ...(key === undefined ? {} : { key: JSON.stringify(key) }),
    ...(text === '' || text.length > MAX_SOUGHT ? {} : { value: text }),
  };
}
