import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { counted, secondText } from '../format/quantity-text.ts';
import styles from './charts.module.css';

type Span = { readonly from: number; readonly to: number };

type Props = {
  /** The count in each bin; an empty bin cannot be selected. */
  readonly counts: readonly number[];
  /** From the first bin to the last, in milliseconds since 1970. */
  readonly span: Span;
  readonly width: number;
  readonly height: number;
  readonly label: string;
  readonly noun: string;
  readonly onChoose: (span: Span) => void;
  readonly children: ReactNode;
};

/** How far a click may miss a bin, in pixels. */
const REACH = 5;

/** A chart over time with selectable bins: by click, or by arrow keys and Enter. One Tab stop. */
export function TimeBins({ counts, span, width, height, label, noun, onChoose, children }: Props) {
  const [at, setAt] = useState<number | undefined>();
  const step = width / Math.max(counts.length, 1);
  const first = fartherBin(counts, -1, 1);
  if (first === undefined) return <span className={styles.bins}>{children}</span>;
  const binOf = (event: MouseEvent<HTMLElement>): number | undefined =>
    nearestBin(
      counts,
      (event.clientX - event.currentTarget.getBoundingClientRect().left) / step,
      REACH / step,
    );
  const shown = at ?? first;
  const textOf = (bin: number): string => {
    const { from, to } = spanOf(bin, counts.length, span);
    return `${counted(counts[bin] ?? 0, noun)}, ${secondText(from)} to ${secondText(to)}`;
  };
  const choose = (bin: number) => onChoose(spanOf(bin, counts.length, span));
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = KEYS[event.key]?.(counts, shown);
    if (next !== undefined) setAt(next);
    else if (event.key === 'Enter' || event.key === ' ') choose(shown);
    else if (!(event.key in KEYS)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span
      className={styles.bins}
      role="slider"
      tabIndex={0}
      aria-label={`${label}: arrows choose a time, Enter shows its rows`}
      aria-valuemin={0}
      aria-valuemax={counts.length - 1}
      aria-valuenow={shown}
      aria-valuetext={textOf(shown)}
      title={at === undefined ? undefined : `${textOf(at)}: show in the log`}
      style={{ width, height }}
      onMouseMove={(event) => setAt(binOf(event))}
      onMouseLeave={() => setAt(undefined)}
      onClick={(event) => {
        const bin = binOf(event);
        if (bin !== undefined) choose(bin);
      }}
      onKeyDown={key}
    >
      {children}
      <span
        className={styles.bin}
        data-shown={at !== undefined}
        style={{ left: shown * step, width: Math.max(step, 2) }}
      />
    </span>
  );
}

function spanOf(bin: number, bins: number, { from, to }: Span): Span {
  const width = Math.max(to - from, 1) / bins;
  return { from: from + bin * width, to: from + (bin + 1) * width };
}

const KEYS: Readonly<Record<string, (counts: readonly number[], at: number) => number | undefined>> = {
  ArrowLeft: (counts, at) => fartherBin(counts, at, -1),
  ArrowRight: (counts, at) => fartherBin(counts, at, 1),
  Home: (counts) => fartherBin(counts, -1, 1),
  End: (counts) => fartherBin(counts, counts.length, -1),
};

/** The next nonempty bin from `at` in a direction; undefined if there is none. */
export function fartherBin(counts: readonly number[], at: number, step: 1 | -1): number | undefined {
  for (let bin = at + step; bin >= 0 && bin < counts.length; bin += step) {
    if ((counts[bin] ?? 0) > 0) return bin;
  }
  return undefined;
}

/** The nonempty bin nearest to a position, in bins; undefined beyond `reach` bins. */
export function nearestBin(counts: readonly number[], place: number, reach: number): number | undefined {
  let best: number | undefined;
  let least = Math.max(reach, 0.5) + 1e-9;
  for (const [bin, count] of counts.entries()) {
    const away = Math.abs(place - bin - 0.5);
    if (count === 0 || away > least) continue;
    least = away;
    best = bin;
  }
  return best;
}
