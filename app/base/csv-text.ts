import type { JsonObject } from './json-value.ts';

/** Formats records as RFC 4180 text. A cell that a spreadsheet would run as a formula gets a leading apostrophe. */
export function csvOf(records: readonly JsonObject[], names: readonly string[]): string {
  const lines = records.map((record) => names.map((name) => csvCell(record[name])).join(','));
  return [names.map(csvCell).join(','), ...lines].join('\r\n');
}

function csvCell(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value.replace(/^(?=[=+\-@\t\r])/, "'") : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
