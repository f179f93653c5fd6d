import { useContext } from 'react';
import { RootsEditor } from '../../ui/roots/roots-editor.tsx';
import { AnswersFieldsContext } from './answers-fields.ts';
import { CapabilityFields } from './capability-fields.tsx';
import { EraFields } from './era-fields.tsx';
import styles from './session-settings.module.css';
import type { SettingsFieldsProps } from './settings-draft.ts';
import { TimeoutFields } from './timeout-fields.tsx';
import { WatchFields } from './watch-fields.tsx';

/** Everything that a user can set for a session, a profile, or a session to be. */
export function SettingsFields(props: SettingsFieldsProps) {
  const AnswersFields = useContext(AnswersFieldsContext);
  return (
    <div className={styles.fields}>
      <fieldset className={styles.section}>
        <legend>
          Protocol <span className={styles.when}>from the next start on</span>
        </legend>
        <div className={styles.two}>
          <EraFields {...props} />
        </div>
      </fieldset>
      <TimeoutFields {...props} />
      <CapabilityFields {...props} />
      {AnswersFields !== undefined && (
        <AnswersFields answers={props.draft.answers} onChange={(answers) => props.change({ answers })} />
      )}
      <RootsEditor roots={props.draft.roots} onChange={(roots) => props.change({ roots: [...roots] })} />
      <WatchFields {...props} />
    </div>
  );
}
