import { memo, useState } from 'react';
import type { CatalogEntry } from '../../app/codes/catalog.ts';
import { integerOf } from '../../app/codes/lookup.ts';
import type { LookupSections, MeaningGroup } from '../../app/codes/lookup-sections.ts';
import type { LookupMatch } from '../../app/codes/search.ts';
import { joinedList } from '../ui/format/quantity-text.ts';
import { Button, Facts, kit, TierMark } from '../ui/kit.tsx';
import styles from './code-lookup.module.css';
import meaningItemStyles from './meaning-item.module.css';

type Props = {
  readonly sections: LookupSections;
  /** True if the vocabularies of the active session's server are known. */
  readonly speaks: boolean;
  readonly query: string;
};

/** How many meanings are rendered at once: a word may match hundreds. */
const FIRST = 40;
const MORE = 100;

/** The results of a lookup: the server's meaning, the specification's, and all others folded by meaning. */
export function Sections({ sections, speaks, query }: Props) {
  const { here, own, spec, others } = sections;
  const [most, setMost] = useState(FIRST);
  // For a text the best match is what the user wants, whatever its source.
  const isText = integerOf(query) === undefined;
  const opensFirst = here.length === 0 && own.length === 0 && (isText || spec.length === 0);
  return (
    <>
      {here.length > 0 && <Part title="This server" matches={here} large />}
      {here.length === 0 && speaks && !isText && (
        <p className={kit.remark}>The vocabulary of this server has no such code.</p>
      )}
      {own.map(({ vocabulary, matches }) => (
        <Part key={vocabulary} title={vocabulary} matches={matches} />
      ))}
      {isText && opensFirst && <Others groups={others.slice(0, most)} opensFirst />}
      {spec.length > 0 && (
        <Part title="The specification" matches={spec.slice(0, most)} large={here.length === 0 && !isText} />
      )}
      {!(isText && opensFirst) && others.length > 0 && (
        <Others groups={others.slice(0, most)} opensFirst={opensFirst} />
      )}
      {Math.max(others.length, spec.length) > most && (
        <Button size="small" onClick={() => setMost(most + MORE)}>
          show more meanings
        </Button>
      )}
    </>
  );
}

type PartProps = {
  readonly title: string;
  readonly matches: readonly LookupMatch[];
  readonly large?: boolean;
};

function Part({ title, matches, large = false }: PartProps) {
  return (
    <section aria-label={title} data-large={large} className={styles.part}>
      <h3 className={styles.vocabulary}>{title}</h3>
      <ul className={kit.stack}>
        {matches.map(({ entry, vocabularyName }) => (
          <MeaningItem key={entry.id} entry={entry} from={vocabularyName} />
        ))}
      </ul>
    </section>
  );
}

function Others({
  groups,
  opensFirst,
}: {
  readonly groups: readonly MeaningGroup[];
  readonly opensFirst: boolean;
}) {
  return (
    <section aria-label="Other meanings" className={styles.part}>
      <h3 className={styles.vocabulary}>{opensFirst ? 'Meanings' : 'Elsewhere'}</h3>
      {groups.map((group, at) => (
        <Folded key={group.matches[0]?.entry.id} group={group} open={opensFirst && at === 0} />
      ))}
    </section>
  );
}

function Folded({ group, open }: { readonly group: MeaningGroup; readonly open: boolean }) {
  const { name, codeText, sources, matches } = group;
  const contrast = matches[0]?.contrast === true;
  return (
    <details className={styles.folded} open={open}>
      <summary>
        {codeText !== '' && <code>{codeText}</code>} <strong>{name}</strong>{' '}
        <small title={joinedList(sources)}>
          {sources.length === 1 ? sources[0] : `${sources.length} sources say so`}
          {contrast && ', another protocol'}
        </small>
      </summary>
      <ul className={kit.stack}>
        {matches.map(({ entry, vocabularyName }) => (
          <MeaningItem key={entry.id} entry={entry} from={vocabularyName} />
        ))}
      </ul>
    </details>
  );
}

type MeaningItemProps = {
  readonly entry: CatalogEntry;
  readonly from: string;
};

/** One meaning: its name, who sends it and when, and what to do. */
export const MeaningItem = memo(function MeaningItem({ entry, from }: MeaningItemProps) {
  return (
    <li
      className={`${kit.card} ${meaningItemStyles.item}`}
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
          {from} · {entry.tier} · {EMITTERS[entry.emittedBy]}
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

const EMITTERS: Record<CatalogEntry['emittedBy'], string> = {
  server: 'from the server',
  client: 'from the client',
  either: 'from either side',
  'client-local': 'inside a client, never on the wire',
};

const RETRY_TEXTS: Record<CatalogEntry['recoverable'], string> = {
  yes: 'Trying again, corrected or later, can help.',
  no: 'Trying again does not help.',
  depends: 'It depends whether trying again helps.',
  'n/a': '',
};

function validity({ since, until }: CatalogEntry): string {
  if (since !== null && until !== null) return since === until ? `only ${since}` : `${since} to ${until}`;
  if (since !== null) return `since ${since}`;
  return until === null ? '' : `until ${until}`;
}
