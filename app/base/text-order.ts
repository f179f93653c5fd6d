/**
 * Compares texts by code units: the same on every machine, and without building a collator, which takes milliseconds.
 */
export function textOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
