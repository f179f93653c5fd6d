import { aboutText, errorText } from './error-text.ts';

/** What a caller may do with the same call. */
type RetryGuess = {
  readonly label: 'retry same' | 'change arguments' | 'human';
  readonly explanation: string;
};

const ROWS: readonly (readonly [RegExp, readonly number[], RetryGuess])[] = [
  [
    /rate.?limit|too many requests|\b429\b|time[ds]?[ -]?out\b|ECONNREFUSED|ECONNRESET|ETIMEDOUT|\b50[234]\b|temporarily unavailable|service unavailable/i,
    [-32003, -32004, -32000],
    {
      label: 'retry same',
      explanation:
        'The words of this error stand for something that passes: a limit, a time-out, a service that is away; the client may send the same call again after a pause, unless the call changes something.',
    },
  ],
  [
    /permission denied|forbidden|unauthori[sz]ed|not authori[sz]ed|access denied|\b40[13]\b|api key|credentials|EACCES/i,
    [-32005, -32006],
    {
      label: 'human',
      explanation:
        'The words of this error stand for a missing permission, which no other argument can give; a person must grant it; sending the call again does not help.',
    },
  ],
  [
    /\binvalid\b|not found|does not exist|validation|must be|\brequired\b|ENOENT|\b404\b/i,
    [-32001, -32007],
    {
      label: 'change arguments',
      explanation:
        'The words of this error stand for arguments that do not fit; the same call fails again; whoever chose them has to change them first.',
    },
  ],
];

/** No other argument brings a method into being, or makes a server keep to its own output schema. */
const NO_ARGUMENT_HELPS =
  /^(MCP error -32601: )?method not found|output validation|invalid structured content/i;

/**
 * Guesses from the words of an error whether the same call may be sent again; reads 2,000 characters.
 * `structuredCode` is a code of mcp-ts-core, which decides before the words do.
 */
export function guessRetry(text: string, structuredCode: number | undefined): RetryGuess | undefined {
  if (structuredCode !== undefined) {
    const row = ROWS.find(([, codes]) => codes.includes(structuredCode));
    if (row !== undefined) return row[2];
  }
  return guessOfText(errorText(text)) ?? undefined;
}

const guessOfText = aboutText((text) => {
  const start = text.slice(0, 2000);
  const guess = ROWS.find(([words]) => words.test(start))?.[2] ?? null;
  return guess?.label === 'change arguments' && NO_ARGUMENT_HELPS.test(start) ? null : guess;
});
