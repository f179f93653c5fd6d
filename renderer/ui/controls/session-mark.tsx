import type { CSSProperties } from 'react';
import styles from './session-mark.module.css';

export type SessionMarkProps = {
  readonly session: string;
  /** What the session is called among those that are open. */
  readonly label: string;
  /** Degrees on the colour wheel. */
  readonly hue: number;
};

/** A session's name with a colour of its own, so that its rows are found at a glance. */
export function SessionMark({ label, hue }: SessionMarkProps) {
  const colour: CSSProperties & { '--hue': number } = { '--hue': hue };
  return (
    <span className={styles.mark} style={colour}>
      {label}
    </span>
  );
}
