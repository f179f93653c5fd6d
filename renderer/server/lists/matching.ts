import { searchTest } from '../../ui/format/search-terms.ts';

/** An entry of a list with a name and a description. */
type Named = {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly uri?: string | undefined;
};

/** Items whose name, title, address or description holds every term of the query. */
export function matching<Item extends Named>(items: readonly Item[], query: string): readonly Item[] {
  if (query.trim() === '') return items;
  const fits = searchTest(query);
  return items.filter(({ name, title = '', description = '', uri = '' }) =>
    fits(`${name} ${title} ${uri} ${description}`),
  );
}

/** Characters of a description before the first term. */
const BEFORE_CHARS = 24;
const SNIPPET_CHARS = 160;

/**
 * What stands below the name of an entry: while it is searched, the place of its description that was found, if its
 * name and title do not show why it was; else its title, if that says more than the name.
 */
export function secondLine(item: Named, terms: readonly string[]): string | undefined {
  const title = item.title !== undefined && saysMore(item.title, item.name) ? item.title : undefined;
  const shown = `${item.name} ${title ?? ''}`.toLowerCase();
  const { description = '' } = item;
  const lower = description.toLowerCase();
  const hidden = terms.find((term) => !shown.includes(term) && lower.includes(term));
  if (hidden === undefined) return title;
  const at = lower.indexOf(hidden);
  const from = at <= BEFORE_CHARS ? 0 : at - BEFORE_CHARS;
  const before = description.slice(from, at);
  // Cut between words, if there are any.
  const start = from === 0 ? before : `…${before.replace(/^\S*\s+/, '')}`;
  return (start + description.slice(at, at + SNIPPET_CHARS)).replace(/\s+/g, ' ');
}

/** False for a title that is the name in other letters, such as `Get Sum Tool` for `get-sum`. */
function saysMore(title: string, name: string): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const own = letters(title);
  return own !== '' && own !== letters(name) && own !== `${letters(name)}tool`;
}
