import { Tabs } from '@base-ui/react/tabs';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { integerOf } from '../../app/codes/lookup.ts';
import { CONFLICTS, CORRECTIONS, conflictOf, correctionsFor } from '../../app/codes/reference-tables.ts';
import { useSelectedRow } from '../state/log/log-mirrors.ts';
import { showDialog, useActiveSession } from '../state/screen/screen-store.ts';
import { useFreshOwnVocabularies } from '../state/session/own-vocabularies.ts';
import { DialogShell } from '../ui/controls/dialog-shell.tsx';
import tabRow from '../ui/controls/tab-row.module.css';
import { Button, CrossMark, Glyph, kit, ScrollBox } from '../ui/kit.tsx';
import { SearchField } from '../ui/list/list-view.tsx';
import { ClassifyView } from './classify-view.tsx';
import styles from './code-lookup.module.css';
import { ConflictTable, CorrectionList } from './conflicts.tsx';
import { LookupResults, selectedQuery } from './lookup-results.tsx';
import { type LookupView, setLookup, useLookup } from './lookup-store.ts';
import { Breach, MatrixTable } from './matrix-table.tsx';
import { OwnView } from './own-view.tsx';
import { isPastedText, PastedText, pasteText } from './pasted-text.tsx';
import { useSpoken } from './use-spoken.ts';

type Entry = readonly [view: LookupView, label: string];

const FIRST_VIEWS: readonly Entry[] = [
  ['meanings', 'Meanings'],
  ['classify', 'Classify'],
  ['own', 'Your codes'],
];
/** For those who want to know all of it. */
const MORE_VIEWS: readonly Entry[] = [
  ['conflicts', 'Conflicts'],
  ['corrections', 'Corrections'],
  ['sdks', 'SDKs'],
];
const VIEWS: readonly Entry[] = [...FIRST_VIEWS, ...MORE_VIEWS];

type Props = {
  /** Fills a page of its own and not a part of the right pane. */
  readonly whole?: boolean;
};

/** Finds codes, names and messages in every vocabulary; follows the selection unless pinned. */
export function CodeLookup({ whole = false }: Props) {
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
    if (whole || useLookup.getState().query === '') input.current?.focus();
  }, [whole]);
  return (
    <search className={`${kit.fill} ${kit.sunk}`} aria-label="Code lookup">
      <Head input={input} query={query} pinned={pinned} whole={whole} />
      <Tabs.Root
        className={kit.rest}
        value={view}
        onValueChange={(value) =>
          setLookup({ view: VIEWS.find(([name]) => name === value)?.[0] ?? 'meanings' })
        }
      >
        <Views view={view} whole={whole} />
        <Tabs.Panel value={view} className={`${kit.scroll} ${styles.results}`} tabIndex={0}>
          {pageOf(view, query, paste)}
        </Tabs.Panel>
      </Tabs.Root>
    </search>
  );
}

/** The tabs of the pages; those for experts are folded in until they are wanted, or there is room for all. */
function Views({ view, whole }: { readonly view: LookupView; readonly whole: boolean }) {
  const [wanted, setWanted] = useState(false);
  const isOneOfMore = MORE_VIEWS.some(([name]) => name === view);
  const views = whole || wanted || isOneOfMore ? VIEWS : FIRST_VIEWS;
  return (
    <div className={`${kit.row} ${kit.fixed} ${kit.panel}`}>
      <Tabs.List className={`${tabRow.row} ${styles.tabs}`} aria-label="Code lookup pages" activateOnFocus>
        {views.map(([name, label]) => (
          <Tabs.Tab key={name} value={name} className={styles.tab}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {!whole && !isOneOfMore && (
        <Button
          look="quiet"
          size="tiny"
          aria-expanded={wanted}
          title="Numbers with several meanings, what documents get wrong, what SDKs really do"
          onClick={() => setWanted(!wanted)}
        >
          {wanted ? 'Less' : 'More'}
        </Button>
      )}
    </div>
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

const PIN =
  'Pin: keep this code here while other rows are selected, also after the page is loaded again. Without it the lookup follows the selected row.';
const UNPIN = 'Follow the selected row again';

type HeadProps = {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly pinned: boolean;
  readonly whole: boolean;
};

function Head({ input, query, pinned, whole }: HeadProps) {
  return (
    <div className={`${kit.toolbar} ${kit.panel}`}>
      <SearchField
        ref={input}
        className={`${kit.grow} ${kit.mono}`}
        aria-label="Code, name or message"
        placeholder="-32602, InvalidParams, a message or a log…"
        value={query}
        onText={(text) => setLookup({ query: text, paste: '', view: 'meanings' })}
        onPaste={(event) => {
          // A field of one line would join the lines of a log into one, and stop at a long one.
          const text = event.clipboardData.getData('text').trim();
          if (!isPastedText(text)) return;
          event.preventDefault();
          pasteText(text);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && query === '' && !whole) setLookup({ open: false });
        }}
      />
      <Button
        size="small"
        aria-pressed={pinned}
        title={pinned ? UNPIN : PIN}
        onClick={() => setLookup({ pinned: !pinned })}
      >
        {pinned ? 'Pinned' : 'Pin'} <kbd>p</kbd>
      </Button>
      {!whole && (
        <>
          <Button
            look="icon"
            size="small"
            aria-label="Code lookup as a page"
            title="Show the code lookup as a page"
            onClick={() => showDialog('code-lookup')}
          >
            <Glyph path="M8.5 2H12v3.5M12 2 8 6M5.5 12H2V8.5M2 12l4-4" />
          </Button>
          <Button
            look="icon"
            size="small"
            aria-label="Close code lookup"
            onClick={() => setLookup({ open: false })}
          >
            <CrossMark />
          </Button>
        </>
      )}
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
      <p className={kit.mute}>
        {CONFLICTS.length} numbers have more than one meaning.
        {number !== undefined && about === undefined && ` ${number} is not among them.`}
      </p>
      <div className={`${kit.stack} ${kit.gap5}`}>
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
    <div className={`${kit.fill} ${kit.stack}`}>
      <p className={`${kit.row} ${kit.spread} ${kit.mute} ${kit.fixed}`}>
        <span>
          What 19 stacks really do in 13 cases; <Breach /> breaks the specification.
        </span>
        <Button size="small" onClick={() => showDialog('sdk-matrix')}>
          Enlarge
        </Button>
      </p>
      <ScrollBox className={`${kit.well} ${kit.scroll}`}>
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

/** The code lookup on a page of its own. */
export function LookupDialog() {
  return (
    <DialogShell title="Error codes" width={1100}>
      <div className={styles.page}>
        <CodeLookup whole />
      </div>
    </DialogShell>
  );
}
