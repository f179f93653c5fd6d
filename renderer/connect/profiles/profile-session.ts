import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { isLive } from '../../state/session/session-words.ts';

/** The session of a profile that is worth showing: a live one, else none. */
export function sessionOf(sessions: readonly SessionInfo[], profile: string): SessionInfo | undefined {
  return sessions.find((info) => liveInfo(info)?.profile === profile && isLive(info));
}
