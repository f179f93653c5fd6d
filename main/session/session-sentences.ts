/** Why a server was started twice that could not be started at all; empty where it was not. */
export function startedTwice(first: string, how: string): string {
  if (first === '') return '';
  const then = first === how ? 'the same way, so the question is not the reason' : `with ${how}`;
  return `It was started twice: it ended with ${first} when it was asked server/discover, and without that question ${then}.`;
}

/** Said where a watched path is not there. */
export function notWatched(path: string): string {
  return `not watched: there is no ${path}`;
}

/** Why a server is not probed. */
export const KNOWN_TO_DIE =
  'The server ended when it was asked server/discover before, so it was not asked again.';
/** Why a call is not sent. */
export const NOT_CONNECTED = 'The session is not connected. Restart it first.';
export const STILL_STARTING = 'The session is still shaking hands. Wait until it is ready.';
