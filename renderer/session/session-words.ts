import type { SessionInfo, SessionState } from '../../app/contract/session-info.ts';

/** The state of a session in a word. */
export function stateWord(state: SessionState): string {
  switch (state) {
    case 'starting':
      return 'starting';
    case 'ready':
      return 'connected';
    case 'failed':
      return 'failed';
    case 'closed':
      return 'closed';
    case 'recording':
      return 'recording';
  }
}

/** True where a server process of this app belongs to the session and has not ended. */
export function isLive(info: SessionInfo): boolean {
  return info.state === 'starting' || info.state === 'ready';
}

/** True where the session can be started again. */
export function canRestart(info: SessionInfo): boolean {
  return info.origin === 'connect' && info.state !== 'recording';
}
