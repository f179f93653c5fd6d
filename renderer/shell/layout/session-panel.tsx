import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { PeerBar } from '../../connect/session-header/peer-bar.tsx';
import { FindingsCounter } from '../../inspector/findings/findings-counter.tsx';
import { RunningStrip } from '../../server/running/running-strip.tsx';
import { MERGED } from '../../state/screen/screen-state.ts';
import { FilterBar } from '../../traffic/filter/filter-bar.tsx';
import { MergedBar } from '../../traffic/log/merged-bar.tsx';
import { OverviewStrip } from '../../traffic/overview/overview-strip.tsx';
import { ReplayBar } from '../../traffic/replay/replay-bar.tsx';
import { FindBar } from '../../traffic/search/find-bar.tsx';
import { SessionBanners } from '../notices/session-banners.tsx';
import styles from './layout.module.css';
import { LogAndFindings } from './log-and-findings.tsx';

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
          <PeerBar info={info} />
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
