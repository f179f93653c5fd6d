const MAX_TEXT = 300;

/** A part that varies between errors: characters that every match contains, its pattern, and its replacement. */
type Variable = readonly [signs: readonly string[], form: RegExp, by: string];

const SPACES = /[\s\p{Cc}]+/gu;

const VALUES: readonly Variable[] = [
  [['-'], /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [['-'], /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '<id>'],
  [[''], /\b0x[\da-f]+\b|\b(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{8,}\b/gi, '<id>'],
  [
    ['"', '“', '`', "'"],
    /"[^"\n]*"|“[^”\n]*”|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu,
    '<value>',
  ],
  // A size with its unit: 900 kB and 1.2 MB are numbers too.
  [[''], /\d+(?:[.,:]\d+)*(?: ?[kKMG]i?B\b)?/g, '<n>'],
  [[''], SPACES, ' '],
];

/** A message in its own words, on one line of at most 300 characters. */
export function singleLineMessage(message: string): string {
  return message
    .slice(0, 2 * MAX_TEXT)
    .replaceAll(SPACES, ' ')
    .trim()
    .slice(0, MAX_TEXT);
}

/** Removes from a message what varies between errors: times, ids, quoted values, numbers. */
export function likeness(message: string): string {
  return without(VALUES, message.slice(0, 2 * MAX_TEXT))
    .trim()
    .slice(0, MAX_TEXT);
}

/** Like {@link likeness}, but also removes addresses and file paths, which vary between errors with one cause. */
export function causeLikeness(message: string): string {
  return likeness(without(PLACES, message.slice(0, 2 * MAX_TEXT)));
}

function without(variables: readonly Variable[], text: string): string {
  let left = text;
  for (const [signs, form, by] of variables)
    if (signs.some((sign) => left.includes(sign))) left = left.replaceAll(form, by);
  return left;
}

/** Addresses, paths below common root folders, and files with an extension; other paths may tell causes apart. */
const PLACES: readonly Variable[] = [
  [['://'], /(?<!\w)[a-z][a-z\d+.-]{1,30}:\/\/[^\s"'`<>()[\]{},;]*[^\s"'`<>()[\]{},;.:]/gi, '<uri>'],
  [
    ['/'],
    /(?<![\w/.~-])(?:~(?=\/)|\/(?:app|bin|dev|etc|home|mnt|opt|private|proc|root|run|srv|tmp|usr|var|workspaces?|Users|Volumes)(?![\w.-]))(?:\/[^/\s"'`\\:,;()[\]<>]+)*/g,
    '<path>',
  ],
  [[':\\'], /(?<!\w)[a-z]:\\[^\s"'`:,;()[\]<>|]*/gi, '<path>'],
  [
    ['/'],
    /(?<![\w/.~-])\.{0,2}(?:\/[^/\s"'`\\:,;()[\]<>]+)*\/[^/\s"'`\\:,;()[\]<>]+\.[a-z]\w{0,7}\b/gi,
    '<path>',
  ],
];
