import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { VocabularyGuess } from '../../app/fingerprints/vocabulary-guess.ts';
import styles from './peer-bar.module.css';

/** The vocabularies that the server was inferred to speak, with how sure that is and what showed it. */
export function VocabularyChip({ info }: { readonly info: SessionInfo }) {
  const { framework, sdk } = info.layers;
  return [framework, sdk]
    .filter((guess) => guess !== undefined)
    .map((guess) => (
      <span key={guess.id} className={`${styles.chip} ${styles.vocabulary}`} title={evidenceWords(guess)}>
        {guess.name}
      </span>
    ));
}

function evidenceWords({ confidence, evidence }: VocabularyGuess): string {
  const share = `Inferred, ${Math.round(confidence * 100)} % sure:`;
  return [share, ...evidence.map(({ note }) => `• ${note}`)].join('\n');
}
