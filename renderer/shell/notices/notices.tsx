import { useEffect } from 'react';
import { dismissNotice, type ShownNotice, useNotices, useScreen } from '../../state/screen/screen-store.ts';
import banner from '../../ui/controls/banner.module.css';
import { Button, IconButton } from '../../ui/kit.tsx';
import styles from './notices.module.css';

const SHOWN_MS = 6000;
/** The time per character that a slow reader needs, in milliseconds. */
const MS_PER_CHARACTER = 80;

/** Messages of the host and the screen that belong to no row. Errors stay until dismissed. */
export function Notices() {
  const notices = useNotices((state) => state.notices);
  return (
    <div className={styles.stack} aria-live="polite">
      {notices.map((notice) => (
        <NoticeCard key={notice.key} notice={notice} />
      ))}
    </div>
  );
}

function NoticeCard({ notice }: { readonly notice: ShownNotice }) {
  const { key, level, text, action } = notice;
  useEffect(() => {
    if (level === 'error') return;
    const shownMs = Math.max(SHOWN_MS, text.length * MS_PER_CHARACTER);
    const timer = setTimeout(() => dismissNotice(key), shownMs);
    return () => clearTimeout(timer);
  }, [key, level, text]);
  return (
    <div role={level === 'error' ? 'alert' : 'status'} className={styles.notice} data-level={level}>
      <p>{text}</p>
      {action !== undefined && (
        <Button
          look="link"
          onClick={() => {
            dismissNotice(key);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton name="Dismiss" size="tiny" onClick={() => dismissNotice(key)} />
    </div>
  );
}

/** Reports that the host is gone, while the link reconnects automatically. */
export function LinkBanner() {
  const lost = useScreen((state) => state.link === 'lost');
  if (!lost) return null;
  return (
    <div role="alert" className={banner.banner} data-level="error">
      <p>Lost the connection to the host. Trying again…</p>
    </div>
  );
}
