import { isJsonObject } from '../../base/json-value.ts';

/** The shape of a JSON value as text: its members and types, whatever the values; the items of a list count once. */
export function valueShape(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(valueShape))].sort().join('|')}]`;
  if (!isJsonObject(value)) return value === null ? 'null' : typeof value;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${valueShape(value[key])}`);
  return `{${members.join(',')}}`;
}
