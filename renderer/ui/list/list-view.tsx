import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from '../kit.tsx';
import styles from './list.module.css';
import { Paged, type Pages } from './paged.tsx';
import { movedTo, type RovingLetters, useRovingFocus } from './roving-focus.ts';

/** Attributes of a row or a cell, `data-…` included. */
export type RowAttributes = {
  readonly className?: string | undefined;
  readonly title?: string | undefined;
} & {
  readonly [name: `data-${string}`]: string | number | boolean | undefined;
};

/** What makes a list a listbox: one Tab stop, on which the arrows, `j` and `k` choose. */
type Selection<Item> = {
  readonly chosen: string | undefined;
  readonly choose: (key: string) => void;
  /** What Enter and a double click do. */
  readonly open?: (item: Item) => void;
  /** True for the list that takes the keys when it appears and nothing else has them. */
  readonly takesFocus?: boolean;
};

type ListViewProps<Item> = {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string;
  readonly empty?: ReactNode;
  readonly className?: string | undefined;
  readonly row?: (item: Item, index: number) => RowAttributes;
  /** Pages, if somebody else decides how long the list is. */
  readonly pages?: Pages;
  readonly grows?: Grows;
  readonly selection?: Selection<Item>;
  /** The parts that are marked with `ROVING_ITEM` are one Tab stop; how letters move among them. */
  readonly roving?: RovingLetters;
  readonly children: (item: Item, index: number) => ReactNode;
};

/** The one list of the screen: rows below each other, with what the caller draws in each. */
export function ListView<Item>(props: ListViewProps<Item>) {
  const { items, empty, pages, grows } = props;
  if (items.length === 0) return typeof empty === 'string' ? <p className={styles.empty}>{empty}</p> : empty;
  if (grows !== undefined)
    return (
      <Growing items={items} grows={grows}>
        {(shown) => <Rows {...props} items={shown} from={0} />}
      </Growing>
    );
  if (pages === undefined) return <Rows {...props} from={0} />;
  return (
    <Paged items={items} {...pages}>
      {(shown, from) => <Rows {...props} items={shown} from={from} />}
    </Paged>
  );
}

type RowsProps<Item> = ListViewProps<Item> & { readonly from: number };

function Rows<Item>(props: RowsProps<Item>) {
  const { selection, roving } = props;
  if (selection !== undefined) return <OptionRows {...props} selection={selection} />;
  return roving === undefined ? <PlainRows {...props} /> : <RovingRows {...props} roving={roving} />;
}

function PlainRows<Item>({ list, ...props }: RowsProps<Item> & { readonly list?: ComponentProps<'ul'> }) {
  const { label, items, keyOf, className, row, from, children } = props;
  return (
    <ul aria-label={label} className={className} {...list}>
      {items.map((item, at) => (
        <li key={keyOf(item, from + at)} {...row?.(item, from + at)}>
          {children(item, from + at)}
        </li>
      ))}
    </ul>
  );
}

function RovingRows<Item>({ roving, ...props }: RowsProps<Item> & { readonly roving: RovingLetters }) {
  const list = useRef<HTMLUListElement>(null);
  return <PlainRows {...props} list={{ ref: list, ...useRovingFocus(list, roving) }} />;
}

function OptionRows<Item>(props: RowsProps<Item> & { readonly selection: Selection<Item> }) {
  const { label, items, keyOf, className = '', row, from, children } = props;
  const { chosen, choose, open, takesFocus = false } = props.selection;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const keys = items.map((item, at) => keyOf(item, from + at));
  const chosenAt = keys.indexOf(chosen ?? '');
  useEffect(() => {
    // Whoever types, or walks through the views, keeps the keys.
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
          {...row?.(item, from + at)}
          onClick={() => choose(keys[at] ?? '')}
          onDoubleClick={() => open?.(item)}
        >
          {children(item, from + at)}
        </div>
      ))}
    </div>
  );
}

/** How many items are drawn at first, and how many more each time that a button below is pressed. */
export type Grows = { readonly first: number; readonly step: number };

type GrowingProps<Item> = {
  readonly items: readonly Item[];
  readonly grows: Grows;
  readonly children: (shown: readonly Item[]) => ReactNode;
};

/** The first items, and a button below that shows more of them. */
export function Growing<Item>({ items, grows: { first, step }, children }: GrowingProps<Item>) {
  const [drawn, setDrawn] = useState(first);
  const left = items.length - drawn;
  return (
    <>
      {children(left > 0 ? items.slice(0, drawn) : items)}
      {left > 0 && (
        <Button size="small" className={styles.more} onClick={() => setDrawn(drawn + step)}>
          Show {Math.min(left, step).toLocaleString('en')} more of {items.length.toLocaleString('en')}
        </Button>
      )}
    </>
  );
}

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  readonly value: string;
  readonly onText: (text: string) => void;
};

/** The search box of a list. It needs an `aria-label`. */
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
