/**
 * A parsed JSON value as text, for display.
 * Never throws: V8 parses any depth but runs out of stack when it writes thousands of levels back.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '(nested too deeply to show)';
  }
}
