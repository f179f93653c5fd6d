import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { type SessionBadgeProps, sessionHue } from '../../ui/controls/session-badge.tsx';

/**
 * What each session is called among those that are open: its label, with the name of its tab in front where
 * another one has the same label.
 */
export function sessionNames(sessions: readonly SessionInfo[]): ReadonlyMap<string, SessionBadgeProps> {
  const counts = new Map<string, number>();
  for (const { label } of sessions) counts.set(label, (counts.get(label) ?? 0) + 1);
  return new Map(
    sessions.map(({ session, label }) => {
      const name = (counts.get(label) ?? 0) > 1 ? `${session} ${label}` : label;
      return [session, { session, label: name, hue: sessionHue(session) }];
    }),
  );
}
