import type { ReactNode } from 'react';
import { mayHideCharacters, textParts } from '../../../app/base/hidden-characters.ts';
import styles from './drawn-text.module.css';

/** Foreign text for display: invisible characters get a mark. Copying gives the original text. */
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

/** A text that breaks neither options such as `--env`, nor a `--` alone, nor revisions such as 2025-11-25 after their hyphens. */
export function unbrokenText(text: string): ReactNode {
  return text.split(/((?<![\w-])-{1,2}[\w-]*|\d{4}-\d\d-\d\d)/).map((part, at) =>
    at % 2 === 0 ? (
      drawnText(part)
    ) : (
      <span className={styles.unbroken} key={at}>
        {part}
      </span>
    ),
  );
}

/** Foreign text for display, with search terms marked. */
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

/** True for texts that contain every term of a search, in any case and order; an empty search matches all. */
export function searchTest(search: string): (text: string) => boolean {
  const terms = searchTerms(search);
  return (text) => {
    const lower = text.toLowerCase();
    return terms.every((term) => lower.includes(term));
  };
}

/** A segment of a text, and whether it is a search term. */
export type Stretch = { readonly text: string; readonly found: boolean };

/** A text split at the boundaries of search terms. */
export function foundStretches(text: string, terms: readonly string[]): readonly Stretch[] {
  const lower = text.toLowerCase();
  // Lower-casing may change the length, and then positions no longer match the text.
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
