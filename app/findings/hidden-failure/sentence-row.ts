/**
 * How much a text must say to count: `voice` is what only a program that failed says (an HTTP client, a missing
 * key); `machine` names a step of the program ("Failed to fetch", "Error executing query:"); `plain` may as well be
 * said about other things, and counts only for a tool that reports on its own work; `own` names that work itself.
 */
export type SentenceStrength = 'own' | 'voice' | 'machine' | 'plain';

/** A way to state a failure, tried on the first line of a text. */
export type SentenceRow = readonly [pattern: RegExp, strength: SentenceStrength, why: string];

/** The reason phrases of the HTTP statuses from 400 on. */
export const REASON =
  '(Bad Request|Unauthorized|Payment Required|Forbidden|Not Found|Method Not Allowed|Not Acceptable|Request Timeout|Conflict|Gone|Payload Too Large|Unprocessable (Entity|Content)|Too Many Requests|Internal Server Error|Not Implemented|Bad Gateway|Service Unavailable|Gateway Time-?out)';
