/** Gives each object a part of its own, made when it is first needed, which lives as long as the object. */
export function perKey<Key extends object, Part>(make: (key: Key) => Part): (key: Key) => Part {
  const parts = new WeakMap<Key, { readonly part: Part }>();
  return (key) => {
    const known = parts.get(key) ?? { part: make(key) };
    parts.set(key, known);
    return known.part;
  };
}
