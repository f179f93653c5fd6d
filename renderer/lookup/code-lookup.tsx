import { Tabs } from '@base-ui/react/tabs';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { MAX_PASTE_CHARS } from '../../app/codes/look-up-text.ts';
import { integerOf } from '../../app/codes/lookup.ts';
import { CONFLICTS, CORRECTIONS, conflictOf, correctionsFor } from '../../app/codes/reference-tables.ts';
import { useSelectedRow } from '../state/log/log-mirrors.ts';
import { showDialog, useActiveSession } from '../state/screen/screen-store.ts';
import { loadOwnVocabularies, useFreshOwnVocabularies, useOwn } from '../state/session/own-vocabularies.ts';
import { useServerVocabularyIds } from '../state/session/use-server-vocabulary.ts';
import tabRow from '../ui/controls/tab-row.module.css';
import { Button, DialogShell, IconButton, kit, ScrollBox } from '../ui/kit.tsx';
import { SearchField } from '../ui/list/list-view.tsx';
import { ClassifyView } from './classify-view.tsx';
import styles from './code-lookup.module.css';
import { ConflictTable, CorrectionList } from './conflicts.tsx';
import { LookupResults } from './lookup-results.tsx';
import { isOneLine, type LookupView, lookUpPasted, setLookup, useLookup } from './lookup-state.tsx';
import { Breach, MatrixTable } from './matrix-table.tsx';
import { ToolErrors } from './tool-errors.tsx';

type Entry = readonly [view: LookupView, label: string];

const FIRST_VIEWS: readonly Entry[] = [
  ['meanings', 'Meanings'],
  ['classify', 'Classify'],
  ['own', 'Your codes'],
];
/** For users who want the full picture. */
const MORE_VIEWS: readonly Entry[] = [
  ['conflicts', 'Conflicts'],
  ['corrections', 'Corrections'],
  ['sdks', 'SDKs'],
];
const VIEWS: readonly Entry[] = [...FIRST_VIEWS, ...MORE_VIEWS];

type Props = {
  /** Fills its own page instead of a part of the right pane. */
  readonly whole?: boolean;
};

/** Finds codes, names and messages in every vocabulary; follows the selection unless pinned. */
export function CodeLookup({ whole = false }: Props) {
  const { query, paste, pinned, view } = useLookup();
  const row = useSelectedRow();
  const wanted = row?.code ?? '';
  const input = useRef<HTMLInputElement>(null);
  useFreshOwnVocabularies(view);
  useEffect(() => {
    if (!pinned && wanted !== '') setLookup({ query: wanted, paste: '' });
  }, [pinned, wanted, row?.seq]);
  useEffect(() => {
    // With a code to show, the log keeps the focus; without one, the only thing to do is type.
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
          {pageOf(view, query, paste.slice(0, MAX_PASTE_CHARS + 1))}
        </Tabs.Panel>
      </Tabs.Root>
    </search>
  );
}

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
      return (
        <>
          <ToolErrors text={paste === '' ? query : paste} />
          {paste === '' ? <LookupResults query={query} /> : <PastedText text={paste} />}
        </>
      );
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
          // A single-line field would join the lines of a log, and truncate a long one.
          const text = event.clipboardData.getData('text').trim();
          if (isOneLine(text)) return;
          event.preventDefault();
          lookUpPasted(text);
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
          <IconButton
            name="Code lookup as a page"
            path="M8.5 2H12v3.5M12 2 8 6M5.5 12H2V8.5M2 12l4-4"
            size="small"
            title="Show the code lookup as a page"
            onClick={() => showDialog('code-lookup')}
          />
          <IconButton name="Close code lookup" size="small" onClick={() => setLookup({ open: false })} />
        </>
      )}
    </div>
  );
}

/** Every number that several sources use differently; the looked-up number comes first. */
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

function MatrixView() {
  const here = useServerVocabularyIds(useActiveSession());
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

/** Incorrect claims in widely read documents; those about the looked-up number come first. */
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

export function LookupDialog() {
  return (
    <DialogShell title="Error codes" width={1100}>
      <div className={styles.page}>
        <CodeLookup whole />
      </div>
    </DialogShell>
  );
}

const SHOWN_CHARS = 2000;

/** The meaning of a pasted text, with its beginning above. */
export function PastedText({ text }: { readonly text: string }) {
  const isCut = text.length > MAX_PASTE_CHARS;
  return (
    <>
      <section aria-label="Pasted text" className={`${kit.stack} ${kit.mute}`}>
        <ScrollBox className={`${kit.card} ${kit.code} ${kit.low}`}>{text.slice(0, SHOWN_CHARS)}</ScrollBox>
        <p>
          {isCut ? `The first ${MAX_PASTE_CHARS.toLocaleString('en')} characters were read. ` : null}
          <Button size="small" onClick={() => setLookup({ paste: '' })}>
            Clear
          </Button>
        </p>
      </section>
      <LookupResults query={text} />
    </>
  );
}

/** The user's own vocabularies: their folder, what was loaded, and problems with a file. */
export function OwnView() {
  const { folder, vocabularies, problems, fault } = useOwn();
  return (
    <div className={`${kit.stack} ${kit.anywhere}`}>
      <p>
        Put a JSON file with your servers' codes and reasons into this folder, and they are found and
        explained like the others:
      </p>
      <p>
        <code className={`${kit.well} ${kit.pad} ${kit.block}`}>{folder}</code>
      </p>
      <p>
        <Button size="small" onClick={() => void loadOwnVocabularies()}>
          Read the files again
        </Button>
      </p>
      {fault !== '' && <p role="alert">{fault}</p>}
      {problems.length > 0 && (
        <section aria-label="What is wrong" data-tone="warning" className={`${kit.card} ${kit.tinted}`}>
          <h3>What is wrong</h3>
          <ul>
            {problems.map(({ file, message }) => (
              <li key={`${file} ${message}`}>
                <code className={kit.strong}>{file}</code> {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      {vocabularies.length === 0 && problems.length === 0 && (
        <p className={kit.mute}>There is no file yet.</p>
      )}
      {vocabularies.map(({ vocabulary, entries }) => (
        <section key={vocabulary.id} aria-label={vocabulary.name} className={kit.card}>
          <h3>
            {vocabulary.name} <small>{vocabulary.id}</small>
          </h3>
          <p className={kit.wrap}>
            {entries.map((entry) => (
              <Button
                size="small"
                key={entry.id}
                title={entry.meaning}
                onClick={() => setLookup({ query: entry.name, view: 'meanings' })}
              >
                {entry.codeText === entry.name ? entry.name : `${entry.codeText} ${entry.name}`}
              </Button>
            ))}
          </p>
        </section>
      ))}
    </div>
  );
}
