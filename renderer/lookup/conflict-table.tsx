import type { Conflict, ConflictMeaning } from '../../app/codes/conflicts.ts';
import { vocabularyOf } from '../../app/codes/vocabularies.ts';
import styles from './conflict-table.module.css';

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

function usersOf({ vocabularies, local = [] }: ConflictMeaning): string {
  const wire = vocabularies.filter((id) => !local.includes(id)).map(nameOf);
  const inside = local.length === 0 ? [] : [`never on the wire: ${local.map(nameOf).join(', ')}`];
  return [...(wire.length === 0 ? [] : [wire.join(', ')]), ...inside].join('; ');
}

function nameOf(id: string): string {
  return vocabularyOf(id)?.name ?? id;
}
