import { Menu } from '@base-ui/react/menu';
import { type KeyboardEvent, type MouseEvent, memo, type RefObject, useMemo, useRef, useState } from 'react';
import { MenuItem, MenuLine, MenuPanel } from '../controls/menus.tsx';
import { NAME_CHARS, shortened } from '../format/quantity-text.ts';
import { Button } from '../kit.tsx';
import { useDrawnCount } from '../list/paged.tsx';
import { branchSummary, jsonShape, type PathStep } from './json-shape.ts';
import styles from './json-tree.module.css';
import { LongText } from './long-text.tsx';
import {
  initialTreeState,
  PAGE_SIZE,
  type TreeRow,
  type TreeState,
  toggled,
  treeAction,
  treeRows,
  useTreeCopies,
  type ValueRow,
  withMore,
} from './tree-rows.ts';

type Props = {
  readonly value: unknown;
  readonly label: string;
  /** The problem at a place, by its `pathKey`; a closed branch counts the places it hides. */
  readonly marks?: ReadonlyMap<string, string>;
  /** True if nothing opens automatically, as among many trees. */
  readonly folded?: boolean;
  /** The actions of a key's menu besides copying. */
  readonly keyActions?: KeyActions | undefined;
};

/**
 * A JSON value as a tree that opens lazily: only visible rows exist, long lists have pages of 100, long strings grow in
 * steps. Arrow keys move, Enter opens, Ctrl+C copies the value of the focused row. A click on a key, Enter on a leaf,
 * and the menu key open a menu. Use another `key` to show another value from its initial state.
 */
export function JsonTree({ value, label, marks = NO_MARKS, folded = false, keyActions }: Props) {
  const [state, setState] = useState(() => (folded ? CLOSED : initialTreeState(value)));
  const [active, setActive] = useState('');
  const { copyValue } = useTreeCopies();
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(value, state), [value, state]);
  const menu = useKeyMenu(list, rows, keyActions);
  const drawn = useDrawnCount(rows.length);
  const activeIndex = Math.max(
    0,
    rows.findIndex((row) => row.key === active),
  );

  const focusRow = (key: string) => {
    setActive(key);
    const element = list.current?.children[rows.findIndex((row) => row.key === key)];
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
    const pressed = event.key === 'F10' && event.shiftKey ? 'ContextMenu' : event.key;
    const action = treeAction(rows, activeIndex, pressed);
    if (action.kind === 'none') return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === 'menu') menu.open(activeIndex);
    else if (action.kind === 'focus') focusRow(action.key);
    else if (action.kind === 'more') setState(withMore(state, action.key));
    else setState(toggled(state, action.key, action.open));
  };

  const copyActive = () => {
    const row = rows[activeIndex];
    if (row?.kind === 'value' && window.getSelection()?.isCollapsed !== false) copyValue(row);
  };

  return (
    <>
      <div
        ref={list}
        role="tree"
        aria-label={label}
        className={styles.tree}
        onKeyDown={onKeyDown}
        onClick={menu.onClick}
      >
        {rows.slice(0, drawn).map((row, index) => (
          <TreeLine
            key={row.key}
            row={row}
            mark={markOf(row, marks)}
            focusable={index === activeIndex}
            onFocus={() => setActive(row.key)}
            onToggle={(open) => setState(toggled(state, row.key, open))}
            onMore={(of) => setState(withMore(state, of))}
          />
        ))}
      </div>
      {menu.drawn}
    </>
  );
}

const NO_MARKS: ReadonlyMap<string, string> = new Map();
const CLOSED: TreeState = new Map();
/**
 * The problem of a line of the tree. A line that hides places (closed, or the rest of a long list) counts them; a place
 * outside the value, such as a missing member, is reported at the object that lacks it.
 */
export function markOf(row: TreeRow, marks: ReadonlyMap<string, string>): string {
  if (marks.size === 0 || row.kind !== 'value') return '';
  const own = marks.get(row.key);
  const lacking = [...marks]
    .filter(([key]) => isLacking(row, key))
    .map(([key, text]) => `${lastStep(key)} ${text}`);
  const hidden = row.branch && !row.open ? hiddenUnder(row.key, marks) - lacking.length : 0;
  const notes = [...(own === undefined ? [] : [own]), ...lacking.slice(0, 4)];
  if (lacking.length > 4) notes.push(`${lacking.length - 4} more`);
  if (hidden > 0)
    notes.push(hidden === 1 ? '1 place inside does not fit' : `${hidden} places inside do not fit`);
  return notes.join('; ');
}

