import { useRef, useState } from 'react';
import { type ActionGroup, formatChord, modifierLabel } from '../../ui/controls/action.ts';
import { searchTest } from '../../ui/format/drawn-text.tsx';
import { DialogShell, kit, ScrollBox } from '../../ui/kit.tsx';
import { SearchField } from '../../ui/list/list-view.tsx';
import { ACTIONS } from '../keyboard/actions.ts';
import styles from './dialogs.module.css';

const GROUPS: readonly ActionGroup[] = [
  'Log',
  'Search',
  'Filters',
  'Tools',
  'Replay',
  'Sessions',
  'View',
  'Help',
];

type OwnKeys = readonly (readonly [keys: readonly string[], title: string])[];

/** The keys that a focused part of the screen handles itself. */
function ownKeys(): { readonly [Group in ActionGroup]?: OwnKeys } {
  return {
    Log: [
      [['↑', '↓'], 'Row by row'],
      [['PgUp', 'PgDn'], 'Page by page'],
      [['Home', 'End'], 'First and last row'],
      [['→', '←'], 'Open and close what belongs to a call or is folded'],
      [['Enter'], 'To the inspector, which explains the row'],
      [['Shift F10'], 'Menu of the row, as by the menu key'],
      [['Esc'], 'Select nothing'],
    ],
    Search: [
      [['Enter'], 'Next match, in the search field'],
      [['Shift Enter'], 'Previous match, in the search field'],
      [['Esc'], 'Close the search'],
    ],
    Filters: [
      [['Shift ←', 'Shift →'], 'Confine the log to a time, on the strip'],
      [['↓', 'Tab'], 'Choose and take a completion'],
      [['Enter'], 'To the log'],
      [['Esc'], 'Empty the field, then to the log'],
    ],
    Tools: [[[`${modifierLabel()} Enter`], 'Send the form, the raw line or the answer']],
    Sessions: [
      [['Delete'], 'Close the tab that has the focus'],
      [['Alt ↑', 'Alt ↓'], 'Move the saved server that has the focus'],
    ],
  };
}

/** Every key, from the table that the keyboard handler uses; a search filters by words or key. */
export function KeysDialog() {
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const groups = GROUPS.map((group) => ({ group, keys: keysOf(group, searchTest(search)) })).filter(
    ({ keys }) => keys.length > 0,
  );
  return (
    <DialogShell title="Keys" width={780} initialFocus={field}>
      <SearchField
        ref={field}
        className={styles.search}
        aria-label="Search the keys"
        placeholder="Search: what it does, or a key"
        value={search}
        onText={setSearch}
      />
      <ScrollBox className={styles.groups}>
        {groups.map(({ group, keys }) => (
          <section key={group}>
            <h3 className={kit.heading}>{group}</h3>
            <dl>
              {keys.map(({ title, keys: chords }) => (
                <div key={title}>
                  <dt>
                    {chords.map((chord) => (
                      <kbd key={chord}>{chord}</kbd>
                    ))}
                  </dt>
                  <dd>{title}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {groups.length === 0 ? <p className={kit.mute}>No key has these words.</p> : null}
      </ScrollBox>
    </DialogShell>
  );
}

function keysOf(group: ActionGroup, fits: (text: string) => boolean) {
  const table = ACTIONS.filter((action) => action.group === group).flatMap(({ title, key }) =>
    key === undefined ? [] : [{ title, keys: [formatChord(key)] }],
  );
  const own = (ownKeys()[group] ?? []).map(([keys, title]) => ({ title, keys }));
  return [...table, ...own].filter(({ title, keys }) => fits(`${group} ${title} ${keys.join(' ')}`));
}
