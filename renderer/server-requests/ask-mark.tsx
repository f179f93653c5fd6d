import styles from './ask-mark.module.css';

/** A question mark in a round, drawn; the words stand beside it. */
export function AskMark() {
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
