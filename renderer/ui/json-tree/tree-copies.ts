import { isJsonObject, parseJson } from '../../../app/base/json-value.ts';
import { useCopyText } from '../controls/copy-button.tsx';
import { pathText } from './json-shape.ts';
import type { TreeRow } from './tree-rows.ts';

export type ValueRow = Extract<TreeRow, { kind: 'value' }>;

/** Copies what a row of a tree shows: its value, a secret only as such, or the path to it. */
export function useTreeCopies(): {
  readonly copyValue: (row: ValueRow) => void;
  readonly copyPath: (row: ValueRow) => void;
} {
  const copyText = useCopyText();
  return {
    copyValue: (row) => void copyText(namedText(row), { done: 'Copied the value', form: valueText }),
    copyPath: ({ steps }) => void copyText(pathText(steps), { done: 'Copied the path' }),
  };
}

/** The value as JSON below the nearest name, which may say that it is a secret. */
function namedText({ steps, value }: ValueRow): string {
  const name = steps.findLast((step) => typeof step === 'string') ?? '';
  return JSON.stringify({ [name]: value });
}

/** The value of a named text: a string as itself, everything else as JSON. */
function valueText(named: string): string {
  const whole = parseJson(named);
  const [value] = isJsonObject(whole) ? Object.values(whole) : [];
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
