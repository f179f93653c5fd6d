import { type ReactNode, useEffect, useState } from 'react';
import { Group, Panel, Separator, usePanelRef } from 'react-resizable-panels';
import { ServersSection } from '../../connect/profiles/servers-section.tsx';
import { setSidebarOpen, useScreen } from '../../state/screen/screen-store.ts';
import { FaultBoundary } from '../../ui/controls/fault-boundary.tsx';
import { later } from '../../ui/later.tsx';
import styles from './layout.module.css';
import { useRememberedLayout } from './remembered-layout.ts';

const Sidebar = later('Sidebar', () => import('../../server/tools/sidebar.tsx'));
const MergedSessions = later('MergedSessions', () => import('../../traffic/log/merged-bar.tsx'));
const RightPane = later('RightPane', () => import('./right-pane.tsx'));

/** In narrower windows the log needs the sidebar's room. */
const NARROW = '(max-width: 899px)';

/** The initial widths of the panes next to the log, in pixels: a wide window gives them more. */
function firstSizes(width: number): { readonly sidebar: number; readonly inspector: number } {
  if (width < 1200) return { sidebar: 200, inspector: 348 };
  const part = (share: number, least: number, most: number) =>
    Math.round(Math.min(most, Math.max(least, share * width)));
  return { sidebar: part(0.16, 260, 320), inspector: part(0.275, 396, 640) };
}

/** Sidebar, center and inspector side by side, also at 200 % of a small screen; their sizes are kept across restarts. */
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
          // Dragging past the edge also closes or opens the sidebar. A mere width change is reported late, and may
          // concern a sidebar that has been closed since. The initial layout is not a choice of the user.
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
      <Panel id="center" className={styles.pane} minSize="236px">
        <FaultBoundary part="log">{children}</FaultBoundary>
      </Panel>
      <Separator className={styles.separator} aria-label="Width of the inspector" />
      <Panel
        id="right"
        className={styles.pane}
        defaultSize={`${sizes.inspector}px`}
        minSize="230px"
        maxSize="50%"
        groupResizeBehavior="preserve-pixel-size"
      >
        <FaultBoundary part="inspector">
          <RightPane />
        </FaultBoundary>
      </Panel>
    </Group>
  );
}

function useNarrowWindow(): void {
  useEffect(() => {
    const narrow = window.matchMedia(NARROW);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => setSidebarOpen(!narrow.matches);
    // The panes get the new width later in this frame, and would close a pane that has no width yet.
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
