/** Puts the caret where one types in a form: its first empty field, else its first field or link, else its button. */
export function focusForm(form: Element): void {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input, textarea, select, a[href]')];
  // What is folded away takes no focus.
  const open = fields.filter((field) => !field.disabled && field.checkVisibility());
  const field = open.find(({ value }) => value === '') ?? open[0];
  (field ?? form.querySelector<HTMLElement>('[type="submit"]'))?.focus();
  // As the Tab key does with a line of text: what is typed replaces it.
  if (field !== undefined && 'select' in field && !field.value.includes('\n')) field.select();
}
