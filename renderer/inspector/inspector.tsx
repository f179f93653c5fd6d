import { Tabs } from '@base-ui/react/tabs';
import { memo, useRef } from 'react';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { Row } from '../../app/frame/row.ts';
import type { Inspected } from '../state/inspected/inspected.ts';
import { useSelectedRow } from '../state/log/use-row.ts';
import { useFocusTarget } from '../state/screen/focus-targets.ts';
import { setInspectorTab, setLookup } from '../state/screen/screen-actions.ts';
import type { InspectorTab } from '../state/screen/screen-state.ts';
import { useActiveSession, useScreen } from '../state/screen/screen-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { ExchangePage } from './exchange/exchange-page.tsx';
import { ExplainPage } from './explain/explain-page.tsx';
import styles from './inspector.module.css';
import { CopyBar } from './message/copy-bar.tsx';
import { MessagePage } from './message/message-page.tsx';
import { ModelPage } from './model/model-page.tsx';
import { useInspected } from './use-inspected.ts';

const TABS: readonly (readonly [InspectorTab, string])[] = [
  ['explain', 'Explain'],
  ['message', 'Message'],
  ['exchange', 'Exchange'],
  ['model', "Model's view"],
];

/** The right pane: what the selected row is, means, and did. */
export function Inspector() {
  const tab = useScreen((state) => state.inspectorTab);
  const lookupOpen = useScreen((state) => state.lookup.open);
  const info = useActiveSession();
  const row = useSelectedRow();
  const tabs = useRef<HTMLDivElement>(null);
  useFocusTarget('inspector', tabs, focusSelectedTab);
  return (
    <aside className={styles.inspector} aria-label="Inspector">
      <h2 className={styles.hidden}>Inspector</h2>
      <Tabs.Root
        className={styles.root}
        value={tab}
        onValueChange={(value) => setInspectorTab(TABS.find(([name]) => name === value)?.[0] ?? 'explain')}
      >
        <div className={styles.bar}>
          <Tabs.List className={styles.list} aria-label="Inspector pages" activateOnFocus ref={tabs}>
            {TABS.map(([value, label]) => (
              <Tabs.Tab key={value} value={value} className={styles.tab}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Button
            look="bare"
            className={styles.codes}
            aria-pressed={lookupOpen}
            onClick={() => setLookup({ open: !lookupOpen })}
          >
            Codes <kbd>c</kbd>
          </Button>
        </div>
        <Tabs.Panel value={tab} className={styles.panel} tabIndex={0}>
          {info === undefined || row === undefined ? (
            <Empty />
          ) : (
            <Selection tab={tab} info={info} row={row} />
          )}
        </Tabs.Panel>
      </Tabs.Root>
    </aside>
  );
}

function focusSelectedTab(tabs: HTMLElement): void {
  tabs.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
}

type SelectionProps = { readonly tab: InspectorTab; readonly info: SessionInfo; readonly row: Row };

function Selection({ tab, info, row }: SelectionProps) {
  const inspected = useInspected(info.session, row);
  if (inspected.kind === 'failed') return <p role="alert">{inspected.error}</p>;
  // Local records come within a frame or two: a spinner would only flicker.
  if (inspected.kind === 'waiting') return <p className={styles.waiting}>Reading the record…</p>;
  return <Page key={`${info.session} ${row.seq}`} tab={tab} info={info} inspected={inspected.value} />;
}

type PageProps = { readonly tab: InspectorTab; readonly info: SessionInfo; readonly inspected: Inspected };

/** Kept while the log grows around the selection: a burst must not draw a large page at every frame. */
const Page = memo(function Page({ tab, info, inspected }: PageProps) {
  return (
    <>
      {pageOf({ tab, info, inspected })}
      <CopyBar inspected={inspected} info={info} />
    </>
  );
});

function pageOf({ tab, info, inspected }: PageProps) {
  switch (tab) {
    case 'explain':
      return <ExplainPage inspected={inspected} info={info} />;
    case 'message':
      return <MessagePage inspected={inspected} info={info} />;
    case 'exchange':
      return <ExchangePage inspected={inspected} />;
    case 'model':
      return <ModelPage inspected={inspected} />;
  }
}

function Empty() {
  return (
    <div className={styles.empty}>
      <h2>Nothing is selected</h2>
      <p>Select a row of the log to see what it is, who sees it, and what to do.</p>
      <ul>
        <li>
          <kbd>j</kbd> <kbd>k</kbd> walk the rows
        </li>
        <li>
          <kbd>e</kbd> goes to the next error, <kbd>E</kbd> to the one before
        </li>
        <li>
          <kbd>c</kbd> looks up a code
        </li>
      </ul>
    </div>
  );
}
