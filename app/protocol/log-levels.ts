/** The levels of `logging/setLevel` and of log messages, from quiet to loud (RFC 5424; schema.ts, LoggingLevel). */
export const LOG_LEVELS: readonly string[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];
