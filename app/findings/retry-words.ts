import { aboutText, errorText } from './error-text.ts';

/** What the words of an error stand for. */
export type RetryWords = 'passing' | 'bounds' | 'permission' | 'arguments' | 'none';

const READ = 2000;

/** No argument helps against these, and waiting does not either: another layer has to act. */
const NOTHING_HELPS =
  /method not found|not (yet )?initiali[sz]ed|before initiali[sz]|output validation|invalid structured content|output schema|\b_meta\b|protocol ?version|capabilit|io\.modelcontextprotocol/i;

const ROWS: readonly (readonly [words: RegExp, meaning: RetryWords])[] = [
  [
    /rate.?limit|too many requests|\b429\b|throttl|quota exceeded|time[ds]?[ -]?out\b|deadline exceeded|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|EBUSY|SQLITE_BUSY|database is locked|\b50[234]\b|bad gateway|temporarily unavailable|service unavailable|try again (later|in )|overloaded/i,
    'passing',
  ],
  // Beside words such as "access denied": another value may lie within what the server allows.
  [
    /\boutside (of )?(the |all |its )?(allowed|permitted|configured|workspace|sandbox|root|base|project)|\bnot (within|in|under|inside) (the |an? |any )?(list of )?(allowed|permitted|configured)|(path|directory) traversal/i,
    'bounds',
  ],
  [
    /permission denied|forbidden|unauthori[sz]ed|unauthenticated|not authori[sz]ed|access denied|authentication (failed|required)|\b40[13]\b|api[ _-]?key|credentials?\b|(invalid|expired|missing) (access )?token|EACCES|EPERM/i,
    'permission',
  ],
  [
    /\binvalid (argument|param|input|value|type|date|format|option|enum|url|uri|path|json|regex|query)|validation (error|failed)|not found\b|does(n't| not) exist|no such\b|\bmust (be|have|not|match|contain)\b|\brequired\b|out of range|already exists|unknown (tool|prompt|resource|option|field|parameter|argument|column|table)|expected .{1,40}(received|got|but)|ENOENT|\b(404|400|422)\b/i,
    'arguments',
  ],
];

/** What the words of an error stand for; reads the first 2,000 characters. */
export function retryWords(text: string): RetryWords {
  return meaningOf(errorText(text));
}

const meaningOf = aboutText<RetryWords>((text) => {
  const start = text.slice(0, READ);
  if (NOTHING_HELPS.test(start)) return 'none';
  return ROWS.find(([words]) => words.test(start))?.[1] ?? 'none';
});
