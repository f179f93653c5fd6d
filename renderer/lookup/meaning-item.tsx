import { memo } from 'react';
import type { CatalogueEntry, EmittedBy, Recoverable } from '../../app/codes/catalogue-entry.ts';
import { TierMark } from '../ui/controls/tier-mark.tsx';
import styles from './meaning-item.module.css';

/** One meaning: what it is called, who sends it, when, and what to do. */
export const MeaningItem = memo(function MeaningItem({ entry }: { readonly entry: CatalogueEntry }) {
  return (
    <li
      className={styles.item}
      data-code={entry.codeText}
      data-vocabulary={entry.vocabulary}
      data-tier={entry.tier}
    >
      <div className={styles.head}>
        <TierMark tier={entry.tier} named />
        {entry.codeText !== '' && <code>{entry.codeText}</code>}
        <strong>{entry.name}</strong>
        <span className={styles.label}>{standing(entry)}</span>
      </div>
      <p>{entry.meaning}</p>
      <dl className={styles.facts}>
        <Fact name="when" text={entry.whenItAppears} />
        <Fact name="do" text={entry.how} />
        <Fact name="retry" text={retryText(entry.recoverable)} />
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
      <dd className={wire ? styles.wire : undefined}>{text}</dd>
    </>
  );
}

function standing(entry: CatalogueEntry): string {
  return `${entry.tier} · ${emitter(entry.emittedBy)}`;
}

function emitter(by: EmittedBy): string {
  switch (by) {
    case 'server':
      return 'from the server';
    case 'client':
      return 'from the client';
    case 'either':
      return 'from either side';
    case 'client-local':
      return 'inside a client, never on the wire';
  }
}

function retryText(recoverable: Recoverable): string {
  switch (recoverable) {
    case 'yes':
      return 'Trying again, corrected or later, can help.';
    case 'no':
      return 'Trying again does not help.';
    case 'depends':
      return 'It depends whether trying again helps.';
    case 'n/a':
      return '';
  }
}

function validity({ since, until }: CatalogueEntry): string {
  if (since !== null && until !== null) return since === until ? `only ${since}` : `${since} to ${until}`;
  if (since !== null) return `since ${since}`;
  return until === null ? '' : `until ${until}`;
}
