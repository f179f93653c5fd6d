/** True for the texts that hold every term of a search, in any case and order; an empty search fits all. */
export function searchTest(search: string): (text: string) => boolean {
  const terms = search.toLowerCase().split(/\s+/);
  return (text) => {
    const lower = text.toLowerCase();
    return terms.every((term) => lower.includes(term));
  };
}
