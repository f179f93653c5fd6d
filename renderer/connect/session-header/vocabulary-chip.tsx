import { Popover } from '@base-ui/react/popover';
import { useId, useState } from 'react';
import type { Vocabulary } from '../../../app/codes/catalog.ts';
import type { VocabularyEvidence } from '../../../app/codes/fingerprints/vocabulary-guess.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { selectRow } from '../../state/screen/screen-store.ts';
import { useOwn } from '../../state/session/own-vocabularies.ts';
import { serverKey } from '../../state/session/session-text.ts';
import {
  choosable,
  chooseVocabulary,
  type ShownVocabulary,
  useChosen,
  useServerVocabulary,
} from '../../state/session/use-server-vocabulary.ts';
import chip from '../../ui/controls/chip.module.css';
import { PopoverPanel } from '../../ui/controls/menus.tsx';
import { Button, kit } from '../../ui/kit.tsx';
import styles from './vocabulary-chip.module.css';

/** The server's vocabulary and the certainty of that; opens the evidence and the choice. */
export function VocabularyChip({ info }: { readonly info: SessionInfo }) {
  const [open, setOpen] = useState(false);
  const speaks = useServerVocabulary(info);
  const close = () => setOpen(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={`${chip.chip} ${styles.chip} ${styles.vocabulary}`}
        data-unknown={speaks.shown.length === 0}
        title={[
          ...speaks.shown.map((layer) => `${layer.name}: ${sureness(layer)}`),
          'how sure, and why',
        ].join('; ')}
      >
        <span className={kit.visuallyHidden}>Vocabulary: </span>
        {speaks.shown.length === 0 ? <span>SDK not known</span> : null}
        {speaks.shown.map((layer, index) => (
          <span key={layer.id}>
            {index > 0 ? <i> on </i> : null}
            {layer.name} <Meter confidence={layer.confidence} /> <small>{sureness(layer)}</small>
          </span>
        ))}
      </Popover.Trigger>
      <PopoverPanel title="Whose vocabulary" className={styles.popup}>
        <Popover.Description className={kit.mute}>
          Read from the traffic alone: nothing is ever sent to find out.
        </Popover.Description>
        <VocabularyEvidenceList info={info} shown={speaks.shown} onFollow={close} />
        <VocabularyPicker info={info} />
      </PopoverPanel>
    </Popover.Root>
  );
}

function Meter({ confidence }: { readonly confidence: number }) {
  return (
    <svg width="16" height="5" viewBox="0 0 16 5" aria-hidden="true">
      <rect width="16" height="5" rx="2.5" fill="currentColor" opacity="0.25" />
      <rect width={16 * confidence} height="5" rx="2.5" fill="currentColor" />
    </svg>
  );
}

function sureness({ manual, confidence }: ShownVocabulary): string {
  return manual ? 'chosen' : `${Math.round(confidence * 100)} %`;
}

const GROUPS: readonly (readonly [Vocabulary['family'], string])[] = [
  ['own', 'Your own'],
  ['framework', 'Frameworks'],
  ['sdk', 'SDKs'],
];

function VocabularyPicker({ info }: { readonly info: SessionInfo }) {
  const field = useId();
  const server = serverKey(info);
  const chosen = useChosen((state) => state[server] ?? '');
  const own = useOwn((state) => state.vocabularies);
  const all = choosable(own);
  return (
    <div className={styles.picker}>
      <label htmlFor={field}>Vocabulary to use</label>
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
      <p className={kit.mute}>Remembered for this server, over restarts too.</p>
    </div>
  );
}

type Props = {
  readonly info: SessionInfo;
  readonly shown: readonly ShownVocabulary[];
  /** A row was selected: the list can close. */
  readonly onFollow: () => void;
};

function VocabularyEvidenceList({ info, shown, onFollow }: Props) {
  const faint = info.guesses.filter((guess) => !shown.some(({ id }) => id === guess.id));
  return (
    <>
      {shown.length === 0 && (
        <p className={kit.remark}>
          Not known: too few traits were seen, or they fit two SDKs alike. Errors show most.
        </p>
      )}
      {shown.map(({ id, name, manual, confidence, evidence }) => (
        <section key={id} className={styles.layer} aria-label={name}>
          <h3>
            {name} <small>{manual ? 'chosen by you' : `${Math.round(confidence * 100)} % sure`}</small>
          </h3>
          <Traits session={info.session} evidence={evidence} onFollow={onFollow} />
        </section>
      ))}
      {faint.length > 0 && (
        <section className={styles.layer} aria-label="Not sure enough">
          <h3>Not sure enough</h3>
          {faint.slice(0, 4).map(({ id, name, evidence }) => (
            <div key={id} className={kit.above}>
              <strong>{name}</strong>
              <Traits session={info.session} evidence={evidence} onFollow={onFollow} />
            </div>
          ))}
        </section>
      )}
    </>
  );
}

type TraitsProps = {
  readonly session: string;
  readonly evidence: readonly VocabularyEvidence[];
  readonly onFollow: () => void;
};

const WEIGHTS = ['', 'it fits others too', 'few others do so', 'only this one does so'];

function Traits({ session, evidence, onFollow }: TraitsProps) {
  if (evidence.length === 0) return null;
  const follow = (seq: number) => {
    selectRow(session, seq);
    onFollow();
  };
  return (
    <ul className={styles.traits}>
      {evidence.map(({ seq, note, weight }) => (
        <li key={note}>
          <Button look="link" onClick={() => follow(seq)} aria-label={`Row ${seq}: ${note}`}>
            #{seq}
          </Button>
          <span>
            {note} <small>{WEIGHTS[weight]}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
