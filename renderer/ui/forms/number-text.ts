const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The value that was typed into a number's field: a number where it is one in JSON, else the text itself,
 * which is wrong and can be sent as such. Empty text leaves the member out (undefined).
 */
export function readNumberText(text: string): number | string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  return JSON_NUMBER.test(typed) ? Number(typed) : text;
}

/** True where a number's field can show the value: a text that reads as a number is not the number. */
export function isNumberText(value: unknown): value is number | string {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value.trim() !== '' && !JSON_NUMBER.test(value.trim());
}
