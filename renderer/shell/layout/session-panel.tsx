import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { PeerBar } from '../../connect/session-header/peer-bar.tsx';
import { FindingsCounter } from '../../inspector/findings/findings-counter.tsx';
import { RunningStrip } from '../../server/running/running-strip.tsx';
import { SessionFilterBar } from '../../traffic/filter/filter-bar.tsx';
import { OverviewStrip } from '../../traffic/overview/overview-strip.tsx';
import { ReplayBar } from '../../traffic/replay/replay-bar.tsx';
import { FindBar } from '../../traffic/search/find-bar.tsx';
import { SessionBanners } from '../notices/session-banners.tsx';
import styles from './layout.module.css';
import { LogAndFindings } from './log-and-findings.tsx';

/** The centre of the screen: one session, from who it is down to its rows. */
export function SessionPanel({ info }: { readonly info: SessionInfo }) {
  return (
    <div id="session-panel" role="tabpanel" aria-label={info.label} className={styles.centre}>
      <PeerBar info={info} />
      <SessionBanners key={`${info.session} banners`} info={info} />
      <SessionFilterBar session={info.session}>
        <FindingsCounter session={info.session} />
      </SessionFilterBar>
      <FindBar />
      <OverviewStrip key={`${info.session} overview`} info={info} />
      <LogAndFindings info={info} />
      <RunningStrip key={`${info.session} running`} info={info} />
      {info.kind === 'file' ? <ReplayBar key={`${info.session} replay`} info={info} /> : null}
    </div>
  );
}
