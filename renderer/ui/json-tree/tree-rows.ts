import { isJsonObject, parseJson } from '../../../app/base/json-value.ts';
import { useCopyText } from '../controls/copy-button.tsx';
import { childCount, firstChildren, type PathStep, pathKey, pathText } from './json-shape.ts';

/** Children are shown in pages: a list of a million elements costs one page. */
export const PAGE_SIZE = 100;

/** How deep a new tree opens automatically, and how many rows that may create. */
const OPEN_DEPTH = 2;
const OPEN_ROWS = 200;

/** Open branches by key, with the number of children shown. */
export type TreeState = ReadonlyMap<string, number>;

/** A line of the tree: a value, or a button that shows more children of a branch. */
export type TreeRow =
  | {
      readonly kind: 'value';
      readonly key: string;
      readonly steps: readonly PathStep[];
      readonly depth: number;
      readonly value: unknown;
      /** True for a branch with children; `open` says whether they are shown. */
      readonly branch: boolean;
      readonly open: boolean;
      readonly position: number;
      readonly siblings: number;
    }
  | {
      readonly kind: 'more';
      readonly key: string;
      readonly of: string;
      readonly depth: number;
      readonly shown: number;
      readonly total: number;
    };

/** The initial state of a tree: open to depth 2, breadth first, up to 200 rows. */
export function initialTreeState(root: unknown): TreeState {
  const state = new Map<string, number>();
  let level: { steps: PathStep[]; value: unknown }[] = [{ steps: [], value: root }];
  let rows = 1;
  for (let depth = 0; depth < OPEN_DEPTH; depth += 1) {
    const next: typeof level = [];
    for (const { steps, value } of level) {
      const shown = Math.min(childCount(value), PAGE_SIZE);
      if (shown === 0 || rows + shown > OPEN_ROWS) continue;
      rows += shown;
      state.set(pathKey(steps), PAGE_SIZE);
      const numbered = Array.isArray(value);
      for (const child of firstChildren(value, shown)) {
        next.push({ steps: [...steps, numbered ? Number(child.key) : child.key], value: child.value });
      }
    }
    level = next;
  }
  return state;
}

/** The visible lines, from top to bottom. */
export function treeRows(root: unknown, state: TreeState): TreeRow[] {
  const rows: TreeRow[] = [];
  addRows(rows, state, root, [], 1, 1);
  return rows;
}

export function toggled(state: TreeState, key: string, open: boolean): TreeState {
  const next = new Map(state);
  if (open) next.set(key, PAGE_SIZE);
  else next.delete(key);
  return next;
}

/** Shows one more page of a branch's children. */
export function withMore(state: TreeState, key: string): TreeState {
  return new Map(state).set(key, (state.get(key) ?? 0) + PAGE_SIZE);
}

function addRows(
  rows: TreeRow[],
  state: TreeState,
  value: unknown,
  steps: readonly PathStep[],
  position: number,
  siblings: number,
): void {
  const key = pathKey(steps);
  const total = childCount(value);
  const shown = total === 0 ? undefined : state.get(key);
  const depth = steps.length;
  rows.push({
    kind: 'value',
    key,
    steps,
    depth,
    value,
    branch: total > 0,
    open: shown !== undefined,
    position,
    siblings,
  });
  if (shown === undefined) return;
  const numbered = Array.isArray(value);
  firstChildren(value, shown).forEach((child, index) => {
    addRows(rows, state, child.value, [...steps, numbered ? index : child.key], index + 1, total);
  });
  if (shown < total) rows.push({ kind: 'more', key: `${key}/…`, of: key, depth: depth + 1, shown, total });
}

/** The effect of a key in the tree (WAI-ARIA tree pattern). */
type TreeAction =
  | { readonly kind: 'focus'; readonly key: string }
  | { readonly kind: 'toggle'; readonly key: string; readonly open: boolean }
  | { readonly kind: 'more'; readonly key: string }
  | { readonly kind: 'menu' }
  | { readonly kind: 'none' };

const NONE: TreeAction = { kind: 'none' };

/** The action of a key while the row at `index` has the focus. */
export function treeAction(rows: readonly TreeRow[], index: number, pressed: string): TreeAction {
  const row = rows[index];
  if (row === undefined) return NONE;
  switch (pressed) {
    case 'ArrowDown':
      return focus(rows[index + 1]);
    case 'ArrowUp':
      return focus(rows[index - 1]);
    case 'Home':
      return focus(rows[0]);
    case 'End':
      return focus(rows.at(-1));
    case 'ArrowRight':
      if (row.kind !== 'value' || !row.branch) return NONE;
      return row.open ? focus(rows[index + 1]) : { kind: 'toggle', key: row.key, open: true };
    case 'ArrowLeft':
      if (row.kind === 'value' && row.open) return { kind: 'toggle', key: row.key, open: false };
      return focus(rows.slice(0, index).findLast((other) => other.depth < row.depth));
    case 'Enter':
    case ' ':
      if (row.kind === 'more') return { kind: 'more', key: row.of };
      return row.branch ? { kind: 'toggle', key: row.key, open: !row.open } : { kind: 'menu' };
    case 'ContextMenu':
      return { kind: 'menu' };
    default:
      return NONE;
  }
}

function focus(row: TreeRow | undefined): TreeAction {
  return row === undefined ? NONE : { kind: 'focus', key: row.key };
}

export type ValueRow = Extract<TreeRow, { kind: 'value' }>;

/** Copies what a row of a tree shows: its value with secrets redacted, or its path. */
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

/** The value as JSON under the nearest name, which may mark it as a secret. */
function namedText({ steps, value }: ValueRow): string {
  const name = steps.findLast((step) => typeof step === 'string') ?? '';
  return JSON.stringify({ [name]: value });
}

function valueText(named: string): string {
  const whole = parseJson(named);
  const [value] = isJsonObject(whole) ? Object.values(whole) : [];
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
