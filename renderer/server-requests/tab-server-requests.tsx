import { liveInfo, type SessionInfo } from '../../app/contract/session-info.ts';
import { counted } from '../ui/format/counted.ts';
import styles from './server-request-mark.module.css';

/** On a session's tab: how many requests its server has open. */
export function TabServerRequests({ info }: { readonly info: SessionInfo }) {
  const count = liveInfo(info)?.serverRequests.length ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles.count} data-server-requests={count} title={`Open server requests: ${count}`}>
      <ServerRequestBadge />
      {count}
    </span>
  );
}

/** The same for screen readers, after the visible text of the tab. */
export function tabServerRequestsText(info: SessionInfo): string {
  const count = liveInfo(info)?.serverRequests.length ?? 0;
  return count === 0 ? '' : ` ${counted(count, 'open server request')}`;
}

/** A question mark in a circle; the text stands beside it. */
export function ServerRequestBadge() {
  return (
    <svg
      aria-hidden="true"
      className={styles.mark}
      width="13"
      height="13"
      viewBox="0 0 13 13"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
    >
      <circle cx="6.5" cy="6.5" r="5.6" />
      <path d="M4.9 5.1c.1-1 .8-1.6 1.7-1.6s1.6.6 1.6 1.4c0 1.2-1.6 1.3-1.6 2.5M6.6 9.4v.1" />
    </svg>
  );
}
