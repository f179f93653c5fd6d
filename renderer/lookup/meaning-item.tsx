import { memo } from 'react';
import type { CatalogueEntry } from '../../app/codes/catalogue.ts';
import { TierMark } from '../ui/controls/tier-mark.tsx';
import kit from '../ui/style/kit.module.css';
import styles from './meaning-item.module.css';

type Props = {
  readonly entry: CatalogueEntry;
  /** Who says so, by name. */
  readonly from: string;
};

/** One meaning: what it is called, who sends it, when, and what to do. */
export const MeaningItem = memo(function MeaningItem({ entry, from }: Props) {
  return (
    <li
      className={`${kit.card} ${styles.item}`}
      data-code={entry.codeText}
      data-vocabulary={entry.vocabulary}
      data-tier={entry.tier}
    >
      <div className={kit.wrap}>
        <span className={kit.tier}>
          <TierMark tier={entry.tier} named />
        </span>
        {entry.codeText !== '' && <code className={`${kit.tier} ${kit.strong}`}>{entry.codeText}</code>}
        <strong>{entry.name}</strong>
        <span className={`${kit.note} ${kit.push}`}>
          {from} · {standing(entry)}
        </span>
      </div>
      <p>{entry.meaning}</p>
      <dl className={`${kit.facts} ${kit.note} ${kit.above}`}>
        <Fact name="when" text={entry.whenItAppears} />
        <Fact name="do" text={entry.how} />
        <Fact name="retry" text={RETRY_TEXTS[entry.recoverable]} />
        <Fact name="data" text={entry.dataShape ?? ''} wire />
        <Fact name="valid" text={validity(entry)} />
        <Fact name="source" text={`${entry.source}${entry.measured ? ' (measured)' : ''}`} />
      </dl>
    </li>
  );
});

type FactProps = { readonly name: string; readonly text: string; readonly wire?: boolean };

function Fact({ name, text, wire }: FactProps) {
  if (text === '') return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className={wire ? kit.mono : undefined}>{text}</dd>
    </>
  );
}

function standing(entry: CatalogueEntry): string {
  return `${entry.tier} · ${EMITTERS[entry.emittedBy]}`;
}

const EMITTERS: Record<CatalogueEntry['emittedBy'], string> = {
  server: 'from the server',
  client: 'from the client',
  either: 'from either side',
  'client-local': 'inside a client, never on the wire',
};

const RETRY_TEXTS: Record<CatalogueEntry['recoverable'], string> = {
  yes: 'Trying again, corrected or later, can help.',
  no: 'Trying again does not help.',
  depends: 'It depends whether trying again helps.',
  'n/a': '',
};

function validity({ since, until }: CatalogueEntry): string {
  if (since !== null && until !== null) return since === until ? `only ${since}` : `${since} to ${until}`;
  if (since !== null) return `since ${since}`;
  return until === null ? '' : `until ${until}`;
}
