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
