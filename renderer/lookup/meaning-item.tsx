import { memo } from 'react';
import type { CatalogueEntry } from '../../app/codes/catalogue.ts';
import { TierMark } from '../ui/controls/tier-mark.tsx';
import { Facts, kit } from '../ui/kit.tsx';
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
      <Facts
        className={`${kit.note} ${kit.above}`}
        facts={[
          ['when', entry.whenItAppears],
          ['do', entry.how],
          ['retry', RETRY_TEXTS[entry.recoverable]],
          ['data', (entry.dataShape ?? '') !== '' && <code>{entry.dataShape}</code>],
          ['valid', validity(entry)],
          ['source', `${entry.source}${entry.measured ? ' (measured)' : ''}`],
        ]}
      />
    </li>
  );
});

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
