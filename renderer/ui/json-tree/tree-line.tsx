import { memo } from 'react';
import { Button } from '../controls/button.tsx';
import type { PathStep } from './json-path.ts';
import { branchSummary, jsonShape } from './json-shape.ts';
import styles from './json-tree.module.css';
import { LongText } from './long-text.tsx';
import { PAGE_SIZE, type TreeRow } from './tree-rows.ts';

/** Characters of a string that show before it is asked for in full. */
const STRING_CHARS = 400;

type Props = {
  readonly row: TreeRow;
  /** What is wrong with the value, or inside it; empty for nothing. */
  readonly mark: string;
  readonly focusable: boolean;
  readonly onFocus: () => void;
  readonly onToggle: (open: boolean) => void;
  readonly onMore: (of: string) => void;
  readonly onCopyValue: (value: unknown) => void;
  readonly onCopyPath: (steps: readonly PathStep[]) => void;
};

type ValueRow = Extract<TreeRow, { kind: 'value' }>;

/** One line of the tree; rows are new objects only when something opened, closed or grew. */
export const TreeLine = memo(
  TreeLineView,
  (before, after) =>
    before.row === after.row && before.mark === after.mark && before.focusable === after.focusable,
);

function TreeLineView({ row, mark, focusable, onFocus, onToggle, onMore, onCopyValue, onCopyPath }: Props) {
  const indent = { paddingInlineStart: `${row.depth * 14 + 4}px` };
  if (row.kind === 'more') {
    const rest = row.total - row.shown;
    return (
      <div
        role="treeitem"
        aria-level={row.depth + 1}
        aria-selected={false}
        tabIndex={focusable ? 0 : -1}
        className={styles.line}
        style={indent}
        onFocus={onFocus}
      >
        <Button size="tiny" tabIndex={-1} className={styles.more} onClick={() => onMore(row.of)}>
          show {Math.min(rest, PAGE_SIZE)} more of {rest.toLocaleString('en')} not shown
        </Button>
      </div>
    );
  }
  return (
    <div
      role="treeitem"
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.branch ? row.open : undefined}
      aria-selected={focusable}
      tabIndex={focusable ? 0 : -1}
      className={styles.line}
      style={indent}
      onFocus={onFocus}
    >
      <Twisty row={row} onToggle={onToggle} />
      <Label row={row} />
      <Value row={row} />
      {mark !== '' && <span className={styles.mark}> ✗ {mark}</span>}
      <span className={styles.actions}>
        <Button size="tiny" tabIndex={-1} onClick={() => onCopyValue(row.value)}>
          copy value
        </Button>
        <Button size="tiny" tabIndex={-1} onClick={() => onCopyPath(row.steps)}>
          copy path
        </Button>
      </span>
    </div>
  );
}

function Twisty({ row, onToggle }: { readonly row: ValueRow; readonly onToggle: (open: boolean) => void }) {
  if (!row.branch) return <span className={styles.twisty} />;
  return (
    <Button
      look="bare"
      tabIndex={-1}
      aria-hidden="true"
      className={styles.twisty}
      onClick={() => onToggle(!row.open)}
    >
      <svg viewBox="0 0 10 10" className={row.open ? styles.open : undefined} aria-hidden="true">
        <path d="M3 1.5 7 5 3 8.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </Button>
  );
}

function Label({ row }: { readonly row: ValueRow }) {
  const last = row.steps.at(-1);
  if (last === undefined) return null;
  const name = typeof last === 'number' ? last : /^[\w$-]+$/.test(last) ? last : JSON.stringify(last);
  return (
    <>
      <span className={typeof last === 'number' ? styles.index : styles.key}>{name}</span>
      <span className={styles.colon}>: </span>
    </>
  );
}

function Value({ row }: { readonly row: ValueRow }) {
  const { value } = row;
  const shape = jsonShape(value);
  if (shape === 'object' || shape === 'array') {
    return <span className={styles.branch}>{branchSummary(value)}</span>;
  }
  if (typeof value === 'string') {
    return (
      <span className={styles.string}>
        <LongText text={JSON.stringify(value)} firstChars={STRING_CHARS} />
      </span>
    );
  }
  return <span className={shape === 'number' ? styles.number : styles.word}>{String(value)}</span>;
}
