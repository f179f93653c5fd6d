import type { ReactNode } from 'react';
import { mayHideCharacters, textParts } from '../../../app/base/hidden-characters.ts';
import styles from './drawn-text.module.css';

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
