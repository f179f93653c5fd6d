import { vocabularyOf } from '../../app/codes/catalogue.ts';
import type { Conflict, Correction } from '../../app/codes/reference-tables.ts';
import { Button } from '../ui/controls/button.tsx';
import styles from './conflicts.module.css';
import { setLookup } from './lookup-store.ts';

/** All meanings of a number that several sources use, side by side. */
export function ConflictTable({ conflict }: { readonly conflict: Conflict }) {
  return (
    <table className={styles.table}>
      <caption>
        <code>{conflict.label}</code> has {conflict.meanings.length} meanings; the number alone decides for
        none
      </caption>
      <thead>
        <tr>
          <th scope="col">meaning</th>
          <th scope="col">used by</th>
        </tr>
      </thead>
      <tbody>
        {conflict.meanings.map((meaning) => (
          <tr key={meaning.name}>
            <th scope="row">{meaning.name}</th>
            <td>
              {usersOf(meaning)}
              {meaning.note !== '' && <p>{meaning.note}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function usersOf({ vocabularies, local = [] }: Conflict['meanings'][number]): string {
  const wire = vocabularies.filter((id) => !local.includes(id)).map(nameOf);
  const inside = local.length === 0 ? [] : [`never on the wire: ${local.map(nameOf).join(', ')}`];
  return [...(wire.length === 0 ? [] : [wire.join(', ')]), ...inside].join('; ');
}

function nameOf(id: string): string {
  return vocabularyOf(id)?.name ?? id;
}

/** Claims of widely read documents, each with the facts. */
export function CorrectionList({ corrections }: { readonly corrections: readonly Correction[] }) {
  return (
    <ul>
      {corrections.map((correction) => (
        <CorrectionItem key={correction.claim} correction={correction} />
      ))}
    </ul>
  );
}

/** What a widely read document says, and what is really so. */
function CorrectionItem({ correction }: { readonly correction: Correction }) {
  const { document, codes, claim, fact, source } = correction;
  return (
    <li className={styles.item}>
      <p className={styles.document}>
        {document}
        {codes.map((code) => (
          <Button look="link" key={code} onClick={() => setLookup({ query: String(code), view: 'meanings' })}>
            {code}
          </Button>
        ))}
      </p>
      <p className={styles.claim}>
        <span>It says</span> {claim}
      </p>
      <p>
        <span>Really</span> {fact}
      </p>
      <p className={styles.source}>{source}</p>
    </li>
  );
}
