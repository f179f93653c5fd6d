/** Gives the keys to the log. */
export function focusLog(): void {
  document.querySelector<HTMLElement>('[role="grid"][aria-label="Frame log"]')?.focus();
}
