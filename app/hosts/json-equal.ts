import { isJsonObject } from '../base/json-value.ts';

/** True where two plain JSON values say the same; the order of an object's members does not count. */
export function jsonEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => jsonEqual(item, other[index]));
  }
  if (isJsonObject(one) && isJsonObject(other)) {
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && jsonEqual(one[key], other[key]))
    );
  }
  return one === other;
}
