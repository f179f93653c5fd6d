import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { ServerVocabulary, ShownVocabulary } from '../../state/vocabulary/server-vocabulary.ts';
import { useServerVocabulary } from '../../state/vocabulary/use-server-vocabulary.ts';
import chip from '../../ui/controls/chip.module.css';
import { PopoverPanel } from '../../ui/controls/popover-panel.tsx';
import styles from './vocabulary-chip.module.css';
import { VocabularyEvidenceList } from './vocabulary-evidence.tsx';
import { VocabularyPicker } from './vocabulary-picker.tsx';

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
