import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { pathText } from './json-path.ts';
import styles from './json-tree.module.css';
import { treeAction } from './tree-keys.ts';
import { TreeLine } from './tree-line.tsx';
import { markOf } from './tree-marks.ts';
import { initialTreeState, toggled, treeRows, withMore } from './tree-rows.ts';

type Props = {
  readonly value: unknown;
  /** The accessible name of the tree. */
  readonly label: string;
  /** What is wrong at a place, by its `pathKey`; a closed branch says how many places it hides. */
  readonly marks?: ReadonlyMap<string, string>;
};

/**
 * A JSON value as a tree that opens lazily: only visible rows exist, long lists come in pages of 100,
 * long strings in steps. Arrow keys walk it, Enter opens, Ctrl+C copies the value of the focused row.
 * Give it another `key` to show another value with a fresh state.
 */
export function JsonTree({ value, label, marks = NO_MARKS }: Props) {
  const [state, setState] = useState(() => initialTreeState(value));
  const [active, setActive] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(value, state), [value, state]);
  const activeIndex = Math.max(
    0,
    rows.findIndex((row) => row.key === active),
  );

  const focusRow = (key: string) => {
    setActive(key);
    const index = rows.findIndex((row) => row.key === key);
    const element = list.current?.children[index];
    if (element instanceof HTMLElement) element.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const onButton = event.target instanceof HTMLButtonElement;
    if (onButton && (event.key === 'Enter' || event.key === ' ')) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'c') {
      copyActive();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = treeAction(rows, activeIndex, event.key);
    if (action.kind === 'none') return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === 'focus') focusRow(action.key);
    else if (action.kind === 'more') setState(withMore(state, action.key));
    else setState(toggled(state, action.key, action.open));
  };

  const copyActive = () => {
    const row = rows[activeIndex];
    if (row?.kind !== 'value' || window.getSelection()?.isCollapsed === false) return;
    void navigator.clipboard.writeText(valueText(row.value));
  };

  return (
    <div ref={list} role="tree" aria-label={label} className={styles.tree} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <TreeLine
          key={row.key}
          row={row}
          mark={markOf(row, marks)}
          focusable={index === activeIndex}
          onFocus={() => setActive(row.key)}
          onToggle={(open) => setState(toggled(state, row.key, open))}
          onMore={(of) => setState(withMore(state, of))}
          onCopyValue={(copied) => void navigator.clipboard.writeText(valueText(copied))}
          onCopyPath={(steps) => void navigator.clipboard.writeText(pathText(steps))}
        />
      ))}
    </div>
  );
}

const NO_MARKS: ReadonlyMap<string, string> = new Map();

/** A string as itself, everything else as JSON. */
function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
