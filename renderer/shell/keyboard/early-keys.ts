const held: KeyboardEvent[] = [];
const hold = (event: KeyboardEvent) => void held.push(event);

/** Stores the keys pressed before the actions are loaded. */
export function holdKeys(): void {
  window.addEventListener('keydown', hold);
}

/** The stored keys; stops storing. */
export function heldKeys(): readonly KeyboardEvent[] {
  window.removeEventListener('keydown', hold);
  return held.splice(0);
}