function isLacking(row: Extract<TreeRow, { kind: 'value' }>, key: string): boolean {
  if (!key.startsWith(`${row.key}/`) || key.indexOf('/', row.key.length + 1) >= 0) return false;
  const { value } = row;
  return typeof value === 'object' && value !== null && !Object.hasOwn(value, lastStep(key));
}

function hiddenUnder(key: string, marks: ReadonlyMap<string, string>): number {
  let count = 0;
  for (const place of marks.keys()) if (place.startsWith(`${key}/`)) count += 1;
  return count;
}

function lastStep(key: string): string {
  return key
    .slice(key.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

const STRING_CHARS = 400;

type TreeLineProps = {
  readonly row: TreeRow;
  /** The problem of the value or its children; empty for none. */
  readonly mark: string;
  readonly focusable: boolean;
  readonly onFocus: () => void;
  readonly onToggle: (open: boolean) => void;
  readonly onMore: (of: string) => void;
};

/** One line of the tree; rows are new objects only when something opened, closed or grew. */
const TreeLine = memo(
  TreeLineView,
  (before, after) =>
    before.row === after.row && before.mark === after.mark && before.focusable === after.focusable,
);

function TreeLineView({ row, mark, focusable, onFocus, onToggle, onMore }: TreeLineProps) {
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

function shownName(whole: string): string {
  const name = shortened(whole, NAME_CHARS);
  return /^[\w$-]+$/.test(name) ? name : JSON.stringify(name);
}

function Label({ row }: { readonly row: ValueRow }) {
  const last = row.steps.at(-1);
  if (last === undefined) return null;
  const name = typeof last === 'number' ? last : shownName(last);
  return (
    <>
      <span data-key="" className={typeof last === 'number' ? styles.index : styles.key}>
        {name}
      </span>
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

/** An additional action on a place in a value. */
export type KeyAction = { readonly label: string; readonly run: () => void };

/** The actions on a place besides copying. */
export type KeyActions = (steps: readonly PathStep[], value: unknown) => readonly KeyAction[];

type KeyMenuProps = {
  readonly row: ValueRow;
  readonly anchor: Element;
  readonly actions: KeyActions | undefined;
  readonly close: () => void;
};

/** The key menu of a tree: opened by a click on a key, or at a row. */
export function useKeyMenu(
  list: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  actions: KeyActions | undefined,
) {
  const [menu, setMenu] = useState<Pick<KeyMenuProps, 'row' | 'anchor'>>();
  const open = (index: number) => {
    const row = rows[index];
    const line = list.current?.children[index];
    if (row?.kind !== 'value' || line === undefined) return;
    setMenu({ row, anchor: line.querySelector('[data-key]') ?? line });
  };
  const onClick = (event: MouseEvent) => {
    const key = event.target instanceof Element ? event.target.closest('[data-key]') : null;
    const line = key?.closest('[role="treeitem"]') ?? null;
    if (line !== null && list.current !== null) open([...list.current.children].indexOf(line));
  };
  const close = () => setMenu(undefined);
  const drawn = menu === undefined ? null : <KeyMenu {...menu} actions={actions} close={close} />;
  return { open, onClick, drawn };
}

function KeyMenu({ row, anchor, actions, close }: KeyMenuProps) {
  const { copyPath, copyValue } = useTreeCopies();
  const more = actions?.(row.steps, row.value) ?? [];
  const line = anchor.closest<HTMLElement>('[role="treeitem"]');
  return (
    <Menu.Root open onOpenChange={(open) => !open && close()}>
      <MenuPanel anchor={anchor} align="start" finalFocus={() => line}>
        <MenuItem run={() => copyPath(row)}>Copy path</MenuItem>
        <MenuItem keys="Ctrl C" run={() => copyValue(row)}>
          Copy value
        </MenuItem>
        {more.length === 0 ? null : <MenuLine />}
        {more.map(({ label, run }) => (
          <MenuItem key={label} run={run}>
            {label}
          </MenuItem>
        ))}
      </MenuPanel>
    </Menu.Root>
  );
}
