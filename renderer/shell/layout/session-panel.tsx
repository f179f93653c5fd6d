import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { SessionHeader } from '../../connect/session-header/session-header.tsx';
import { MergedBar } from '../../traffic/log/merged-bar.tsx';
import { SessionBanners } from '../notices/session-banners.tsx';
import { CentreViews } from './centre-views.tsx';
import { FormMiddle } from './form-middle.tsx';
import styles from './layout.module.css';

type Props = {
  /** The session in front; without one, the merged log of all sessions. */
  readonly info?: SessionInfo | undefined;
};

/** The centre of the screen: one session or all of them, from who it is down to the view that is open. */
export function SessionPanel({ info }: Props) {
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
          <SessionBanners key={`${info.session} banners`} info={info} />
        </>
      )}
      <FormMiddle>
        <CentreViews info={info} />
      </FormMiddle>
    </div>
  );
}
