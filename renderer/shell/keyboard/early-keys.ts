const held: KeyboardEvent[] = [];
const hold = (event: KeyboardEvent) => void held.push(event);

export function holdKeys(): void {
  window.addEventListener('keydown', hold);
}

export function heldKeys(): readonly KeyboardEvent[] {
  window.removeEventListener('keydown', hold);
  return held.splice(0);
}
