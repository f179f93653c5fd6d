import type { KeyboardEvent } from 'react';
import type { ComparisonSummary } from '../../../app/compare/held-comparison.ts';
import { readMore, useCompare } from '../../state/compare/compare-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './compare.module.css';
import { ComparedItem } from './compared-item.tsx';

/** The rows of a comparison; arrow keys go from one to the next, Enter opens one. */
export function ComparedList({ summary }: { readonly summary: ComparisonSummary }) {
  const { rows, shown, left, right, busy } = useCompare();
  const sessions = useScreen((state) => state.sessions);
  const infoOf = (session: string | undefined) => sessions.find((info) => info.session === session);
  const [before, after] = [infoOf(left?.session), infoOf(right?.session)];
  const total = shown.reduce((sum, one) => sum + summary.counts[one], 0);
  if (before === undefined || after === undefined) return <p>One of the sessions was closed.</p>;
  return (
    <>
      {rows.length === 0 && !busy ? <p className={styles.none}>{emptyWords(summary, total)}</p> : null}
      <ul aria-label="Compared exchanges" className={styles.list} onKeyDown={moveByKeys}>
        {rows.map(({ number, row }) => (
          <ComparedItem key={number} number={number} row={row} left={before} right={after} />
        ))}
      </ul>
      {rows.length < total ? (
        <Button className={styles.more} onClick={() => void readMore()}>
          Show more: {rows.length.toLocaleString('en')} of {total.toLocaleString('en')} are listed
        </Button>
      ) : null}
    </>
  );
}

function emptyWords({ left, right }: ComparisonSummary, total: number): string {
  if (left + right === 0) return 'Neither side has an exchange here.';
  return total === 0 ? 'Nothing of this kind: both runs are the same here, noise aside.' : '';
}

function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = stepOf(event.key);
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-compared]')];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? heads.indexOf(activeElement) : -1;
  if (at < 0) return;
  event.preventDefault();
  heads[Math.min(Math.max(at + step, 0), heads.length - 1)]?.focus();
}

function stepOf(key: string): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return 1;
    case 'ArrowUp':
    case 'k':
      return -1;
    case 'Home':
      return Number.NEGATIVE_INFINITY;
    case 'End':
      return Number.POSITIVE_INFINITY;
    default:
      return undefined;
  }
}
