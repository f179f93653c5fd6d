import { DEFAULT_SETTINGS, settingsChanges } from '../../../app/protocol/session-settings.ts';
import styles from './session-settings.module.css';
import { SettingsFields } from './settings-fields.tsx';
import type { EditedSettings } from './use-settings-draft.ts';

/** The settings of a session to be, folded away behind what differs from the usual ones. */
export function FoldedSettings({ edited }: { readonly edited: EditedSettings }) {
  const { settings } = edited;
  const words = settings === undefined ? [] : settingsChanges(DEFAULT_SETTINGS, settings);
  const summary = settings === undefined ? 'a field cannot be used' : words.join('; ') || 'as usual';
  return (
    <details className={styles.folded}>
      <summary title={words.join('\n')}>
        <b>Era, time-outs, capabilities, watch, answers</b> <span>{summary}</span>
      </summary>
      <div>
        <SettingsFields {...edited} />
      </div>
    </details>
  );
}
