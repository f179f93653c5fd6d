type Version = readonly [major: number, minor: number, patch: number];
type Bound = { readonly operator: '>=' | '>' | '<' | '<='; readonly version: Version };

const MAX_CHARS = 200;

/**
 * True if a version lies in a range as `engines` of package.json writes it (node-semver, "Ranges"): comparators,
 * `^`, `~`, `x`, hyphens and `||`. Undefined for a range or a version that cannot be read.
 */
export function fitsRange(version: string, range: string): boolean | undefined {
  const parsed = readVersion(version);
  if (parsed === undefined || range.length > MAX_CHARS) return undefined;
  const sets = range.split('||').map(boundsOf);
  if (sets.some((set) => set === undefined)) return undefined;
  return sets.some((set) => set?.every((bound) => holds(parsed, bound)));
}

function readVersion(text: string): Version | undefined {
  const match = /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?/.exec(text.trim());
  return match === null ? undefined : [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)];
}

function boundsOf(set: string): readonly Bound[] | undefined {
  const hyphen = /^\s*(\S+)\s+-\s+(\S+)\s*$/.exec(set);
  const words =
    hyphen === null
      ? set.replaceAll(/([<>=~^])\s+/g, '$1').split(/\s+/)
      : [`>=${hyphen[1]}`, `<=${hyphen[2]}`];
  const bounds = words.filter((word) => word !== '').map(boundsOfWord);
  return bounds.some((one) => one === undefined) ? undefined : bounds.flatMap((one) => one ?? []);
}

/** One comparator; none for `*`. */
function boundsOfWord(word: string): readonly Bound[] | undefined {
  if (/^[*xX]$/.test(word)) return [];
  const match = /^([<>]=?|[=~^])?v?(\d{1,6})(?:\.(\d{1,6}|[xX*]))?(?:\.(\d{1,6}|[xX*]))?(?:-[\w.-]+)?$/.exec(
    word,
  );
  if (match === null) return undefined;
  const [, operator = '', ...parts] = match;
  const given = parts.filter((part) => part !== undefined && /^\d/.test(part)).map(Number);
  const from: Version = [given[0] ?? 0, given[1] ?? 0, given[2] ?? 0];
  const after = next(from, given.length - 1);
  switch (operator) {
    case '>=':
    case '<':
      return [{ operator, version: from }];
    case '>':
      return [given.length === 3 ? { operator, version: from } : { operator: '>=', version: after }];
    case '<=':
      return [given.length === 3 ? { operator, version: from } : { operator: '<', version: after }];
    case '^':
      return between(from, next(from, caretPlace(from, given.length)));
    case '~':
      return between(from, next(from, Math.min(1, given.length - 1)));
    default:
      return between(from, after);
  }
}

/** `^` keeps the first number that is not 0, or the last that is given. */
function caretPlace(version: Version, given: number): number {
  const place = version.findIndex((part) => part > 0);
  return place < 0 || place >= given ? given - 1 : place;
}

function between(from: Version, to: Version): readonly Bound[] {
  return [
    { operator: '>=', version: from },
    { operator: '<', version: to },
  ];
}

/** The first version whose number at `place` is the next one. */
function next([major, minor, patch]: Version, place: number): Version {
  if (place <= 0) return [major + 1, 0, 0];
  return place === 1 ? [major, minor + 1, 0] : [major, minor, patch + 1];
}

function holds(version: Version, { operator, version: bound }: Bound): boolean {
  const order = compared(version, bound);
  switch (operator) {
    case '>=':
      return order >= 0;
    case '>':
      return order > 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
  }
}

function compared(left: Version, right: Version): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}
