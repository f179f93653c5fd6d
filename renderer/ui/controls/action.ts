export type ActionGroup = 'Log' | 'Search' | 'Filters' | 'Tools' | 'Replay' | 'Sessions' | 'View' | 'Help';

/** Something that a user can do: the palette, the keys page and the keyboard read tables of these. */
export type Action = {
  readonly title: string;
  readonly detail?: string;
  readonly group: ActionGroup;
  readonly key?: KeyChord;
  readonly run: () => void;
  /** True if it ends something: a server, or what a tab shows. Such an action is never the first of a choice. */
  readonly ends?: boolean;
  /** While it is false, the keys do nothing and the palette leaves the action out. */
  readonly when?: () => boolean;
};

/**
 * A key as `KeyboardEvent.key` names it, with Ctrl (Cmd on a Mac) if `mod` is set. `shift` is for keys with a
 * name, such as F3: in a character it is a part of the key.
 */
type KeyChord = { readonly key: string; readonly mod?: boolean; readonly shift?: boolean };

/** Its title, its key (`f`, `Mod f`, `Shift F3`; empty for the palette alone), what it does, and while what. */
type ActionRow = readonly [title: string, key: string, run: () => void, when?: () => boolean];

/** The actions of a group from a table; `when` is for those that name no condition of their own. */
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

/** What the modifier is called on this machine. */
export function modifierLabel(): string {
  return isMac() ? '⌘' : 'Ctrl';
}

/** The chord as it is shown. */
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
