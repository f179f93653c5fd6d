import { vocabularyOf } from '../../app/codes/catalog.ts';
import type { Conflict, Correction } from '../../app/codes/reference-tables.ts';
import { Button, kit } from '../ui/kit.tsx';
import { type Column, DataTable } from '../ui/list/data-table.tsx';
import { setLookup } from './lookup-state.tsx';

/** All meanings of a number that several sources use, side by side. */
export function ConflictTable({ conflict }: { readonly conflict: Conflict }) {
  const { label, meanings } = conflict;
  return (
    <DataTable
      className={kit.box}
      caption={
        <>
          <code>{label}</code> has {meanings.length} meanings; the number alone decides for none
        </>
      }
      columns={COLUMNS}
      rows={meanings}
      keyOf={({ name }) => name}
    />
  );
}

const COLUMNS: readonly Column<Conflict['meanings'][number]>[] = [
  { head: 'meaning', isName: true, cell: ({ name }) => name },
  {
    head: 'used by',
    className: kit.mute,
    cell: (meaning) => (
      <>
        {usersOf(meaning)}
        {meaning.note !== '' && <p>{meaning.note}</p>}
      </>
    ),
  },
];

function usersOf({ vocabularies, local = [] }: Conflict['meanings'][number]): string {
  const wire = vocabularies.filter((id) => !local.includes(id)).map(nameOf);
  const inside = local.length === 0 ? [] : [`never on the wire: ${local.map(nameOf).join(', ')}`];
  return [...(wire.length === 0 ? [] : [wire.join(', ')]), ...inside].join('; ');
}

function nameOf(id: string): string {
  return vocabularyOf(id)?.name ?? id;
}

/** Incorrect claims in widely read documents, each with the facts. */
export function CorrectionList({ corrections }: { readonly corrections: readonly Correction[] }) {
  return (
    <ul className={kit.stack}>
      {corrections.map((correction) => (
        <CorrectionItem key={correction.claim} correction={correction} />
      ))}
    </ul>
  );
}

function CorrectionItem({ correction }: { readonly correction: Correction }) {
  const { document, codes, claim, fact, source } = correction;
  return (
    <li className={kit.card}>
      <p className={`${kit.wrap} ${kit.strong}`}>
        {document}
        {codes.map((code) => (
          <Button look="link" key={code} onClick={() => setLookup({ query: String(code), view: 'meanings' })}>
            {code}
          </Button>
        ))}
      </p>
      <p className={kit.mute}>
        <b>It says</b> {claim}
      </p>
      <p>
        <b>Really</b> {fact}
      </p>
      <p className={`${kit.note} ${kit.above}`}>{source}</p>
    </li>
  );
}
