import styles from './top-bar.module.css';

/** Four tiers as four bars. */
export function Logo() {
  return (
    <svg role="img" aria-label="Tierscope" className={styles.logo} width="22" height="20" viewBox="0 0 26 24">
      <rect x="0" y="14" width="5" height="10" rx="1.2" fill="var(--transport-strong)" />
      <rect x="7" y="10" width="5" height="14" rx="1.2" fill="var(--client-strong)" />
      <rect x="14" y="6" width="5" height="18" rx="1.2" fill="var(--protocol-strong)" />
      <rect x="21" y="2" width="5" height="22" rx="1.2" fill="var(--tool-strong)" />
    </svg>
  );
}
