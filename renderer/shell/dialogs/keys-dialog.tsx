import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { DialogShell } from '../../ui/controls/dialog-shell.tsx';
import type { ActionGroup } from '../../ui/keyboard/action.ts';
import { chordWords, modWord } from '../../ui/keyboard/key-chord.ts';
import { ACTIONS } from '../keyboard/actions.ts';
import styles from './keys-dialog.module.css';

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

/** What a part of the screen takes by itself while it has the focus. */
function ownKeys(): { readonly [Group in ActionGroup]?: OwnKeys } {
  return {
    Log: [
      [['↑', '↓'], 'Row by row'],
      [['PgUp', 'PgDn'], 'Page by page'],
      [['Home', 'End'], 'First and last row'],
      [['Enter'], 'To the inspector'],
      [['Esc'], 'Select nothing'],
    ],
    Search: [
      [['Enter'], 'Next match, in the search field'],
      [['Shift Enter'], 'Previous match, in the search field'],
      [['Esc'], 'Close the search'],
    ],
    Filters: [
      [['↓', 'Tab'], 'Choose and take a completion'],
      [['Enter'], 'To the log'],
      [['Esc'], 'Empty the field, then to the log'],
    ],
    Tools: [[[`${modWord()} Enter`], 'Send the form, the raw line or the answer']],
    Sessions: [
      [['Delete'], 'Close the tab that has the focus'],
      [['Alt ↑', 'Alt ↓'], 'Move the saved server that has the focus'],
    ],
  };
}

/** Every key, from the table that the keyboard reads. */
export function KeysDialog() {
  const own = ownKeys();
  return (
    <DialogShell title="Keys" width={780}>
      <ScrollBox className={styles.groups}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {ACTIONS.filter((action) => action.group === group && action.keys.length > 0).map((action) => (
                <Key key={action.title} keys={action.keys.map(chordWords)} title={action.title} />
              ))}
              {(own[group] ?? []).map(([keys, title]) => (
                <Key key={title} keys={keys} title={title} />
              ))}
            </dl>
          </section>
        ))}
      </ScrollBox>
    </DialogShell>
  );
}

function Key({ keys, title }: { readonly keys: readonly string[]; readonly title: string }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{title}</dd>
    </div>
  );
}
