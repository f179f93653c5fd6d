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
import { fileInfo, type SessionInfo } from '../../app/contract/session-info.ts';
import type { StoredFailure } from '../../app/explain/stored-failure.ts';
import { isAddress } from '../../app/frame/http-record.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { isOpen, type Row } from '../../app/frame/row.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import { TierLegend } from '../shared/tier-legend.tsx';
import { host, settled, useLoaded } from '../state/host/host.ts';
import { exchangePlace, type PlaceLog } from '../state/inspected/exchange-place.ts';
import { failureSeq, type Inspected, inspect, recordsToRead } from '../state/inspected/inspected.ts';
import type { LogMirror } from '../state/log/log-mirror.ts';
import { useSelectedRow, useSessionLog } from '../state/log/log-mirrors.ts';
import {
  type Fetched,
  isLongAndUnparsed,
  LONG_LINE,
  readInTurn,
  useRecord,
  useRecords,
} from '../state/log/use-record.ts';
import { useFocusTarget } from '../state/screen/focus-targets.ts';
import {
  type InspectorTab,
  setInspectorTab,
  showDialog,
  useActiveSession,
  useScreen,
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
  const row = useSelectedRow();
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
          {info === undefined || row === undefined ? (
            <Empty />
          ) : (
            <Selection tab={shown} info={info} row={row} />
          )}
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

type SelectionProps = { readonly tab: InspectorTab; readonly info: SessionInfo; readonly row: Row };

function Selection({ tab, info, row }: SelectionProps) {
  const inspected = useInspected(info, row);
  // The tab reacts at once; a large page renders later, in slices.
  const shown = useDeferredValue(tab);
  // Records arrive within a frame or two: until then the previous page stays, since a blank one would flicker.
  const page = useLastOf(inspected.kind === 'here' ? inspected.value : undefined, info.session);
  const isBefore =
    page === undefined || page.row.seq !== row.seq || (isOpen(page.row.outcome) && !isOpen(row.outcome));
  if (inspected.kind === 'failed') return <p role="alert">{inspected.error}</p>;
  if (isBefore && row.sizeBytes > LONG_LINE) return <Reading row={row} />;
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

function useInspected(info: SessionInfo, row: Row): Fetched<Inspected> {
  const { session } = info;
  const { mirror } = useSessionLog(session);
  const table = useTableAround(mirror, row);
  const log = placeLog({ table, rowOf: (seq) => (seq === 0 ? undefined : mirror.rowOf(seq)) });
  const place = exchangePlace(row, log);
  const range = useRecords(session, place.first, place.last, growth(mirror, row, place.answerSeq));
  const records = range.kind === 'here' ? range.value : undefined;
  const fetched = useBeyond(session, records, row.seq);
  const own = ifHere(fetched);
  const answerRecord = ifHere(useBeyond(session, records, place.answerSeq));
  const requestRow = log.rowOf(place.requestSeq);
  const answerRow = log.rowOf(place.answerSeq);
  const isWhole = fileInfo(info)?.opening === undefined;
  const rows = [row, requestRow, answerRow];
  const failures = useFailures(session, failureSeq(row, place), rows, [records, isWhole]);
  const parts =
    records === undefined || own === undefined || failures === undefined
      ? undefined
      : { session, row, record: own, place, records, rowOf: log.rowOf, answerRecord, failures };
  const isRead = useReadAhead(parts === undefined ? [] : recordsToRead(parts));
  const inspected = useMemo(() => {
    return parts === undefined || !isRead ? undefined : inspect(parts);
    // The two rows change when the log learns more about the exchange.
  }, [session, row, own, records, answerRecord, requestRow, answerRow, failures, isRead]);
  const shown = useLastOf(inspected, `${session} ${row.seq}`);
  if (range.kind === 'failed') return range;
  if (shown !== undefined) return { kind: 'here', value: shown };
  if (fetched.kind === 'here' && own === undefined) return { kind: 'failed', error: lostRecord(row.seq) };
  return fetched.kind === 'failed' ? fetched : { kind: 'waiting' };
}

const NO_FAILURES: readonly StoredFailure[] = [];

/** How the exchange of some rows failed, read again when the log changes; undefined until it is read. */
function useFailures(
  session: string,
  seq: number,
  rows: readonly (Row | undefined)[],
  sources: readonly unknown[],
): readonly StoredFailure[] | undefined {
  const hasFailed = rows.some((row) => row !== undefined && row.tier !== 'ok');
  const states = rows.map((row) => `${row?.tier} ${row?.outcome}`).join();
  const key = hasFailed ? `${session} ${seq} ${states}` : '';
  const read = useLoaded(key, () => settled(host().readFailures({ session, seq })), ...sources);
  if (!hasFailed) return NO_FAILURES;
  return read === undefined || read.ok ? read?.value : NO_FAILURES;
}

/** A row is shown before its record is written: a slow disk or another program can lose the record. */
function lostRecord(seq: number): string {
  return `Record ${seq} is not in the recording: it was dropped, and the row that counts what was dropped says why. This row is all that is left of it.`;
}

function ifHere<Value>(fetched: Fetched<Value>): Value | undefined {
  return fetched.kind === 'here' ? fetched.value : undefined;
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

/** How many rows before and after a row determine its exchange: see `exchangePlace`. */
const AROUND = { before: 150, after: 2000 } as const;
const NO_ROWS = new RowTable();

/** The rows around one: the end of the log, or once loaded, those next to an earlier row. */
function useTableAround({ table, length, state: { session } }: LogMirror, { seq }: Row): RowTable {
  const at = table.indexOf(seq);
  const isHeld = at >= AROUND.before || (at >= 0 && table.length === length);
  const beside = useLoaded(isHeld ? '' : `${session} ${seq}`, async () => {
    const read = await settled(host().readRowsBeside({ session, seq, ...AROUND }));
    const rows = new RowTable();
    if (read.ok) rows.append(read.value.rows);
    return rows;
  });
  return isHeld ? table : (beside ?? NO_ROWS);
}

function placeLog({ table, rowOf }: { table: RowTable; rowOf: PlaceLog['rowOf'] }): PlaceLog {
  const between = (from: number, to: number) => {
    const rows: Row[] = [];
    for (let index = Math.max(0, from); index < Math.min(table.length, to); index += 1) {
      const row = table.row(index);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  };
  return {
    rowOf,
    rowsAfter: (seq, limit) => {
      const at = table.indexOf(seq);
      return at < 0 ? [] : between(at + 1, at + 1 + limit);
    },
    rowsBefore: (seq, limit) => between(table.indexOf(seq) - limit, table.indexOf(seq)),
  };
}

/** The record with this `seq`: from the loaded records, or fetched. */
function useBeyond(
  session: string,
  records: readonly KnownRecord[] | undefined,
  seq: number,
): Fetched<KnownRecord | undefined> {
  const held = records?.find((record) => 'seq' in record && record.seq === seq);
  const wanted = records !== undefined && held === undefined && seq > 0;
  const fetched = useRecord(session, wanted ? seq : null);
  return held === undefined ? fetched : { kind: 'here', value: held };
}

/** Grows in a few steps while more records of an open exchange may arrive, so that a burst rarely reloads them. */
function growth(mirror: LogMirror, row: Row, answerSeq: number): number {
  if (answerSeq > 0) return 0;
  const at = mirror.table.indexOf(row.seq);
  const after = at < 0 ? Number.POSITIVE_INFINITY : mirror.table.length - at;
  return Math.floor(Math.min(after, 2000) / 50) * 2 + (isOpen(row.outcome) ? 0 : 1);
}
