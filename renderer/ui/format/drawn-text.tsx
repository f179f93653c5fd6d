import type { ReactNode } from 'react';
import { mayHideCharacters, textParts } from '../../../app/base/hidden-characters.ts';
import styles from './drawn-text.module.css';
import { foundStretches } from './search-terms.ts';

/**
 * A text from outside as it is drawn: characters that cannot be seen, or that turn the direction, have a small mark
 * with their number. Copying gives the true text.
 */
export function drawnText(text: string): ReactNode {
  if (!mayHideCharacters(text)) return text;
  return textParts(text).map((part, place) =>
    part.kind === 'seen' ? (
      part.text
    ) : (
      <span key={place} className={styles.hidden} data-code={`⟨${part.code}⟩`} title={part.name}>
        {part.char}
      </span>
    ),
  );
}

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
