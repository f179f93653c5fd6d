import { useRef, useState } from 'react';
import { searchTest } from '../../ui/format/drawn-text.tsx';
import { DialogShell, kit, ScrollBox } from '../../ui/kit.tsx';
import { SearchField } from '../../ui/list/list-view.tsx';
import styles from './dialogs.module.css';

const [PAGE = ''] = Object.values(
  import.meta.glob<string>('../../../docs/glossary.md', { eager: true, import: 'default', query: '?raw' }),
);
const TERMS = [...PAGE.matchAll(/^\| \*\*(.+?)\*\* \| (.+) \|$/gm)].map(([, term = '', meaning = '']) => ({
  term,
  meaning: meaning.replaceAll('`', ''),
}));

/** The terms of the screen, from the documentation; a search filters them. */
export function GlossaryDialog() {
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const fits = searchTest(search);
  const found = TERMS.filter(({ term, meaning }) => fits(`${term} ${meaning}`));
  return (
    <DialogShell title="Glossary" width={680} initialFocus={field}>
      <SearchField
        ref={field}
        className={styles.search}
        aria-label="Search the glossary"
        placeholder="Search a word"
        value={search}
        onText={setSearch}
      />
      <ScrollBox className={kit.dialog}>
        <dl className={kit.entries}>
          {found.map(({ term, meaning }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        {found.length === 0 ? <p className={kit.mute}>The glossary has no such word.</p> : null}
      </ScrollBox>
    </DialogShell>
  );
}
