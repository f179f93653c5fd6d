import { spokenName } from '../../app/codes/code-name.ts';
import { decidedMeaning, lookupCode, type Meaning } from '../../app/codes/lookup.ts';
import type { LookupContext } from '../../app/codes/lookup-context.ts';
import { vocabularyOf } from '../../app/codes/vocabularies.ts';
import { setLookup } from '../store/screen-actions.ts';
import { Card, SmallButton } from './card.tsx';
import styles from './explain.module.css';

const SHOWN = 4;
const MOST_OF_FAMILY = 2;

/** What a code means here and elsewhere: the best ranked meanings, with a way to all of them. */
export function MeaningsCard({ code, context }: { readonly code: string; readonly context: LookupContext }) {
  if (code === '') return null;
  const meanings = lookupCode(code, context);
  const decided = decidedMeaning(meanings);
  const shown = differing(meanings).slice(0, SHOWN);
  return (
    <Card title={`What ${code} means`} aside={aside(meanings, decided)}>
      {shown.length === 0 ? (
        <p>No vocabulary knows this code. Only the author of the server can tell what it means.</p>
      ) : (
        <dl className={styles.meanings}>
          {shown.map((meaning) => (
            <div key={meaning.entry.id} className={meaning === decided ? styles.here : undefined}>
              <dt>{meaning.vocabularyName}</dt>
              <dd>
                <strong>{spokenName(meaning.entry.name)}.</strong> {meaning.entry.meaning}
                {meaning.entry.emittedBy === 'client-local' && ' Raised inside a client, never on the wire.'}
                {meaning === decided && meaning.entry.how !== '' && (
                  <p className={styles.how}>{meaning.entry.how}</p>
                )}
                {meaning === decided && meaning.evidence.length > 0 && (
                  <p className={styles.evidence}>
                    Chosen because {meaning.evidence.map((one) => one.text).join('; ')}.
                  </p>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles.buttons}>
        <SmallButton onClick={() => setLookup({ open: true, query: code, pinned: false })}>
          Open in code lookup
        </SmallButton>
        {meanings.length > shown.length && <span>{meanings.length - shown.length} more meanings there</span>}
      </div>
    </Card>
  );
}

function aside(meanings: readonly Meaning[], decided: Meaning | undefined): string {
  const many = new Set(
    meanings.filter((one) => one.standing === 'meaning').map((one) => one.entry.vocabulary),
  ).size;
  if (decided !== undefined || many < 2) return '';
  return `${many} vocabularies use this number, each in its own way`;
}

/** The best meaning of each vocabulary, and of each family at most two: sources that differ say more. */
function differing(meanings: readonly Meaning[]): Meaning[] {
  const seen = new Set<string>();
  const families = new Map<string, number>();
  return meanings.filter(({ entry }) => {
    const family = vocabularyOf(entry.vocabulary)?.family ?? 'own';
    const held = families.get(family) ?? 0;
    if (seen.has(entry.vocabulary) || held >= MOST_OF_FAMILY) return false;
    seen.add(entry.vocabulary);
    families.set(family, held + 1);
    return true;
  });
}
