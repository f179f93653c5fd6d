import { Tabs } from '@base-ui/react/tabs';
import {
  memo,
  type ReactNode,
  startTransition,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { err, ok, type Result } from '../../app/base/result.ts';
import { fileInfo, type SessionInfo } from '../../app/contract/session-info.ts';
import { halves } from '../../app/frame/exchange-place.ts';
import { isAddress } from '../../app/frame/http-record.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { isOpen, type Row } from '../../app/frame/row.ts';
import { TierLegend } from '../shared/tier-legend.tsx';
import { type Inspected, inspect, recordAt, recordsToRead } from '../state/inspected/inspected.ts';
import type { LogMirror } from '../state/log/log-mirror.ts';
import { useSessionLog } from '../state/log/log-mirrors.ts';
import {
  isLongAndUnparsed,
  type KnownExchange,
  LONG_LINE,
  readInTurn,
  useExchange,
} from '../state/log/use-record.ts';
import { useFocusTarget } from '../state/screen/focus-targets.ts';
import {
  type InspectorTab,
  setInspectorTab,
  showDialog,
  useActiveSession,
  useScreen,
  useSessionView,
} from '../state/screen/screen-store.ts';
import tabRow from '../ui/controls/tab-row.module.css';
import { byteSize } from '../ui/format/quantity-text.ts';
import { Button, kit } from '../ui/kit.tsx';
import { ExchangePage } from './exchange/exchange-page.tsx';
import { Headline } from './explain/cards.tsx';
import { ExplainPage } from './explain/explain-page.tsx';
import { outcomeLabel } from './explain/outcome-text.ts';
import { HttpPage } from './http/http-page.tsx';
import styles from './inspector.module.css';
import { InspectorSlotsContext } from './inspector-slots.ts';
import { ActionBar } from './message/action-bar.tsx';
import { MessagePage } from './message/message-page.tsx';
import { ModelPage } from './model/model-page.tsx';

const TABS: readonly (readonly [InspectorTab, string])[] = [
  ['explain', 'Explain'],
  ['message', 'Message'],
  ['exchange', 'Exchange'],
  ['model', "Model's view"],
];
const HTTP_TABS: typeof TABS = [...TABS.slice(0, 3), ['http', 'HTTP'], ['model', 'Model']];

/** The right pane: what the selected row is, means, and did. */
export function Inspector() {
  const tab = useScreen((state) => state.inspectorTab);
  const { Head, LookupToggle } = useContext(InspectorSlotsContext);
  const info = useActiveSession();
  const seq = useSessionView(info?.session ?? '').selected;
  const shown = tabsOf(info).some(([name]) => name === tab) ? tab : 'explain';
  const tabs = useRef<HTMLDivElement>(null);
  useFocusTarget('inspector', tabs, focusSelectedTab);
  return (
    <aside className={`${kit.fill} ${kit.panel}`} aria-label="Inspector">
      <h2 className={kit.visuallyHidden}>Inspector</h2>
      <Tabs.Root
        className={kit.rest}
        value={shown}
        onValueChange={(value) =>
          setInspectorTab(tabsOf(info).find(([name]) => name === value)?.[0] ?? 'explain')
        }
      >
        <div className={`${kit.row} ${kit.fixed} ${styles.bar}`}>
          <Tabs.List className={tabRow.row} aria-label="Inspector pages" activateOnFocus ref={tabs}>
            {tabsOf(info).map(([value, label]) => (
              <Tabs.Tab key={value} value={value} className={styles.tab}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {LookupToggle !== undefined && <LookupToggle />}
        </div>
        {Head !== undefined && <Head />}
        <Tabs.Panel value={shown} className={`${kit.stack} ${kit.scroll} ${styles.panel}`} tabIndex={0}>
          {info === undefined || seq === null ? <Empty /> : <Selection tab={shown} info={info} seq={seq} />}
        </Tabs.Panel>
      </Tabs.Root>
    </aside>
  );
}

/** Only traffic over HTTP has an HTTP page. */
function tabsOf(info: SessionInfo | undefined): typeof TABS {
  return isAddress(info?.commandLine ?? '') ? HTTP_TABS : TABS;
}

function focusSelectedTab(tabs: HTMLElement): void {
  tabs.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
}

type SelectionProps = { readonly tab: InspectorTab; readonly info: SessionInfo; readonly seq: number };

function Selection({ tab, info, seq }: SelectionProps) {
  const { mirror } = useSessionLog(info.session);
  const inspected = useInspected(info, mirror, seq);
  const row = mirror.known(seq);
  // The tab reacts at once; a large page renders later, in slices.
  const shown = useDeferredValue(tab);
  // Records arrive within a frame or two: until then the previous page stays, since a blank one would flicker.
  const page = useLastOf(inspected?.ok ? inspected.value : undefined, info.session);
  const isBefore =
    page?.row.seq !== seq || (isOpen(page.row.outcome) && row !== undefined && !isOpen(row.outcome));
  if (inspected === null) return <Empty />;
  if (inspected?.ok === false) return <p role="alert">{inspected.error}</p>;
  if (isBefore && row !== undefined && row.sizeBytes > LONG_LINE) return <Reading row={row} />;
  if (page === undefined) return null;
  return <Page key={`${info.session} ${page.row.seq}`} tab={shown} info={info} inspected={page} />;
}

/** Shows a row from the log while its long record is still loading. */
function Reading({ row }: { readonly row: Row }) {
  const { tier, method, target, kind, sizeBytes } = row;
  return (
    <Headline
      tier={tier}
      title={method === '' ? kind : `${method} ${target}`.trim()}
      label={outcomeLabel(row)}
      message={`Reading ${byteSize(sizeBytes)}…`}
    />
  );
}

type PageProps = { readonly tab: InspectorTab; readonly info: SessionInfo; readonly inspected: Inspected };

const PAGES: { readonly [Tab in PageProps['tab']]: (props: Omit<PageProps, 'tab'>) => ReactNode } = {
  explain: ExplainPage,
  message: MessagePage,
  exchange: ExchangePage,
  http: HttpPage,
  model: ModelPage,
};

/** Memoized: while the log grows, a large page must not render again with every frame. */
const Page = memo(function Page({ tab, info, inspected }: PageProps) {
  const Shown = PAGES[tab];
  return (
    <>
      <Shown inspected={inspected} info={info} />
      <ActionBar inspected={inspected} info={info} />
    </>
  );
});

/** The first view for new users: what a tier is, and where each appears in this session. */
function Empty() {
  return (
    <div className={`${kit.stack} ${kit.gap5} ${kit.mute} ${styles.empty}`}>
      <h2 className={kit.title}>Where a call can fail</h2>
      <p>
        Press <kbd>e</kbd> for the next error, or select a row of the log: this pane says what it is, who sees
        it, and what to change.
      </p>
      <TierLegend />
      <ul className={kit.group}>
        <li>
          <kbd>j</kbd> <kbd>k</kbd> walk the rows, <kbd>E</kbd> goes to the error before
        </li>
        <li>
          <kbd>c</kbd> looks up a code
        </li>
        <li>
          <Button look="link" onClick={() => showDialog('glossary')}>
            What the words mean
          </Button>
        </li>
      </ul>
    </div>
  );
}

/** The selection with all data for its pages; undefined while it is read, null if the log has no such row. */
function useInspected(
  info: SessionInfo,
  mirror: LogMirror,
  seq: number,
): Result<Inspected> | null | undefined {
  const { session } = info;
  const isWhole = fileInfo(info)?.opening === undefined;
  const read = useExchange({ session, seq }, isWhole, ...changesOf(mirror, seq));
  const exchange = read?.ok ? read.value : undefined;
  const parts = useMemo(() => (exchange ? partsOf(exchange, session, seq) : undefined), [exchange]);
  const isRead = useReadAhead(parts === undefined ? [] : recordsToRead(parts));
  const inspected = useMemo(() => (parts && isRead ? inspect(parts) : undefined), [parts, isRead]);
  if (read?.ok === false) return read;
  if (exchange === null) return null;
  if (inspected !== undefined) return ok(inspected);
  return read !== undefined && parts === undefined ? err(lostRecord(seq)) : undefined;
}

/** What `inspect` takes; undefined if the recording has no such record. */
function partsOf(exchange: KnownExchange, session: string, seq: number) {
  const [row, record] = [exchange.rowOf(seq), recordAt(exchange.known, seq)];
  return row && record && { ...exchange, session, row, record };
}

/** Changes whenever the exchange of a row does, and until it is answered every 50 rows: some may belong to it. */
function changesOf(mirror: LogMirror, seq: number): readonly unknown[] {
  const row = mirror.known(seq);
  const pair = mirror.known(row?.pair ?? 0);
  const isAnswered = row !== undefined && halves(row, () => pair).answerSeq > 0;
  const after = isAnswered ? 0 : Math.min(mirror.table.length - mirror.table.indexOf(seq), 2000);
  return [row, pair, mirror.known(pair?.pair ?? 0), Math.floor(after / 50)];
}

/** A row is shown before its record is written: a slow disk or another program can lose the record. */
function lostRecord(seq: number): string {
  return `Record ${seq} is not in the recording: it was dropped, and the row that counts what was dropped says why. This row is all that is left of it.`;
}

/** Parses long records, each in its own turn; true once all are parsed. */
function useReadAhead(records: readonly (KnownRecord | undefined)[]): boolean {
  const next = records.find(isLongAndUnparsed);
  const [, setRead] = useState<KnownRecord>();
  useEffect(() => {
    // The page of a long line also renders in slices, so that the window stays responsive.
    if (next !== undefined) readInTurn(next).then(() => startTransition(() => setRead(next)));
  }, [next]);
  return next === undefined;
}

/** The value, or the previous one with the same key while the next is loading, so that the page stays. */
function useLastOf<Value>(value: Value | undefined, key: string): Value | undefined {
  const last = useRef<{ key: string; value: Value }>(undefined);
  useEffect(() => {
    if (value !== undefined) last.current = { key, value };
  }, [key, value]);
  return value ?? (last.current?.key === key ? last.current.value : undefined);
}
