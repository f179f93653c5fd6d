import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './list.module.css';
import { movedTo, type RovingLetters, useRovingFocus } from './roving-focus.ts';

/** Attributes of a row or a cell, `data-…` included. */
export type RowAttributes = {
  readonly className?: string | undefined;
  readonly title?: string | undefined;
} & {
  readonly [name: `data-${string}`]: string | number | boolean | undefined;
};

/** Makes a list a listbox: one Tab stop; the arrow keys, `j` and `k` select. */
type Selection<Item> = {
  readonly chosen: string | undefined;
  readonly choose: (key: string) => void;
  /** The effect of Enter and a double click. */
  readonly open?: (item: Item) => void;
  /** True for the list that takes the focus when it appears and nothing else has it. */
  readonly takesFocus?: boolean;
};

type ListViewProps<Item> = {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly empty?: ReactNode;
  readonly className?: string | undefined;
  readonly row?: (item: Item) => RowAttributes;
  readonly selection?: Selection<Item>;
  /** The parts marked with `ROVING_ITEM` are one Tab stop; how letters move among them. */
  readonly roving?: RovingLetters;
  readonly children: (item: Item) => ReactNode;
};

/** The only list component of the screen; the caller renders each row. */
export function ListView<Item>(props: ListViewProps<Item>) {
  const { items, empty, selection, roving } = props;
  if (items.length === 0) return typeof empty === 'string' ? <p className={styles.empty}>{empty}</p> : empty;
  if (selection !== undefined) return <OptionRows {...props} selection={selection} />;
  return roving === undefined ? <PlainRows {...props} /> : <RovingRows {...props} roving={roving} />;
}

type PlainRowsProps<Item> = ListViewProps<Item> & { readonly list?: ComponentProps<'ul'> };

function PlainRows<Item>({ list, label, items, keyOf, className, row, children }: PlainRowsProps<Item>) {
  return (
    <ul aria-label={label} className={className} {...list}>
      {items.map((item) => (
        <li key={keyOf(item)} {...row?.(item)}>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

function RovingRows<Item>({ roving, ...props }: ListViewProps<Item> & { readonly roving: RovingLetters }) {
  const list = useRef<HTMLUListElement>(null);
  return <PlainRows {...props} list={{ ref: list, ...useRovingFocus(list, roving) }} />;
}

function OptionRows<Item>(props: ListViewProps<Item> & { readonly selection: Selection<Item> }) {
  const { label, items, keyOf, className = '', row, children } = props;
  const { chosen, choose, open, takesFocus = false } = props.selection;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const keys = items.map(keyOf);
  const chosenAt = keys.indexOf(chosen ?? '');
  useEffect(() => {
    // A user who types, or switches between views, keeps the focus.
    if (takesFocus && document.activeElement === document.body) list.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    list.current?.children[chosenAt]?.scrollIntoView({ block: 'nearest' });
  }, [chosenAt]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedTo(event.key, chosenAt, items.length);
    const item = items[next ?? chosenAt];
    if (item === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (next !== undefined) choose(keys[next] ?? '');
    else if (event.key === 'Enter') open?.(item);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={chosenAt < 0 ? undefined : `${id}-${chosenAt}`}
      className={`${styles.options} ${className}`}
      onKeyDown={onKeyDown}
    >
      {items.map((item, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it chooses by keys
        <div
          key={keys[at]}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosenAt}
          {...row?.(item)}
          onClick={() => choose(keys[at] ?? '')}
          onDoubleClick={() => open?.(item)}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
}

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  readonly value: string;
  readonly onText: (text: string) => void;
};

/** The search box of a list. Needs an `aria-label`. */
export function SearchField({ onText, ...rest }: SearchFieldProps) {
  return (
    <input
      type="search"
      spellCheck={false}
      autoComplete="off"
      {...rest}
      onChange={(event) => onText(event.target.value)}
    />
  );
}
