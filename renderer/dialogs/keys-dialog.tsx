import { DialogShell } from '../controls/dialog-shell.tsx';
import { ACTIONS, type ActionGroup } from '../keyboard/actions.ts';
import { chordWords } from '../keyboard/key-chord.ts';
import styles from './keys-dialog.module.css';

const GROUPS: readonly ActionGroup[] = ['Log', 'Replay', 'Sessions', 'View', 'Help'];

/** What the log itself takes while it has the focus. */
const LOG_KEYS = [
  ['↑ ↓', 'Row by row'],
  ['PgUp PgDn', 'Page by page'],
  ['Home End', 'First and last row'],
  ['Enter', 'To the inspector'],
  ['Esc', 'Select nothing'],
] as const;

/** Every key, from the table that the keyboard reads. */
export function KeysDialog() {
  return (
    <DialogShell title="Keys" width={680}>
      <div className={styles.groups}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {ACTIONS.filter((action) => action.group === group && action.keys.length > 0).map((action) => (
                <Key key={action.title} keys={action.keys.map(chordWords)} title={action.title} />
              ))}
              {group === 'Log'
                ? LOG_KEYS.map(([keys, title]) => <Key key={title} keys={keys.split(' ')} title={title} />)
                : null}
            </dl>
          </section>
        ))}
      </div>
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
