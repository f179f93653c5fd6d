import type { ReactNode } from 'react';
import { mayHideCharacters, textParts } from '../../../app/base/hidden-characters.ts';
import styles from './drawn-text.module.css';

/** A text from outside as it is drawn: what cannot be seen has a mark. Copying gives the true text. */
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

/** The terms of a search, in lower case. */
export function searchTerms(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
}

/** True for the texts that hold every term of a search, in any case and order; an empty search fits all. */
export function searchTest(search: string): (text: string) => boolean {
  const terms = searchTerms(search);
  return (text) => {
    const lower = text.toLowerCase();
    return terms.every((term) => lower.includes(term));
  };
}

/** A stretch of a text, and whether it is a term of the search. */
export type Stretch = { readonly text: string; readonly found: boolean };

/** A text cut where the terms of a search begin and end. */
export function foundStretches(text: string, terms: readonly string[]): readonly Stretch[] {
  const lower = text.toLowerCase();
  // Lower case may have another length, and then its places are not those of the text.
  if (terms.length === 0 || lower.length !== text.length) return [{ text, found: false }];
  const stretches: Stretch[] = [];
  for (let from = 0; from < text.length; ) {
    const hits = terms
      .map((term) => ({ term, at: lower.indexOf(term, from) }))
      .filter(({ at }) => at >= 0)
      .toSorted((one, other) => one.at - other.at || other.term.length - one.term.length);
    const [hit] = hits;
    const until = hit?.at ?? text.length;
    if (until > from) stretches.push({ text: text.slice(from, until), found: false });
    if (hit !== undefined) stretches.push({ text: text.slice(until, until + hit.term.length), found: true });
    from = until + (hit?.term.length ?? 0);
  }
  return stretches;
}
