import { useDeferredValue, useMemo } from 'react';
import { lookUpText, MAX_PASTE_CHARS } from '../../app/codes/look-up-text.ts';
import { integerOf } from '../../app/codes/lookup.ts';
import { lookupSections } from '../../app/codes/lookup-sections.ts';
import type { LookupContext } from '../../app/codes/meaning-evidence.ts';
import { conflictOf, correctionsFor } from '../../app/codes/reference-tables.ts';
import type { LookupMatch } from '../../app/codes/search.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { tierReachText } from '../../app/explain/reaches.ts';
import type { Row } from '../../app/frame/row.ts';
import { host, settled, useLoaded } from '../state/host/host.ts';
import { useSelectedRow } from '../state/log/log-mirrors.ts';
import { useActiveSession } from '../state/screen/screen-store.ts';
import { useOwn } from '../state/session/own-vocabularies.ts';
import { useHostLens, useHostTable } from '../state/session/use-host-lens.ts';
import { useServerVocabularyIds, useSessionContext } from '../state/session/use-server-vocabulary.ts';
import { counted } from '../ui/format/quantity-text.ts';
import { Button, kit, TierMark } from '../ui/kit.tsx';
import { ConflictTable, CorrectionList } from './conflicts.tsx';
import { Sections } from './lookup-sections.tsx';
import { setLookup } from './lookup-state.tsx';

const EXAMPLES = ['-32001', 'InvalidParams', 'Resource not found', 'RateLimited', 'isError'];
const NOBODY: readonly string[] = [];

/** Every meaning that matches the query, best first, ranked with what is known about the active session. */
export function LookupResults({ query }: { readonly query: string }) {
  const info = useActiveSession();
  if (info === undefined) return <WithoutSession query={query} />;
  return <WithSession query={query} info={info} />;
}

function WithoutSession({ query }: { readonly query: string }) {
  const own = useOwn((state) => state.vocabularies);
  const known = useMemo(() => ({ revision: null, own }), [own]);
  return <Results query={query} known={known} here={NOBODY} />;
}

function WithSession({ query, info }: { readonly query: string; readonly info: SessionInfo }) {
  const known = useSessionContext(info);
  return <Results query={query} known={known} here={useServerVocabularyIds(info)} />;
}

type ResultsProps = {
  readonly query: string;
  readonly known: LookupContext;
  readonly here: readonly string[];
};

function Results({ query, known, here }: ResultsProps) {
  const deferred = useDeferredValue(query);
  const row = useSelectedRow();
  const pasted = usePasted(deferred);
  const matches = useMemo(
    () => lookUpText(deferred, { ...searchContext(deferred, row, known), pasted }).matches,
    [deferred, row, known, pasted],
  );
  const sections = useMemo(() => lookupSections(matches, here), [matches, here]);
  if (deferred.trim() === '') return <Help />;
  if (matches.length === 0) return <Nothing query={deferred} />;
  const vocabularies = new Set(matches.map((match) => match.entry.vocabulary)).size;
  return (
    <>
      <p className={kit.mute} role="status">
        {counted(matches.length, 'meaning')}
        {vocabularies > 1 && ` in ${vocabularies} vocabularies`}
      </p>
      <AboutText query={deferred} />
      <Sections key={deferred} sections={sections} speaks={here.length > 0} query={deferred} />
      <ReachNote tiers={matches.map(({ entry }) => entry.tier)} />
      <AboutNumber query={deferred} />
    </>
  );
}

const NO_PASTE: readonly LookupMatch[] = [];

/** What the messages in the text show, if it is no word that somebody types. */
function usePasted(text: string): readonly LookupMatch[] {
  const isPasted = /\n|[{:]/.test(text) && text.length <= MAX_PASTE_CHARS;
  const read = useLoaded(isPasted ? text : '', () => settled(host().readPaste({ text })));
  return read?.ok ? read.value : NO_PASTE;
}

const REACHING = ['protocol', 'tool'] as const;

/** How much of an error of the found tiers reaches the model, in the active session's host. */
function ReachNote({ tiers }: { readonly tiers: readonly string[] }) {
  const table = useHostTable((state) => state.table);
  const info = useActiveSession();
  const found = REACHING.filter((tier) => tiers.includes(tier));
  if (found.length === 0) return null;
  return (
    <dl className={`${kit.stack} ${kit.remark}`} aria-label="What reaches the model">
      {found.map((tier) => (
        <div key={tier}>
          <dt className={kit.strong}>
            <TierMark tier={tier} /> {tier} errors
          </dt>
          <dd>
            {info === undefined ? (
              tierReachText(tier, { table, host: undefined })
            ) : (
              <SessionReach tier={tier} info={info} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function SessionReach({ tier, info }: { readonly tier: 'protocol' | 'tool'; readonly info: SessionInfo }) {
  return tierReachText(tier, useHostLens(info));
}

function AboutNumber({ query }: { readonly query: string }) {
  const number = integerOf(query);
  if (number === undefined) return null;
  const conflict = conflictOf(number);
  const corrections = correctionsFor(number);
  return (
    <>
      {conflict !== undefined && (
        <details className={kit.above}>
          <summary className={kit.accent}>
            {conflict.label} has {conflict.meanings.length} meanings; the number alone decides for none
          </summary>
          <ConflictTable conflict={conflict} />
        </details>
      )}
      {corrections.length > 0 && (
        <details className={kit.above}>
          <summary className={kit.accent}>
            {counted(
              corrections.length,
              'correction to a widely read document',
              'corrections to widely read documents',
            )}
          </summary>
          <CorrectionList corrections={corrections} />
        </details>
      )}
    </>
  );
}

function AboutText({ query }: { readonly query: string }) {
  if (integerOf(query) !== undefined || !/\s/.test(query.trim())) return null;
  return (
    <p className={kit.remark}>
      <Button size="small" onClick={() => setLookup({ view: 'classify', text: query.trim() })}>
        Classify this text
      </Button>{' '}
      as mcp-ts-core would: which code, by which row, whether a retry is safe.
    </p>
  );
}

function Nothing({ query }: { readonly query: string }) {
  return (
    <>
      <p className={`${kit.mute} ${kit.anywhere}`}>
        No vocabulary knows “{query.slice(0, 80)}”. A code outside every vocabulary means what its server
        says: look at the message and at the server's own documentation.
      </p>
      <AboutText query={query} />
    </>
  );
}

function Help() {
  return (
    <div className={kit.mute}>
      <p>
        Type a number with or without its minus, a name in any spelling, or paste a message, a line of a
        host’s log or a whole dialog. For example:
      </p>
      <div className={`${kit.wrap} ${kit.above}`}>
        {EXAMPLES.map((example) => (
          <Button size="small" key={example} onClick={() => setLookup({ query: example })}>
            {example}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The context of the looked-up code, including the selected row while the query is its code. */
export function searchContext(query: string, row: Row | undefined, session: LookupContext): LookupContext {
  if (row === undefined || row.code === '' || row.code !== query.trim()) return session;
  const tier = row.tier === 'ok' ? {} : { tier: row.tier };
  return { ...session, message: row.text, method: row.method, ...tier };
}
