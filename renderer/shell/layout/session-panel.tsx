import { Group, Panel, Separator } from 'react-resizable-panels';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { SessionHeader } from '../../connect/session-header/session-header.tsx';
import { FindingsCounter } from '../../inspector/findings/findings-counter.tsx';
import { FindingsPanel } from '../../inspector/findings/findings-panel.tsx';
import { RunningStrip } from '../../server/running/running-strip.tsx';
import { useSessionNames } from '../../state/log/front-rows.ts';
import { MERGED, useScreen } from '../../state/screen/screen-store.ts';
import { FilterBar } from '../../traffic/filter/filter-bar.tsx';
import { FrameLog } from '../../traffic/log/frame-log.tsx';
import { MergedBar } from '../../traffic/log/merged-bar.tsx';
import { OverviewStrip } from '../../traffic/overview/overview-strip.tsx';
import { ReplayBar } from '../../traffic/replay/replay-bar.tsx';
import { FindBar } from '../../traffic/search/find-bar.tsx';
import { SessionBadge } from '../../ui/controls/session-badge.tsx';
import { SessionBanners } from '../notices/session-banners.tsx';
import styles from './layout.module.css';

type LogAndFindingsProps = { readonly info?: SessionInfo | undefined };

/** The frame log, and below it the findings while they are wanted; without a session, those of the merged log. */
function LogAndFindings({ info }: LogAndFindingsProps) {
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
  const badge = useSessionNames().get(active ?? '');
  if (active === null || badge === undefined) return null;
  return (
    <>
      <p className={styles.whose}>
        Of the selected row’s session: <SessionBadge {...badge} />
      </p>
      <FindingsPanel session={active} />
    </>
  );
}

type Props = {
  /** The session in front; without one, the merged log of all sessions. */
  readonly info?: SessionInfo | undefined;
};

/** The centre of the screen: one session or all of them, from who it is down to its rows. */
export function SessionPanel({ info }: Props) {
  const session = info?.session ?? MERGED;
  return (
    <div
      id="session-panel"
      role="tabpanel"
      aria-label={info?.label ?? 'All sessions'}
      className={styles.centre}
    >
      {info === undefined ? (
        <MergedBar />
      ) : (
        <>
          <SessionHeader info={info} />
          <SessionBanners key={`${session} banners`} info={info} />
        </>
      )}
      <FilterBar info={info}>{info && <FindingsCounter session={session} />}</FilterBar>
      <FindBar />
      <OverviewStrip key={`${session} overview`} info={info} />
      <LogAndFindings info={info} />
      {info && <RunningStrip key={`${session} running`} info={info} />}
      {info?.kind === 'file' && <ReplayBar key={`${session} replay`} info={info} />}
    </div>
  );
}
