import { Tabs } from '@base-ui/react/tabs';
import { type RefObject, useEffect, useRef } from 'react';
import { CONFLICTS, conflictOf } from '../../app/codes/conflicts.ts';
import { CORRECTIONS, correctionsFor } from '../../app/codes/corrections.ts';
import { integerOf } from '../../app/codes/lookup.ts';
import { useSelectedRow } from '../state/log/log-mirrors.ts';
import { showDialog } from '../state/screen/screen-actions.ts';
import { useActiveSession } from '../state/screen/screen-store.ts';
import { useFreshOwnVocabularies } from '../state/vocabulary/own-vocabularies.ts';
import { ScrollBox } from '../ui/content/scroll-box.tsx';
import { Button } from '../ui/controls/button.tsx';
import { CrossMark } from '../ui/controls/glyph.tsx';
import { ClassifyView } from './classify-view.tsx';
import styles from './code-lookup.module.css';
import { ConflictTable, CorrectionList } from './conflicts.tsx';
import { LookupResults, selectedQuery } from './lookup-results.tsx';
import { type LookupView, setLookup, useLookup } from './lookup-store.ts';
import { Breach, MatrixTable } from './matrix-table.tsx';
import matrix from './matrix-view.module.css';
import { OwnView } from './own-view.tsx';
import { isPastedText, PastedText, pasteText } from './pasted-text.tsx';
import { useSpoken } from './use-spoken.ts';

const VIEWS: readonly (readonly [LookupView, string])[] = [
  ['meanings', 'Meanings'],
  ['classify', 'Classify'],
  ['sdks', 'SDKs'],
  ['conflicts', 'Conflicts'],
  ['corrections', 'Corrections'],
  ['own', 'Your codes'],
];

/** The sidebar that finds codes, names and messages in every vocabulary; follows the selection unless pinned. */
export function CodeLookup() {
  const { query, paste, pinned, view } = useLookup();
  const row = useSelectedRow();
  const wanted = selectedQuery(row);
  const input = useRef<HTMLInputElement>(null);
  useFreshOwnVocabularies(view);
  useEffect(() => {
    if (!pinned && wanted !== '') setLookup({ query: wanted, paste: '' });
  }, [pinned, wanted, row?.seq]);
  useEffect(() => {
    // With a code to show, the keys stay with the log; without one there is nothing to do but type.
    if (useLookup.getState().query === '') input.current?.focus();
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
          {pageOf(view, query, paste)}
        </Tabs.Panel>
      </Tabs.Root>
    </search>
  );
}

function pageOf(view: LookupView, query: string, paste: string) {
  switch (view) {
    case 'meanings':
      return paste === '' ? <LookupResults query={query} /> : <PastedText text={paste} />;
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
    <div className={styles.head}>
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label="Code, name or message"
        placeholder="-32602, InvalidParams, a message or a log…"
        spellCheck={false}
        value={query}
        onChange={(event) => setLookup({ query: event.target.value, paste: '', view: 'meanings' })}
        onPaste={(event) => {
          // A field of one line would join the lines of a log into one, and stop at a long one.
          const text = event.clipboardData.getData('text').trim();
          if (!isPastedText(text)) return;
          event.preventDefault();
          pasteText(text);
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
    </div>
  );
}

/** Every number that several sources use in their own way; the looked-up one first. */
function ConflictsView({ query }: { readonly query: string }) {
  const number = integerOf(query);
  const about = number === undefined ? undefined : conflictOf(number);
  const others = CONFLICTS.filter((conflict) => conflict !== about);
  return (
    <>
      <p className={styles.count}>
        {CONFLICTS.length} numbers have more than one meaning.
        {number !== undefined && about === undefined && ` ${number} is not among them.`}
      </p>
      <div className={styles.tables}>
        {[...(about === undefined ? [] : [about]), ...others].map((conflict) => (
          <ConflictTable key={conflict.label} conflict={conflict} />
        ))}
      </div>
    </>
  );
}

/** What SDKs really do, in the sidebar; the same table is there in full width. */
function MatrixView() {
  const here = useSpoken(useActiveSession());
  return (
    <div className={matrix.page}>
      <p className={matrix.note}>
        <span>
          What 19 stacks really do in 13 cases; <Breach /> breaks the specification.
        </span>
        <Button size="small" onClick={() => showDialog('sdk-matrix')}>
          Enlarge
        </Button>
      </p>
      <ScrollBox className={matrix.box}>
        <MatrixTable here={here} />
      </ScrollBox>
    </div>
  );
}

/** Claims of widely read documents that are not so; those about the looked-up number first. */
function CorrectionsView({ query }: { readonly query: string }) {
  const number = integerOf(query);
  const about = number === undefined ? [] : correctionsFor(number);
  const others = CORRECTIONS.filter((correction) => !about.includes(correction));
  return (
    <>
      {about.length > 0 && (
        <section aria-label={`About ${number}`}>
          <h3 className={styles.vocabulary}>About {number}</h3>
          <CorrectionList corrections={about} />
        </section>
      )}
      <section aria-label="Corrections">
        <h3 className={styles.vocabulary}>{about.length > 0 ? 'Others' : 'What documents get wrong'}</h3>
        <CorrectionList corrections={others} />
      </section>
    </>
  );
}
