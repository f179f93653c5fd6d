import { Group, Panel, Separator } from 'react-resizable-panels';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { FindingsPanel } from '../../inspector/findings/findings-panel.tsx';
import { useSessionNames } from '../../state/log/front-rows.ts';
import { MERGED } from '../../state/screen/screen-state.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { FrameLog } from '../../traffic/log/frame-log.tsx';
import { SessionMark } from '../../ui/controls/session-mark.tsx';
import styles from './layout.module.css';

type Props = { readonly info?: SessionInfo | undefined };

/** The frame log, and below it the findings while they are wanted; without a session, those of the merged log. */
export function LogAndFindings({ info }: Props) {
  const open = useScreen((state) => state.findingsOpen);
  return (
    <Group id="log-group" orientation="vertical" className={styles.panes}>
      <Panel id="log" className={styles.pane} minSize="120px">
        <FrameLog key={info === undefined ? MERGED : `${info.session} ${info.startedAt}`} info={info} />
      </Panel>
      {open && (
        <>
          <Separator className={styles.flat} aria-label="Height of the findings" />
          <Panel id="findings" className={styles.pane} defaultSize="42%" minSize="100px">
            {info === undefined ? (
              <FindingsOfSelection />
            ) : (
              <FindingsPanel key={info.session} session={info.session} />
            )}
          </Panel>
        </>
      )}
    </Group>
  );
}

/** The findings of the session whose row is selected, with its name above them. */
function FindingsOfSelection() {
  const active = useScreen((state) => state.active);
  const mark = useSessionNames().get(active ?? '');
  if (active === null || mark === undefined) return null;
  return (
    <>
      <p className={styles.whose}>
        Of the selected row’s session: <SessionMark {...mark} />
      </p>
      <FindingsPanel session={active} />
    </>
  );
}
