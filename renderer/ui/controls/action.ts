export type ActionGroup = 'Log' | 'Search' | 'Filters' | 'Tools' | 'Replay' | 'Sessions' | 'View' | 'Help';

/** An action of the user: the palette, the keys page and the keyboard handler read tables of these. */
export type Action = {
  readonly title: string;
  readonly detail?: string;
  readonly group: ActionGroup;
  readonly key?: KeyChord;
  readonly run: () => void;
  /** True if it ends a server or closes a tab. Such an action is never the first choice. */
  readonly ends?: boolean;
  /** While it returns false, the keys do nothing and the palette omits the action. */
  readonly when?: () => boolean;
};

/**
 * A key as in `KeyboardEvent.key`, with Ctrl (Cmd on a Mac) if `mod` is set. `shift` is for named keys such as F3: for
 * a character it is part of the key.
 */
type KeyChord = { readonly key: string; readonly mod?: boolean; readonly shift?: boolean };

/** Title, key (`f`, `Mod f`, `Shift F3`; empty for the palette only), effect, and condition. */
type ActionRow = readonly [title: string, key: string, run: () => void, when?: () => boolean];

/** The actions of a group from a table; `when` applies to those without their own condition. */
export function actionsOf(group: ActionGroup, rows: readonly ActionRow[], when?: () => boolean): Action[] {
  return rows.map(([title, key, run, own = when]) => ({
    group,
    title,
    run,
    ...(key === '' ? {} : { key: chordOf(key) }),
    ...(own === undefined ? {} : { when: own }),
  }));
}

function chordOf(text: string): KeyChord {
  const [key = '', ...modifiers] = text.split(' ').toReversed();
  return {
    key: key === 'Space' ? ' ' : key,
    ...(modifiers.includes('Mod') ? { mod: true } : {}),
    ...(modifiers.includes('Shift') ? { shift: true } : {}),
  };
}

const isMac = () => navigator.platform.startsWith('Mac');

/** The name of the modifier key on this machine. */
export function modifierLabel(): string {
  return isMac() ? '⌘' : 'Ctrl';
}

export function formatChord(chord: KeyChord): string {
  if (chord.key === ' ') return 'space';
  const key = chord.mod === true ? chord.key.toUpperCase() : chord.key;
  const shifted = chord.shift === true ? `Shift ${key}` : key;
  return chord.mod === true ? `${modifierLabel()} ${shifted}` : shifted;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** True if a key press is this chord; Shift is part of the key's name. */
export function matchesChord(press: KeyPress, chord: KeyChord): boolean {
  const mod = press.ctrlKey || press.metaKey;
  if (press.altKey || mod !== (chord.mod === true)) return false;
  if (chord.key.length > 1 && press.shiftKey !== (chord.shift === true)) return false;
  return mod ? press.key.toLowerCase() === chord.key : press.key === chord.key;
}
