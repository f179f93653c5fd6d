export type Excerpts = { readonly before: string; readonly after: string };

const LEAD = 30;
const LENGTH = 160;

/** Where two texts part: an excerpt of each, from a little before the first difference. Empty for an empty text. */
export function firstDifference(before: string, after: string): Excerpts {
  let place = 0;
  while (place < before.length && before[place] === after[place]) place += 1;
  const start = place <= LEAD ? 0 : place - LEAD;
  return { before: excerpt(before, start), after: excerpt(after, start) };
}

function excerpt(text: string, start: number): string {
  const end = start + LENGTH;
  const shown = text.slice(start, end).replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${start > 0 && text !== '' ? '…' : ''}${shown}${text.length > end ? '…' : ''}`;
}
