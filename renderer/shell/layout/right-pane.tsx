import { type RefObject, useEffect, useRef } from 'react';
import { Group, Panel, type PanelImperativeHandle, Separator, usePanelRef } from 'react-resizable-panels';
import { ReconnectSuggestions } from '../../connect/session/reconnect-suggestions.tsx';
import { Inspector } from '../../inspector/inspector.tsx';
import {
  type ExchangeCardProps,
  type InspectorSlots,
  InspectorSlotsContext,
} from '../../inspector/inspector-slots.ts';
import { CodeLookup } from '../../lookup/code-lookup.tsx';
import { LookupButton, LookupToggle, useLookup } from '../../lookup/lookup-state.tsx';
import { InputRoundsCard, OpenServerRequestCard, RepeatCall } from '../../server/requests/exchange-cards.tsx';
import { useServerRequestsOpen } from '../../server/requests/follow-server-requests.ts';
import { ServerRequestsPanel } from '../../server/requests/server-requests-panel.tsx';
import { CreatedTask } from '../../server/tasks/tasks-page.tsx';
import { canEditAgain, editAgain } from '../../server/tools/edit-again.ts';
import { useActiveSession, useScreen } from '../../state/screen/screen-store.ts';
import { FoundRanges } from '../../traffic/search/find-bar.tsx';
import { openSearch } from '../../traffic/search/search.ts';
import { FaultBoundary } from '../../ui/controls/fault-boundary.tsx';
import { later } from '../../ui/later.tsx';
import styles from './layout.module.css';
import { useRememberedLayout } from './remembered-layout.ts';

/** The inspector, with the code lookup and the server requests around it while open. */
export function RightPane() {
  const isPage = useScreen((state) => state.dialog === 'code-lookup');
  const lookupOpen = useLookup((state) => state.open) && !isPage;
  const info = useActiveSession();
  const serverRequestsShown = useServerRequestsOpen() && info !== undefined;
  const layout = useRememberedLayout(serverRequestsShown ? 'right.server-requests' : 'right');
  const inspector = usePanelRef();
  const part = useFittedPanel(
    inspector,
    lookupOpen && !serverRequestsShown && layout.defaultLayout === undefined,
  );
  if (!lookupOpen && !serverRequestsShown) return <SlottedInspector />;
  return (
    <Group
      key={serverRequestsShown ? 'server-requests' : 'lookup'}
      id="right-group"
      orientation="vertical"
      className={styles.panes}
      {...layout}
    >
      {serverRequestsShown && (
        <>
          <Panel id="server-requests" className={styles.pane} defaultSize="70%" minSize="160px">
            <FaultBoundary key={info.session} part="list of server requests">
              <ServerRequestsPanel info={info} />
            </FaultBoundary>
          </Panel>
          <Separator className={styles.flat} aria-label="Height of the server requests" />
        </>
      )}
      <Panel id="inspector" panelRef={inspector} className={styles.pane} minSize="120px">
        <div ref={part} className={styles.pane}>
          <FaultBoundary part="inspector">
            <SlottedInspector />
          </FaultBoundary>
        </div>
      </Panel>
      {lookupOpen && (
        <>
          <Separator className={styles.flat} aria-label="Height of the code lookup" />
          <Panel
            id="lookup"
            className={styles.pane}
            defaultSize={serverRequestsShown ? '30%' : '50%'}
            minSize="120px"
          >
            <FaultBoundary part="code lookup">
              <CodeLookup />
            </FaultBoundary>
          </Panel>
        </>
      )}
    </Group>
  );
}

const INSPECTOR_SLOTS: InspectorSlots = {
  ExchangeCards,
  ErrorCards: ReconnectSuggestions,
  FoundRanges,
  searchFor: openSearch,
  editAgain: { when: canEditAgain, run: editAgain },
  CreatedTask,
  Head: later('ProblemHead', () => import('../../summary/problems/problem-head.tsx')),
  LookupToggle,
  LookupButton,
};

function ExchangeCards({ inspected, info }: ExchangeCardProps) {
  return (
    <>
      <OpenServerRequestCard inspected={inspected} info={info} />
      <InputRoundsCard inspected={inspected} />
      <RepeatCall inspected={inspected} info={info} />
    </>
  );
}

function SlottedInspector() {
  return (
    <InspectorSlotsContext value={INSPECTOR_SLOTS}>
      <Inspector />
    </InspectorSlotsContext>
  );
}

/** The largest share of the pane that the inspector takes automatically. */
const MAX_SHARE = 0.6;

/**
 * Makes a panel as high as its content while `fits`, leaving the rest to its neighbor. Returns the ref of the panel's
 * content, in which the open tab panel scrolls.
 */
function useFittedPanel(
  panel: RefObject<PanelImperativeHandle | null>,
  fits: boolean,
): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const content = part.current;
    const group = content?.closest('[data-group]');
    if (!fits || content === null || !(group instanceof HTMLElement)) return;
    const fit = (): void => {
      const most = group.clientHeight * MAX_SHARE;
      const wanted = Math.min(most, heightOf(content));
      if (wanted > 0 && Math.abs(content.clientHeight - wanted) > 1)
        panel.current?.resize(`${Math.ceil(wanted)}px`);
    };
    const sizes = new ResizeObserver(fit);
    const watch = (): void => {
      sizes.disconnect();
      sizes.observe(group);
      for (const child of content.querySelector('[role="tabpanel"]')?.children ?? []) sizes.observe(child);
      fit();
    };
    const changes = new MutationObserver(watch);
    const scrolls = content.querySelector('[role="tabpanel"]');
    if (scrolls !== null) changes.observe(scrolls, { childList: true });
    watch();
    return () => {
      changes.disconnect();
      sizes.disconnect();
    };
  }, [fits, panel]);
  return part;
}

/** The height that the content would fill, in pixels: the bar above the scrolling part, and all of that part. */
function heightOf(content: HTMLElement): number {
  const scrolls = content.querySelector('[role="tabpanel"]');
  const [first, last] = [scrolls?.firstElementChild, scrolls?.lastElementChild];
  if (scrolls === null || !(first instanceof HTMLElement) || !(last instanceof HTMLElement)) return 0;
  const bar = scrolls.getBoundingClientRect().top - content.getBoundingClientRect().top;
  const { paddingTop, paddingBottom } = getComputedStyle(scrolls);
  const isCut = scrolls.scrollHeight > scrolls.clientHeight;
  // An element that sticks to the end of a scrolling part does not show where that part ends.
  if (isCut) return bar + scrolls.scrollHeight;
  const inside = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
  return bar + inside + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
}
