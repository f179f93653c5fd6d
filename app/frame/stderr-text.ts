/** A run of text with one style, as set by SGR escape sequences (ECMA-48 §8.3.117). */
type AnsiRun = {
  readonly text: string;
  /** 0 to 15: the classic colors and their bright variants; undefined for the default. */
  readonly color: number | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
};

const ESCAPE = '\u001b';
// Control sequences, control strings with their text, and short escapes (ECMA-48 §5.4, §5.6; ECMA-35 §13.2).
const SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[([0-?]*)[ -/]*([@-~])|[\\]PX^_][^\u0007${ESCAPE}]*(?:\u0007|${ESCAPE}\\\\)|[ -/]*[0-~])`,
  'g',
);

export function stripAnsi(text: string): string {
  return text.includes(ESCAPE) ? text.replace(SEQUENCE, '') : text;
}

/** Splits a stderr line into runs by color and weight; other parts of a sequence are ignored. */
export function ansiRuns(text: string): AnsiRun[] {
  if (!text.includes(ESCAPE)) return [{ text, ...PLAIN }];
  const runs: AnsiRun[] = [];
  let look: Look = PLAIN;
  let start = 0;
  for (const match of text.matchAll(SEQUENCE)) {
    if (match.index > start) runs.push({ text: text.slice(start, match.index), ...look });
    if (match[2] === 'm' && !PRIVATE.test(match[1] ?? '')) look = applied(look, match[1] ?? '');
    start = match.index + match[0].length;
  }
  if (start < text.length) runs.push({ text: text.slice(start), ...look });
  return runs;
}

/** Sequences with such parameters are not SGR although they end in `m` (ECMA-48 §5.4.1). */
const PRIVATE = /^[<-?]/;

type Look = Omit<AnsiRun, 'text'>;

const PLAIN: Look = { color: undefined, bold: false, dim: false };

function applied(look: Look, parameters: string): Look {
  const codes = parameters.split(/[;:]/).map(Number);
  // 38 and 48 select a palette or true color: ignored, with the rest of the sequence.
  const extended = codes.findIndex((code) => code === 38 || code === 48);
  return codes.slice(0, extended < 0 ? undefined : extended).reduce(appliedOne, look);
}

function appliedOne(look: Look, code: number): Look {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...look, bold: true };
  if (code === 2) return { ...look, dim: true };
  if (code === 22) return { ...look, bold: false, dim: false };
  if (code === 39) return { ...look, color: undefined };
  if (code >= 30 && code <= 37) return { ...look, color: code - 30 };
  if (code >= 90 && code <= 97) return { ...look, color: code - 90 + 8 };
  return look;
}
