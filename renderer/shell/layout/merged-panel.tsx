import { Group, Panel, Separator } from 'react-resizable-panels';
import { FindingsPanel } from '../../inspector/findings/findings-panel.tsx';
import { useSessionNames } from '../../state/log/front-rows.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { MergedFilterBar } from '../../traffic/filter/filter-bar.tsx';
import { MergedBar } from '../../traffic/merged/merged-bar.tsx';
import { MergedLog } from '../../traffic/merged/merged-log.tsx';
import { MergedOverview } from '../../traffic/merged/merged-overview.tsx';
import { FindBar } from '../../traffic/search/find-bar.tsx';
import { SessionMark } from '../../ui/controls/session-mark.tsx';
import styles from './layout.module.css';
import panel from './merged-panel.module.css';

/** The centre of the screen: the log of all sessions in one. */
export function MergedPanel() {
  const open = useScreen((state) => state.findingsOpen);
  return (
    <div id="session-panel" role="tabpanel" aria-label="All sessions" className={styles.centre}>
      <MergedBar />
      <MergedFilterBar />
      <FindBar />
      <MergedOverview />
      <Group id="merged-group" orientation="vertical" className={styles.panes}>
        <Panel id="merged-log" className={styles.pane} minSize="120px">
          <MergedLog />
        </Panel>
        {open && <Separator className={styles.flat} aria-label="Height of the findings" />}
        {open && (
          <Panel id="merged-findings" className={styles.pane} defaultSize="42%" minSize="100px">
            <FindingsOfSelection />
          </Panel>
        )}
      </Group>
    </div>
  );
}

/** The findings of the session whose row is selected, with its name above them. */
function FindingsOfSelection() {
  const active = useScreen((state) => state.active);
  const mark = useSessionNames().get(active ?? '');
  if (active === null || mark === undefined) return null;
  return (
    <>
      <p className={panel.whose}>
        Of the selected row’s session: <SessionMark {...mark} />
      </p>
      <FindingsPanel session={active} />
    </>
  );
}
