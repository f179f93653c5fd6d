import type { SessionInfo } from '../../app/contract/session-info.ts';

/** Why nothing can be written to the server of a session; empty where it can. */
export function whyNotWrite(info: SessionInfo | undefined): string {
  if (info === undefined) return 'No session is open. Connect to a server first.';
  if (info.kind === 'tapped') return 'A tapped session belongs to its agent: it is shown and not steered.';
  if (info.kind === 'file') return 'A recording has no server: nothing can be sent to it.';
  if (info.pid === null) return 'The server does not run. Restart the session to write to it.';
  return '';
}
