/** Creates a part for each object on first use; the part lives as long as its object. */
export function perKey<Key extends object, Part>(make: (key: Key) => Part): (key: Key) => Part {
  const parts = new WeakMap<Key, { readonly part: Part }>();
  return (key) => {
    const known = parts.get(key) ?? { part: make(key) };
    parts.set(key, known);
    return known.part;
  };
}
