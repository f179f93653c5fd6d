/** Whether the same call may be sent again. */
export type RetryAdvice = {
  readonly safety: 'wait' | 'refresh' | 'change' | 'never' | 'unknown';
  /** One sentence for the screen. */
  readonly sentence: string;
};

const SENTENCES: Record<RetryAdvice['safety'], string> = {
  wait: 'The same call may succeed later. Wait, then send it again; mind that the first one may have done its work.',
  refresh: 'Read the current state first, then decide whether to send the call again.',
  change: 'The same call will fail again. Change the arguments first.',
  never: 'Sending the call again will not help. A person must act first.',
  unknown: 'Nothing says whether a retry is safe. Read the message.',
};

/** What mcp-ts-core's codes say about a retry; names as in its vocabulary. */
const BY_NAME: Record<string, RetryAdvice['safety']> = {
  RateLimited: 'wait',
  Timeout: 'wait',
  ServiceUnavailable: 'wait',
  Conflict: 'refresh',
  NotFound: 'change',
  InvalidParams: 'change',
  InvalidRequest: 'change',
  ValidationError: 'change',
  ParseError: 'change',
  MethodNotFound: 'change',
  Unauthorized: 'never',
  Forbidden: 'never',
  ConfigurationError: 'never',
  InitializationFailed: 'never',
};

/** The words of a category prefix, most telling first. */
const BY_CATEGORY: readonly (readonly [words: RegExp, name: string])[] = [
  [/RATE|THROTTL|TOO_MANY|QUOTA/, 'RateLimited'],
  [/TIMEOUT|TIMED_OUT|DEADLINE/, 'Timeout'],
  [/UNAVAILABLE|UPSTREAM|GATEWAY|NETWORK|CONNECTION/, 'ServiceUnavailable'],
  [/CONFLICT|DUPLICATE|EXISTS/, 'Conflict'],
  [/NOT_FOUND|MISSING_RE|NO_SUCH/, 'NotFound'],
  [/UNAUTHORIZED|UNAUTHENTICATED|TOKEN|AUTH_|AUTHENTICATION/, 'Unauthorized'],
  [/FORBIDDEN|PERMISSION|DENIED/, 'Forbidden'],
  [/VALIDATION|INVALID|BAD_|MALFORMED|ARGUMENT/, 'ValidationError'],
  [/CONFIG/, 'ConfigurationError'],
];

/** The advice for a code of mcp-ts-core, by its name. */
export function retryAdvice(codeName: string): RetryAdvice {
  const safety = BY_NAME[codeName] ?? 'unknown';
  return { safety, sentence: SENTENCES[safety] };
}

/** The code name that a category such as "RATE_LIMIT" stands for, or undefined for an unknown word. */
export function categoryCodeName(category: string): string | undefined {
  return BY_CATEGORY.find(([words]) => words.test(category))?.[1];
}
