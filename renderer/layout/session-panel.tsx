import type { SessionInfo } from '../../app/contract/session-info.ts';
import { SessionFilterBar } from '../filter/filter-bar.tsx';
import { SessionBanners } from '../notices/session-banners.tsx';
import { OverviewStrip } from '../overview/overview-strip.tsx';
import { PeerBar } from '../peer-bar/peer-bar.tsx';
import { ReplayBar } from '../replay/replay-bar.tsx';
import { RunningStrip } from '../running/running-strip.tsx';
import { FindBar } from '../search/find-bar.tsx';
import styles from './layout.module.css';
import { LogAndFindings } from './log-and-findings.tsx';

/** The centre of the screen: one session, from who it is down to its rows. */
export function SessionPanel({ info }: { readonly info: SessionInfo }) {
  return (
    <div id="session-panel" role="tabpanel" aria-label={info.label} className={styles.centre}>
      <PeerBar info={info} />
      <SessionBanners key={`${info.session} banners`} info={info} />
      <SessionFilterBar session={info.session} />
      <FindBar />
      <OverviewStrip key={`${info.session} overview`} info={info} />
      <LogAndFindings info={info} />
      <RunningStrip key={`${info.session} running`} info={info} />
      {info.state === 'recording' ? <ReplayBar key={`${info.session} replay`} info={info} /> : null}
    </div>
  );
}
