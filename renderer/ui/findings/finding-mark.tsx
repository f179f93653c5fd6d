import type { Severity } from '../../../app/findings/finding.ts';
import styles from './finding-mark.module.css';

type Props = { readonly severity: Severity; readonly size?: number };

/** Decoration beside a text: full for a violation, half for advice, empty for something to know. */
export function FindingMark({ severity, size = 8 }: Props) {
  return (
    <svg
      className={styles.mark}
      data-severity={severity}
      width={size}
      height={size}
      viewBox="0 0 8 8"
      aria-hidden="true"
    >
      <path d="M4 .6 7.4 4 4 7.4.6 4z" fill="none" stroke="currentColor" strokeLinejoin="round" />
      {severity !== 'info' && (
        <path
          d={severity === 'violation' ? 'M4 .6 7.4 4 4 7.4.6 4z' : 'M4 .6v6.8L.6 4z'}
          fill="currentColor"
        />
      )}
    </svg>
  );
}
