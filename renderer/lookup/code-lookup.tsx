import { Tabs } from '@base-ui/react/tabs';
import { type RefObject, useEffect, useRef } from 'react';
import { useSelectedRow } from '../state/log/use-row.ts';
import { setLookup } from '../state/screen/screen-actions.ts';
import type { LookupView } from '../state/screen/screen-state.ts';
import { useScreen } from '../state/screen/screen-store.ts';
import { useFreshOwnVocabularies } from '../state/vocabulary/use-fresh-own.ts';
import { Button } from '../ui/controls/button.tsx';
import { CrossMark } from '../ui/controls/cross-mark.tsx';
import { ClassifyView } from './classify-view.tsx';
import styles from './code-lookup.module.css';
import { ConflictsView } from './conflicts-view.tsx';
import { CorrectionsView } from './corrections-view.tsx';
import { selectedQuery } from './lookup-query.ts';
import { LookupResults } from './lookup-results.tsx';
import { MatrixView } from './matrix-view.tsx';
import { OwnView } from './own-view.tsx';

const VIEWS: readonly (readonly [LookupView, string])[] = [
  ['meanings', 'Meanings'],
  ['classify', 'Classify'],
  ['sdks', 'SDKs'],
  ['conflicts', 'Conflicts'],
  ['corrections', 'Corrections'],
  ['own', 'Own'],
];

/** The sidebar that finds codes, names and messages in every vocabulary; follows the selection unless pinned. */
export function CodeLookup() {
  const { query, pinned, view } = useScreen((state) => state.lookup);
  const row = useSelectedRow();
  const wanted = selectedQuery(row);
  const input = useRef<HTMLInputElement>(null);
  useFreshOwnVocabularies(view);
  useEffect(() => {
    if (!pinned && wanted !== '') setLookup({ query: wanted });
  }, [pinned, wanted, row?.seq]);
  useEffect(() => {
    // With a code to show, the keys stay with the log; without one there is nothing to do but type.
    if (useScreen.getState().lookup.query === '') input.current?.focus();
  }, []);
  return (
    <search className={styles.lookup} aria-label="Code lookup">
      <Head input={input} query={query} pinned={pinned} />
      <Tabs.Root
        className={styles.views}
        value={view}
        onValueChange={(value) =>
          setLookup({ view: VIEWS.find(([name]) => name === value)?.[0] ?? 'meanings' })
        }
      >
        <Tabs.List className={styles.tabs} aria-label="Code lookup pages" activateOnFocus>
          {VIEWS.map(([name, label]) => (
            <Tabs.Tab key={name} value={name} className={styles.tab}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={view} className={styles.results} tabIndex={0}>
          {pageOf(view, query)}
        </Tabs.Panel>
      </Tabs.Root>
    </search>
  );
}

function pageOf(view: LookupView, query: string) {
  switch (view) {
    case 'meanings':
      return <LookupResults query={query} />;
    case 'classify':
      return <ClassifyView />;
    case 'sdks':
      return <MatrixView />;
    case 'conflicts':
      return <ConflictsView query={query} />;
    case 'corrections':
      return <CorrectionsView query={query} />;
    case 'own':
      return <OwnView />;
  }
}

type HeadProps = {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly pinned: boolean;
};

function Head({ input, query, pinned }: HeadProps) {
  return (
    <header className={styles.head}>
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label="Code, name or message"
        placeholder="-32602, InvalidParams, a message…"
        spellCheck={false}
        value={query}
        onChange={(event) => setLookup({ query: event.target.value, view: 'meanings' })}
        onPaste={(event) => {
          // A field of one line would join the lines of a log into one.
          const text = event.clipboardData.getData('text').trim();
          if (!text.includes('\n')) return;
          event.preventDefault();
          setLookup({ text, view: 'classify' });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && query === '') setLookup({ open: false });
        }}
      />
      <Button
        size="small"
        aria-pressed={pinned}
        title={pinned ? 'Follow the selection again' : 'Keep this while rows are selected'}
        onClick={() => setLookup({ pinned: !pinned })}
      >
        {pinned ? 'Pinned' : 'Pin'} <kbd>p</kbd>
      </Button>
      <Button
        look="icon"
        size="small"
        aria-label="Close code lookup"
        onClick={() => setLookup({ open: false })}
      >
        <CrossMark />
      </Button>
    </header>
  );
}
