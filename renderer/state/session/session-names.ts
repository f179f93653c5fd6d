import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { SessionMarkProps } from '../../ui/controls/session-mark.tsx';

/** Ten colours that can be told apart, and that keep away from the red and the amber of the tiers. */
const HUES = [214, 150, 320, 88, 258, 184, 295, 120, 236, 168];

/**
 * What each session is called among those that are open: its label, with the name of its tab in front where
 * another one has the same label.
 */
export function sessionNames(sessions: readonly SessionInfo[]): ReadonlyMap<string, SessionMarkProps> {
  const counts = new Map<string, number>();
  for (const { label } of sessions) counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Map(
    sessions.map(({ session, label }) => {
      const name = (counts.get(label) ?? 0) > 1 ? `${session} ${label}` : label;
      return [session, { session, label: name, hue: hueOf(session) }];
    }),
  );
}

/** By the number of its tab, so that a session keeps its colour while others come and go. */
function hueOf(session: string): number {
  const number = Number(/\d+$/.exec(session)?.[0] ?? 1);
  return HUES[(number - 1) % HUES.length] ?? 214;
}
