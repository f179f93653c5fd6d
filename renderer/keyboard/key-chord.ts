/** A key as `KeyboardEvent.key` names it, with Ctrl (Cmd on a Mac) where `mod` is set. */
export type KeyChord = { readonly key: string; readonly mod?: boolean };

const isMac = () => navigator.platform.startsWith('Mac');

/** What the modifier is called on this machine. */
export function modWord(): string {
  return isMac() ? '⌘' : 'Ctrl';
}

/** The chord as it is shown. */
export function chordWords(chord: KeyChord): string {
  if (chord.key === ' ') return 'space';
  const key = chord.mod === true ? chord.key.toUpperCase() : chord.key;
  return chord.mod === true ? `${modWord()} ${key}` : key;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** True where a key press is this chord; Shift is part of the key's name. */
export function matchesChord(press: KeyPress, chord: KeyChord): boolean {
  const mod = press.ctrlKey || press.metaKey;
  if (press.altKey || mod !== (chord.mod === true)) return false;
  return mod ? press.key.toLowerCase() === chord.key : press.key === chord.key;
}
