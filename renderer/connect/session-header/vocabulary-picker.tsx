import { useId } from 'react';
import type { Vocabulary } from '../../../app/codes/vocabularies.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { chooseVocabulary, useChosen } from '../../state/vocabulary/chosen-vocabulary.ts';
import { useOwn } from '../../state/vocabulary/own-vocabularies.ts';
import { choosable, serverKey } from '../../state/vocabulary/server-vocabulary.ts';
import styles from './vocabulary-chip.module.css';

const GROUPS: readonly (readonly [Vocabulary['family'], string])[] = [
  ['own', 'Your own'],
  ['framework', 'Frameworks'],
  ['sdk', 'SDKs'],
];

/** Sets by hand what this server speaks; kept for the next time that the same server is seen. */
export function VocabularyPicker({ info }: { readonly info: SessionInfo }) {
  const field = useId();
  const server = serverKey(info);
  const chosen = useChosen((state) => state[server] ?? '');
  const own = useOwn((state) => state.vocabularies);
  const all = choosable(own);
  return (
    <div className={styles.picker}>
      <label htmlFor={field}>Set by hand</label>
      <select id={field} value={chosen} onChange={(event) => chooseVocabulary(server, event.target.value)}>
        <option value="">as inferred</option>
        {GROUPS.map(([family, label]) => {
          const members = all.filter((vocabulary) => vocabulary.family === family);
          return members.length === 0 ? null : (
            <optgroup key={family} label={label}>
              {members.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          );
        })}
      </select>
      <p className={styles.note}>Remembered for this server, over restarts too.</p>
    </div>
  );
}
