import { type ReactNode, useEffect, useRef, useState } from 'react';
import { counted } from '../format/quantity-text.ts';
import { Button } from '../kit.tsx';
import styles from './list.module.css';

type Noun = {
  /** The noun for the entries: `row`, and `rows` if its plural is irregular. */
  readonly noun: string;
  readonly nouns?: string | undefined;
};

type PageBarProps = Noun & {
  /** From 0. */
  readonly page: number;
  /** The total number of entries, and the page size. */
  readonly of: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
};

/** Which entries out of how many are shown, with buttons for the others. */
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
    <fieldset className={styles.pages} aria-label={`Pages of the ${nouns}`}>
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
    </fieldset>
  );
}

export type Pages = Noun & {
  /** How many entries are rendered at once; expensive ones need smaller pages. */
  readonly size?: number;
  /** The index of an item to show: a change opens its page. */
  readonly shown?: number;
};

type Props<Item> = Pages & {
  readonly items: readonly Item[];
  /** Renders a slice of the items; `from` is the index of the first. */
  readonly children: (shown: readonly Item[], from: number) => ReactNode;
};

/**
 * A list of any length: short ones in full, long ones in pages with a bar above, which limits what is rendered at once.
 * Use another `key` for another list, or it opens at the previous list's page.
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

/** How many rows of a table or tree are laid out and painted within one frame. */
const ROWS_A_PICTURE = 30;

/** How many of `total` rows to render so far: a long new list takes several frames. */
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
