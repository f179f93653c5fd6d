import { useScreen } from '../../state/screen/screen-store.ts';
import styles from '../../ui/controls/banner.module.css';

/** Says that the host is gone, while the link dials again by itself. */
export function LinkBanner() {
  const lost = useScreen((state) => state.link === 'lost');
  if (!lost) return null;
  return (
    <div role="alert" className={styles.banner} data-level="error">
      <p>Lost the connection to the host. Trying again…</p>
    </div>
  );
}
