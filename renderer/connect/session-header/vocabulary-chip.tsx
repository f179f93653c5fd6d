import { Popover } from '@base-ui/react/popover';
import { useId, useState } from 'react';
import type { Vocabulary } from '../../../app/codes/vocabularies.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { chooseVocabulary, useChosen } from '../../state/vocabulary/chosen-vocabulary.ts';
import { useOwn } from '../../state/vocabulary/own-vocabularies.ts';
import {
  choosable,
  type ServerVocabulary,
  type ShownVocabulary,
  serverKey,
} from '../../state/vocabulary/server-vocabulary.ts';
import { useServerVocabulary } from '../../state/vocabulary/use-server-vocabulary.ts';
import chip from '../../ui/controls/chip.module.css';
import { PopoverPanel } from '../../ui/controls/popover-panel.tsx';
import styles from './vocabulary-chip.module.css';
import { VocabularyEvidenceList } from './vocabulary-evidence.tsx';

/** What the server speaks and how sure that is; opens the evidence and the choice by hand. */
export function VocabularyChip({ info }: { readonly info: SessionInfo }) {
  const [open, setOpen] = useState(false);
  const speaks = useServerVocabulary(info);
  const close = () => setOpen(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={`${chip.chip} ${styles.chip}`}
        data-unknown={speaks.shown.length === 0}
        aria-label={chipName(speaks)}
        title={`${chipName(speaks)}: how sure, and why`}
      >
        {speaks.shown.length === 0 ? <span>unknown SDK</span> : null}
        {speaks.shown.map((layer, index) => (
          <span key={layer.id}>
            {index > 0 ? <i> on </i> : null}
            {layer.name} <Meter confidence={layer.confidence} /> <small>{sureness(layer)}</small>
          </span>
        ))}
      </Popover.Trigger>
      <PopoverPanel title="Whose vocabulary" className={styles.popup}>
        <Popover.Description className={styles.note}>
          Read from the traffic alone: nothing is ever sent to find out.
        </Popover.Description>
        <VocabularyEvidenceList info={info} shown={speaks.shown} onFollow={close} />
        <VocabularyPicker info={info} />
      </PopoverPanel>
    </Popover.Root>
  );
}

/** For the eye: how sure, as a bar. */
function Meter({ confidence }: { readonly confidence: number }) {
  return (
    <svg width="16" height="5" viewBox="0 0 16 5" aria-hidden="true">
      <rect width="16" height="5" rx="2.5" fill="currentColor" opacity="0.25" />
      <rect width={16 * confidence} height="5" rx="2.5" fill="currentColor" />
    </svg>
  );
}

function chipName({ shown }: ServerVocabulary): string {
  if (shown.length === 0) return 'Vocabulary: unknown SDK';
  return `Vocabulary: ${shown.map((layer) => `${layer.name}, ${sureness(layer)}`).join(', on ')}`;
}

function sureness({ byHand, confidence }: ShownVocabulary): string {
  return byHand ? 'by hand' : `${Math.round(confidence * 100)} %`;
}

const GROUPS: readonly (readonly [Vocabulary['family'], string])[] = [
  ['own', 'Your own'],
  ['framework', 'Frameworks'],
  ['sdk', 'SDKs'],
];

/** Sets by hand what this server speaks; kept for the next time that the same server is seen. */
function VocabularyPicker({ info }: { readonly info: SessionInfo }) {
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
