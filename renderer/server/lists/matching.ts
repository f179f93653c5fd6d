/** An entry of a list with a name and a description. */
export type Named = {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly uri?: string | undefined;
};

/** Items whose name, title, address or description holds every word of the query. */
export function matching<Item extends Named>(items: readonly Item[], query: string): readonly Item[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return items;
  return items.filter(({ name, title = '', description = '', uri = '' }) => {
    const text = `${name} ${title} ${uri} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
