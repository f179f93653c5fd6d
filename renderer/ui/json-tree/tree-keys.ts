import type { TreeRow } from './tree-rows.ts';

/** What a key does in the tree (WAI-ARIA tree pattern). */
export type TreeAction =
  | { readonly kind: 'focus'; readonly key: string }
  | { readonly kind: 'toggle'; readonly key: string; readonly open: boolean }
  | { readonly kind: 'more'; readonly key: string }
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
      return row.branch ? { kind: 'toggle', key: row.key, open: !row.open } : NONE;
    default:
      return NONE;
  }
}

function focus(row: TreeRow | undefined): TreeAction {
  return row === undefined ? NONE : { kind: 'focus', key: row.key };
}
