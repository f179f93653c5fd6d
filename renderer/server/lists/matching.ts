/** An entry of a list with a name and a description. */
type Named = {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly uri?: string | undefined;
};

/** Items whose name, title, address or description holds every term of the query. */
export function matching<Item extends Named>(items: readonly Item[], query: string): readonly Item[] {
  const terms = query
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
  if (terms.length === 0) return items;
  return items.filter(({ name, title = '', description = '', uri = '' }) => {
    const text = `${name} ${title} ${uri} ${description}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  });
}
