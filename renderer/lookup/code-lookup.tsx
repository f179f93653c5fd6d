import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { conflictOf } from '../../app/codes/conflicts.ts';
import { integerOf } from '../../app/codes/lookup.ts';
import { searchCatalogue } from '../../app/codes/search.ts';
import { setLookup } from '../store/screen-actions.ts';
import { useActiveSession, useScreen } from '../store/screen-store.ts';
import { useSelectedRow } from '../store/use-row.ts';
import styles from './code-lookup.module.css';
import { ConflictTable } from './conflict-table.tsx';
import { lookupGroups } from './lookup-groups.ts';
import { searchContext, selectedQuery } from './lookup-query.ts';
import { MeaningItem } from './meaning-item.tsx';

const FIRST_MATCHES = 40;
const EXAMPLES = ['-32001', 'InvalidParams', 'Resource not found', 'RateLimited', 'isError'];

/** The sidebar that finds codes, names and messages in every vocabulary; follows the selection unless pinned. */
export function CodeLookup() {
  const { query, pinned } = useScreen((state) => state.lookup);
  const row = useSelectedRow();
  const wanted = selectedQuery(row);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!pinned && wanted !== '') setLookup({ query: wanted });
  }, [pinned, wanted, row?.seq]);
  useEffect(() => {
    // With a code to show, the keys stay with the log; without one there is nothing to do but type.
    if (useScreen.getState().lookup.query === '') input.current?.focus();
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.key !== 'p' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      setLookup({ pinned: !useScreen.getState().lookup.pinned });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <search className={styles.lookup} aria-label="Code lookup">
      <header className={styles.head}>
        <input
          ref={input}
          type="search"
          className={styles.input}
          aria-label="Code, name or message"
          placeholder="-32602, InvalidParams, a message…"
          spellCheck={false}
          value={query}
          onChange={(event) => setLookup({ query: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && query === '') setLookup({ open: false });
          }}
        />
        <button
          type="button"
          className={styles.button}
          aria-pressed={pinned}
          onClick={() => setLookup({ pinned: !pinned })}
        >
          {pinned ? 'Pinned' : 'Pin'} <kbd>p</kbd>
        </button>
        <button
          type="button"
          className={styles.button}
          aria-label="Close code lookup"
          onClick={() => setLookup({ open: false })}
        >
          ×
        </button>
      </header>
      <div className={styles.results}>
        <Results query={query} />
      </div>
    </search>
  );
}

function Results({ query }: { readonly query: string }) {
  const deferred = useDeferredValue(query);
  const [shown, setShown] = useState(FIRST_MATCHES);
  const row = useSelectedRow();
  const info = useActiveSession();
  const matches = useMemo(
    () => searchCatalogue(deferred, searchContext(deferred, row, info)),
    [deferred, row, info],
  );
  const groups = useMemo(() => lookupGroups(matches.slice(0, shown)), [matches, shown]);
  const number = integerOf(deferred);
  const conflict = number === undefined ? undefined : conflictOf(number);
  if (deferred.trim() === '') return <Help />;
  if (matches.length === 0) return <Nothing query={deferred} />;
  return (
    <>
      <p className={styles.count} role="status">
        {matches.length} {matches.length === 1 ? 'meaning' : 'meanings'}
        {groups.length > 1 &&
          ` in ${new Set(matches.map((match) => match.entry.vocabulary)).size} vocabularies`}
      </p>
      {conflict !== undefined && <ConflictTable conflict={conflict} />}
      {groups.map((group) => (
        <section key={group.vocabulary} aria-label={group.name}>
          <h3 className={styles.vocabulary}>
            {group.name}
            {group.contrast && <span> another protocol</span>}
          </h3>
          <ul>
            {group.matches.map((match) => (
              <MeaningItem key={match.entry.id} entry={match.entry} />
            ))}
          </ul>
        </section>
      ))}
      {matches.length > shown && (
        <button type="button" className={styles.button} onClick={() => setShown(shown + 100)}>
          show {Math.min(100, matches.length - shown)} more of {matches.length}
        </button>
      )}
    </>
  );
}

function Nothing({ query }: { readonly query: string }) {
  return (
    <p className={styles.help}>
      No vocabulary knows “{query.slice(0, 80)}”. A code outside every vocabulary means what its server says:
      look at the message and at the server's own documentation.
    </p>
  );
}

function Help() {
  return (
    <div className={styles.help}>
      <p>Type a number with or without its minus, a name in any spelling, or paste a message. For example:</p>
      <div className={styles.examples}>
        {EXAMPLES.map((example) => (
          <button
            key={example}
            type="button"
            className={styles.button}
            onClick={() => setLookup({ query: example })}
          >
            {example}
          </button>
        ))}
      </div>
    </div>
  );
}
