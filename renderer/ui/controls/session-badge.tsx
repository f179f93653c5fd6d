import type { CSSProperties } from 'react';
import { drawnText } from '../format/drawn-text.tsx';
import styles from './session-badge.module.css';

export type SessionBadgeProps = {
  readonly session: string;
  readonly label: string;
};

/** A session's name in its own color, so that its rows are recognized at a glance. */
export function SessionBadge({ session, label }: SessionBadgeProps) {
  const color: CSSProperties & { '--hue': number } = { '--hue': sessionHue(session) };
  return (
    <span className={styles.badge} style={color}>
      {drawnText(label)}
    </span>
  );
}

/** Ten distinct hues, away from the tiers' red and amber. */
const HUES = [214, 150, 320, 88, 258, 184, 295, 120, 236, 168];

/** A hue in degrees from the number of the session's tab, so that it keeps its color as others come and go. */
export function sessionHue(session: string): number {
  const number = Number(/\d+$/.exec(session)?.[0] ?? 1);
  return HUES[(number - 1) % HUES.length] ?? 214;
}
