import type { ReactNode } from 'react';
import styles from './drawn-text.module.css';
import { drawnText } from './drawn-text.tsx';
import { foundStretches } from './search-terms.ts';

/** A text from outside as it is drawn, with the terms of a search marked. */
export function markedText(text: string, terms: readonly string[]): ReactNode {
  if (terms.length === 0) return drawnText(text);
  return foundStretches(text, terms).map((stretch, place) => {
    const key = `${place} ${stretch.text}`;
    const drawn = drawnText(stretch.text);
    return stretch.found ? (
      <mark key={key} className={styles.found}>
        {drawn}
      </mark>
    ) : (
      <span key={key}>{drawn}</span>
    );
  });
}
