import type { SessionInfo, SessionState } from '../../../app/contract/session-info.ts';

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

/** True where the session is another program's, which a tap shows as it happens. */
export function isTapped(info: SessionInfo): boolean {
  return info.origin === 'tap';
}

/** What the session is at this moment, in words: also whose it is, where it is not this app's own. */
export function sessionWord(info: SessionInfo): string {
  if (isTapped(info)) return info.state === 'closed' ? 'tapped, ended' : 'tapped, read-only';
  if (info.origin === 'import' && info.format !== undefined) return `imported from ${info.format}`;
  return stateWord(info.state);
}

/** True where a server process of this app belongs to the session and has not ended. */
export function isLive(info: SessionInfo): boolean {
  return !isTapped(info) && (info.state === 'starting' || info.state === 'ready');
}

/** Why nothing can be sent to the session's server, in one sentence; empty where it can. */
export function sendRefusal(info: SessionInfo): string {
  if (isTapped(info)) {
    return 'This session is tapped and read-only: it belongs to its agent, and nothing can be sent from here.';
  }
  if (info.state === 'ready') return '';
  return info.state === 'recording'
    ? 'This is a recording: there is no server to call.'
    : 'The server is not running. Restart the session to call its tools.';
}

/** True where the session can be started again. */
export function canRestart(info: SessionInfo): boolean {
  return info.origin === 'connect' && info.state !== 'recording';
}
