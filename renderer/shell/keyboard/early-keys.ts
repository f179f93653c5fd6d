const held: KeyboardEvent[] = [];
const hold = (event: KeyboardEvent) => void held.push(event);

/** Keeps the keys that are pressed before the actions are there. */
export function holdKeys(): void {
  window.addEventListener('keydown', hold);
}

/** The keys that were kept; from now on none is. */
export function heldKeys(): readonly KeyboardEvent[] {
  window.removeEventListener('keydown', hold);
  return held.splice(0);
}
