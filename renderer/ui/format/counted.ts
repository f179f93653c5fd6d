/** A number with the noun that it counts: `1 row`, `2,000 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** A text of at most so many characters, with a sign if more were cut off. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

const MAX_LISTED = 50;
/** Of a name in one line: no place is wider, and a megabyte of it would stop the page. */
export const NAME_CHARS = 200;

/** The names of a list in one line; of a long one the first, and how many more there are. */
export function joinedList(names: readonly string[], separator = ', '): string {
  const more = names.length - MAX_LISTED;
  const listed = names.slice(0, MAX_LISTED).map((name) => shortened(name, NAME_CHARS));
  if (more <= 0) return listed.join(separator);
  return `${listed.join(separator)} and ${more.toLocaleString('en')} more`;
}

/** A number of bytes for reading: `131 B`, `3.1 kB`, `5.2 MB` (powers of 1000). */
export function byteSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
