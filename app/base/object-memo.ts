/**
 * A function that works out its value for an object once, and keeps it as long as the object lives. `values` has what
 * is known already.
 */
export function onceForEach<Key extends object, Value extends object | boolean | number | string>(
  work: (key: Key) => Value,
  values = new WeakMap<Key, Value>(),
): (key: Key) => Value {
  return (key) => {
    const kept = values.get(key);
    if (kept !== undefined) return kept;
    const value = work(key);
    values.set(key, value);
    return value;
  };
}
