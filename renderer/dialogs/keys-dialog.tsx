import { ScrollBox } from '../content/scroll-box.tsx';
import { DialogShell } from '../controls/dialog-shell.tsx';
import { ACTIONS, type ActionGroup } from '../keyboard/actions.ts';
import { chordWords } from '../keyboard/key-chord.ts';
import styles from './keys-dialog.module.css';

const GROUPS: readonly ActionGroup[] = ['Log', 'Search', 'Filters', 'Replay', 'Sessions', 'View', 'Help'];

/** What the log itself takes while it has the focus. */
const LOG_KEYS = [
  ['↑ ↓', 'Row by row'],
  ['PgUp PgDn', 'Page by page'],
  ['Home End', 'First and last row'],
  ['Enter', 'To the inspector'],
  ['Esc', 'Select nothing'],
] as const;

/** What the find bar takes while it is typed into. */
const FIND_KEYS = [
  ['Enter', 'Next match'],
  ['Shift+Enter', 'Previous match'],
  ['Esc', 'Close the search'],
] as const;

/** What the filter field takes while it is typed into. */
const FILTER_KEYS = [
  ['↓ Tab', 'Choose and take a completion'],
  ['Enter', 'To the log'],
  ['Esc', 'Empty the field, then to the log'],
] as const;

const OWN_KEYS: { readonly [Group in ActionGroup]?: readonly (readonly [string, string])[] } = {
  Log: LOG_KEYS,
  Search: FIND_KEYS,
  Filters: FILTER_KEYS,
};

/** Every key, from the table that the keyboard reads. */
export function KeysDialog() {
  return (
    <DialogShell title="Keys" width={680}>
      <ScrollBox className={styles.groups}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {ACTIONS.filter((action) => action.group === group && action.keys.length > 0).map((action) => (
                <Key key={action.title} keys={action.keys.map(chordWords)} title={action.title} />
              ))}
              {(OWN_KEYS[group] ?? []).map(([keys, title]) => (
                <Key key={title} keys={keys.split(' ')} title={title} />
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
