import { type ReactNode, useEffect, useRef, useState } from 'react';
import { counted } from '../format/quantity-text.ts';
import { Button } from '../kit.tsx';
import styles from './list.module.css';

type Noun = {
  /** What the entries are: `row`, and `rows` where that is not its plural with an s. */
  readonly noun: string;
  readonly nouns?: string | undefined;
};

type PageBarProps = Noun & {
  /** From 0. */
  readonly page: number;
  /** How many entries there are, and how many a page has. */
  readonly of: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
};

/** Which entries are shown of how many, and the way to the others. */
export function PageBar({ page, of, size, noun, nouns = `${noun}s`, onPage }: PageBarProps) {
  const last = Math.max(0, Math.ceil(of / size) - 1);
  const first = page * size + 1;
  const to = Math.min(of, first + size - 1);
  const number = (value: number) => value.toLocaleString('en');
  if (last === 0) return <span className={styles.count}>{counted(of, noun, nouns)}</span>;
  const steps = [
    ['First', 0],
    ['Previous', page - 1],
    ['Next', page + 1],
    ['Last', last],
  ] as const;
  return (
    <nav className={styles.pages} aria-label={`Pages of the ${nouns}`}>
      <span className={styles.count} role="status">
        {size === 1 ? number(first) : `${number(first)} to ${number(to)}`} of {counted(of, noun, nouns)}
      </span>
      {steps.map(([label, target], at) => (
        <Button
          key={label}
          size="small"
          disabled={page === (at < 2 ? 0 : last)}
          onClick={() => onPage(target)}
        >
          {label}
        </Button>
      ))}
    </nav>
  );
}

export type Pages = Noun & {
  /** Entries that are drawn at once; dearer ones need smaller pages. */
  readonly size?: number;
  /** The place of an item that is to be shown: its page opens as it changes. */
  readonly shown?: number;
};

type Props<Item> = Pages & {
  readonly items: readonly Item[];
  /** Draws a part of the items; `from` is the place of its first one. */
  readonly children: (shown: readonly Item[], from: number) => ReactNode;
};

/**
 * A list whose length somebody else decides: a short one as it is, a long one in pages with a bar above, so that
 * what is drawn at once has a bound. Another list needs another `key`, or it opens at the page of the one before.
 */
export function Paged<Item>({ items, noun, nouns, size = 100, shown = 0, children }: Props<Item>) {
  const [chosen, setChosen] = useState(0);
  const [followed, setFollowed] = useState(0);
  const top = useRef<HTMLDivElement>(null);
  if (items.length <= size) return children(items, 0);
  if (followed !== shown && shown >= 0) {
    setFollowed(shown);
    setChosen(Math.floor(shown / size));
  }
  const page = Math.min(chosen, Math.ceil(items.length / size) - 1);
  const from = page * size;
  const turn = (to: number) => {
    setChosen(to);
    top.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div ref={top} className={styles.paged}>
      <PageBar page={page} of={items.length} size={size} noun={noun} nouns={nouns} onPage={turn} />
      {children(items.slice(from, from + size), from)}
    </div>
  );
}

/** This many rows of a table or a tree are laid out and painted within one picture. */
const ROWS_A_PICTURE = 30;

/** How many of `total` rows are to be drawn by now: a long new list comes over some pictures. */
export function useDrawnCount(total: number): number {
  const [drawn, setDrawn] = useState(total > ROWS_A_PICTURE ? ROWS_A_PICTURE : Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (drawn === Number.POSITIVE_INFINITY) return;
    const next = drawn + ROWS_A_PICTURE;
    const draw = () => setDrawn(next < total ? next : Number.POSITIVE_INFINITY);
    const picture = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(picture);
  }, [drawn, total]);
  return Math.min(drawn, total);
}
