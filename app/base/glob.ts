/** Brace alternatives are expanded up to this many; beyond that, braces are literal. */
const MAX_ALTERNATIVES = 200;

/** The test for one item; undefined matches any number of items. */
type Piece<Item> = ((item: Item) => boolean) | undefined;

const POSIX: Readonly<Record<string, string>> = {
  ...{ alnum: '\\p{L}\\p{Nd}', alpha: '\\p{L}', digit: '\\d', lower: '\\p{Ll}', upper: '\\p{Lu}' },
  ...{ punct: '\\p{P}\\p{S}', space: '\\s', word: '\\w', xdigit: '\\da-fA-F' },
};

/** Compiles a glob (`*`, `?`, `[a-z]`, `[!a]`, `{a,b}`, `**`). Matching is linear in glob length × path length. */
export function globMatcher(glob: string): (path: string) => boolean {
  const patterns = alternatives(glob).map((one) => one.split('/').map(segmentPiece));
  return (path) => {
    const segments = path.split('/');
    return patterns.some((pattern) => fits(pattern, segments));
  };
}

/** Backtracks to the last wildcard only: an earlier one never needs to match more. */
function fits<Item>(pattern: readonly Piece<Item>[], items: readonly Item[]): boolean {
  let [at, run, runEnd, place] = [0, -1, 0, 0];
  while (place < items.length) {
    const piece = pattern[at];
    if (at < pattern.length && piece === undefined) {
      [run, runEnd] = [at, place];
      at += 1;
    } else if (piece?.(items[place] as Item) === true) {
      at += 1;
      place += 1;
    } else if (run >= 0) {
      runEnd += 1;
      [at, place] = [run + 1, runEnd];
    } else return false;
  }
  return pattern.slice(at).every((piece) => piece === undefined);
}

function segmentPiece(segment: string): Piece<string> {
  if (segment === '**') return undefined;
  const pieces: Piece<string>[] = [];
  for (const [sign] of segment.matchAll(/\\.|\*+|\[(?:!|\^)?\]?(?:\[:\w+:\]|[^\]])*\]|./gsu)) {
    if (sign.startsWith('*')) pieces.push(undefined);
    else if (sign === '?') pieces.push(() => true);
    else pieces.push(characterPiece(sign));
  }
  return (name) => fits(pieces, [...name]);
}

function characterPiece(sign: string): Piece<string> {
  const literal = sign.startsWith('\\') ? sign.slice(1) : sign;
  if (sign.length < 3 || !sign.startsWith('[')) return (char) => char === literal;
  const inside = sign
    .slice(1, -1)
    .replace(/^[!^]/, '')
    .replace(/[\]\\^]/g, '\\$&')
    .replace(/\[:(\w+):\\?\]/g, (written, name: string) => POSIX[name] ?? written)
    .replace(/\[/g, '\\[');
  const isNot = /^\[[!^]/.test(sign);
  try {
    const known = new RegExp(`^[${inside}]$`, 'u');
    return (char) => known.test(char) !== isNot;
  } catch {
    return (char) => char === literal;
  }
}

/** Expands braces: one glob for each choice. */
function alternatives(glob: string): readonly string[] {
  const done: string[] = [];
  const left = [glob];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const braces = /\{([^{}]*)\}/.exec(one);
    const inside = braces?.[1]?.replace(/^(.)\.\.(.)$/su, '[$1-$2]') ?? '';
    const choices = inside.split(',');
    if (braces === null || done.length + left.length + choices.length > MAX_ALTERNATIVES) done.push(one);
    else {
      const [before, after] = [one.slice(0, braces.index), one.slice(braces.index + braces[0].length)];
      for (const choice of choices) left.push(before + choice + after);
    }
  }
  return done;
}
