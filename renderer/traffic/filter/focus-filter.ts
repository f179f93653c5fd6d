export const FILTER_FIELD = 'filter-field';

/** Puts the caret into the filter field, with its text selected. */
export function focusFilter(): void {
  const field = document.getElementById(FILTER_FIELD);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
