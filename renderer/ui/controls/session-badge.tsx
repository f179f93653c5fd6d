import type { CSSProperties } from 'react';
import { drawnText } from '../format/drawn-text.tsx';
import styles from './session-badge.module.css';

export type SessionBadgeProps = {
  readonly session: string;
  readonly label: string;
};

/** A session's name with a color of its own, so that its rows are found at a glance. */
export function SessionBadge({ session, label }: SessionBadgeProps) {
  const color: CSSProperties & { '--hue': number } = { '--hue': sessionHue(session) };
  return (
    <span className={styles.badge} style={color}>
      {drawnText(label)}
    </span>
  );
}

/** Ten distinct colors that keep away from the red and the amber of the tiers. */
const HUES = [214, 150, 320, 88, 258, 184, 295, 120, 236, 168];

/** A hue in degrees by the number of the session's tab, so that it keeps its color while others come and go. */
export function sessionHue(session: string): number {
  const number = Number(/\d+$/.exec(session)?.[0] ?? 1);
  return HUES[(number - 1) % HUES.length] ?? 214;
}
