import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import {
  Group,
  type Layout,
  Panel,
  type PanelImperativeHandle,
  Separator,
  usePanelRef,
} from 'react-resizable-panels';
import { ServersSection } from '../../connect/profiles/servers-section.tsx';
import { Inspector } from '../../inspector/inspector.tsx';
import { CodeLookup } from '../../lookup/code-lookup.tsx';
import { useLookup } from '../../lookup/lookup-store.ts';
import { Sidebar } from '../../server/tools/sidebar.tsx';
import { useServerRequestsOpen } from '../../server-requests/follow-server-requests.ts';
import { ServerRequestsPanel } from '../../server-requests/server-requests-panel.tsx';
import { readRemembered, remember } from '../../state/screen/kept-entries.ts';
import { setSidebarOpen } from '../../state/screen/screen-actions.ts';
import { useActiveSession, useScreen } from '../../state/screen/screen-store.ts';
import { MergedSessions } from '../../traffic/log/merged-bar.tsx';
import { FaultBoundary } from '../../ui/controls/fault-boundary.tsx';
import styles from './layout.module.css';

/** Below this width the log needs the sidebar's room. */
const NARROW = '(max-width: 899px)';

/** How wide the panes beside the log are at first, in pixels: a wide window is shared with them. */
function firstSizes(width: number): { readonly sidebar: number; readonly inspector: number } {
  if (width < 1200) return { sidebar: 200, inspector: 348 };
  const part = (share: number, least: number, most: number) =>
    Math.round(Math.min(most, Math.max(least, share * width)));
  return { sidebar: part(0.16, 260, 320), inspector: part(0.275, 396, 640) };
}

/** Sidebar, centre and inspector side by side; their sizes last over a restart. */
export function Panes({ children }: { readonly children: ReactNode }) {
  const sidebar = usePanelRef();
  const [sizes] = useState(() => firstSizes(window.innerWidth));
  const merged = useScreen((state) => state.merged);
  const sidebarOpen = useScreen((state) => state.sidebarOpen);
  useNarrowWindow();
  useEffect(() => {
    if (sidebarOpen) sidebar.current?.expand();
    else sidebar.current?.collapse();
  }, [sidebarOpen, sidebar]);
  return (
    <Group id="panes" className={styles.panes} {...useRememberedLayout('panes')}>
      <Panel
        id="sidebar"
        panelRef={sidebar}
        className={sidebarOpen ? styles.pane : styles.closed}
        collapsible
        collapsedSize={0}
        defaultSize={`${sizes.sidebar}px`}
        minSize="170px"
        maxSize="420px"
        groupResizeBehavior="preserve-pixel-size"
        onResize={({ inPixels }, _id, before) => {
          // A drag past the edge closes or opens the sidebar too; a width that only changes is told late, and may be
          // that of a sidebar which has been closed since. The first layout is not the user's.
          const isOpen = inPixels > 0;
          if (before !== undefined && before.inPixels > 0 !== isOpen) setSidebarOpen(isOpen);
        }}
      >
        <FaultBoundary part="sidebar">
          <ServersSection />
          {merged ? <MergedSessions /> : <Sidebar />}
        </FaultBoundary>
      </Panel>
      <Separator className={styles.separator} aria-label="Width of the sidebar" />
      <Panel id="centre" className={styles.pane} minSize="340px">
        <FaultBoundary part="log">{children}</FaultBoundary>
      </Panel>
      <Separator className={styles.separator} aria-label="Width of the inspector" />
      <Panel
        id="right"
        className={styles.pane}
        defaultSize={`${sizes.inspector}px`}
        minSize="300px"
        maxSize="60%"
        groupResizeBehavior="preserve-pixel-size"
      >
        <FaultBoundary part="inspector">
          <RightPane />
        </FaultBoundary>
      </Panel>
    </Group>
  );
}

function RightPane() {
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
  if (!lookupOpen && !serverRequestsShown) return <Inspector />;
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
            <Inspector />
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

function useRememberedLayout(name: string) {
  const key = `layout.${name}`;
  const [kept, setKept] = useState(() => readRemembered(key));
  const onLayoutChanged = (layout: Layout, meta: { readonly isUserInteraction: boolean }) => {
    if (!meta.isUserInteraction) return;
    remember(key, layout);
    setKept(layout);
  };
  return { defaultLayout: isLayout(kept) ? kept : undefined, onLayoutChanged };
}

function isLayout(value: unknown): value is Layout {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((size) => typeof size === 'number');
}

/** Closes the sidebar when the window becomes narrow, and opens it again when it is wide. */
function useNarrowWindow(): void {
  useEffect(() => {
    const narrow = window.matchMedia(NARROW);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => setSidebarOpen(!narrow.matches);
    // The panes get the new width later in this frame, and would close again what has none yet.
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(changed);
    };
    if (narrow.matches) changed();
    narrow.addEventListener('change', later);
    return () => {
      clearTimeout(timer);
      narrow.removeEventListener('change', later);
    };
  }, []);
}

/** The inspector gets no more than this part of the pane by itself. */
const MAX_SHARE = 0.6;

/**
 * Makes a panel as high as what it shows, as long as `fits`: what it does not use is its neighbour's. Gives the ref
 * of the panel's content, in which the open tab panel is what scrolls.
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

/** Pixels that the content would fill: the bar above the scrolling part, and all of what that holds. */
function heightOf(content: HTMLElement): number {
  const scrolls = content.querySelector('[role="tabpanel"]');
  const [first, last] = [scrolls?.firstElementChild, scrolls?.lastElementChild];
  if (scrolls === null || !(first instanceof HTMLElement) || !(last instanceof HTMLElement)) return 0;
  const bar = scrolls.getBoundingClientRect().top - content.getBoundingClientRect().top;
  const { paddingTop, paddingBottom } = getComputedStyle(scrolls);
  const isCut = scrolls.scrollHeight > scrolls.clientHeight;
  // What sticks to the end of a part that scrolls does not show where that ends.
  if (isCut) return bar + scrolls.scrollHeight;
  const inside = last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
  return bar + inside + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
}
