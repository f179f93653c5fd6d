import { Group, Panel, Separator } from 'react-resizable-panels';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { FindingsPanel } from '../../inspector/findings/findings-panel.tsx';
import { useScreen } from '../../state/screen/screen-store.ts';
import { FrameLog } from '../../traffic/log/frame-log.tsx';
import styles from './layout.module.css';

/** The frame log, and below it the findings while they are wanted. */
export function LogAndFindings({ info }: { readonly info: SessionInfo }) {
  const open = useScreen((state) => state.findingsOpen);
  return (
    <Group id="log-group" orientation="vertical" className={styles.panes}>
      <Panel id="log" className={styles.pane} minSize="120px">
        <FrameLog key={`${info.session} ${info.startedAt}`} info={info} />
      </Panel>
      {open && (
        <>
          <Separator className={styles.flat} aria-label="Height of the findings" />
          <Panel id="findings" className={styles.pane} defaultSize="42%" minSize="100px">
            <FindingsPanel key={info.session} session={info.session} />
          </Panel>
        </>
      )}
    </Group>
  );
}
