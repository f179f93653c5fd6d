import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { VocabularyEvidence } from '../../../app/fingerprints/vocabulary-guess.ts';
import { selectRow } from '../../state/screen/screen-actions.ts';
import type { ShownVocabulary } from '../../state/vocabulary/server-vocabulary.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './vocabulary-chip.module.css';

type Props = {
  readonly info: SessionInfo;
  readonly shown: readonly ShownVocabulary[];
  /** A row was chosen: the list need not cover it. */
  readonly onFollow: () => void;
};

/** The traits that were seen, by layer; below them the vocabularies that are not sure enough to be shown. */
export function VocabularyEvidenceList({ info, shown, onFollow }: Props) {
  const faint = info.guesses.filter((guess) => !shown.some(({ id }) => id === guess.id));
  return (
    <>
      {shown.length === 0 && (
        <p className={styles.unknown}>
          Unknown: too few traits were seen, or they fit two SDKs alike. Errors tell most.
        </p>
      )}
      {shown.map(({ id, name, byHand, confidence, evidence }) => (
        <section key={id} className={styles.layer} aria-label={name}>
          <h3>
            {name} <span>{byHand ? 'set by hand' : `${Math.round(confidence * 100)} % sure`}</span>
          </h3>
          <Traits session={info.session} evidence={evidence} onFollow={onFollow} />
        </section>
      ))}
      {faint.length > 0 && (
        <section className={styles.layer} aria-label="Not sure enough">
          <h3>Not sure enough</h3>
          {faint.slice(0, 4).map(({ id, name, evidence }) => (
            <div key={id} className={styles.faint}>
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
