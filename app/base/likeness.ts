const MAX_TEXT = 300;

/** A message without what differs from one error to the next: times, ids, quoted values, numbers. */
export function likeness(message: string): string {
  return message
    .slice(0, 2 * MAX_TEXT)
    .replaceAll(/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>')
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '<id>')
    .replaceAll(/\b0x[\da-f]+\b|\b(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{8,}\b/gi, '<id>')
    .replaceAll(/"[^"\n]*"|“[^”\n]*”|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu, '<value>')
    .replaceAll(/\d+(?:[.,:]\d+)*/g, '<n>')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT);
}

/** The same, also without addresses and the paths of files: one cause has another in each error. */
export function causeLikeness(message: string): string {
  return likeness(
    PLACES.reduce((text, [place, by]) => text.replaceAll(place, by), message.slice(0, 2 * MAX_TEXT)),
  );
}

/**
 * An address, a path in a folder that systems have at their root or in that of the user, one on a Windows drive, and
 * one that ends in a file with an extension. Other paths may be places in a value, which tell causes apart.
 */
const PLACES: readonly (readonly [place: RegExp, by: string])[] = [
  [/(?<!\w)[a-z][a-z\d+.-]{1,30}:\/\/[^\s"'`<>()[\]{},;]*[^\s"'`<>()[\]{},;.:]/gi, '<uri>'],
  [
    /(?<![\w/.~-])(?:~(?=\/)|\/(?:app|bin|dev|etc|home|mnt|opt|private|proc|root|run|srv|tmp|usr|var|workspaces?|Users|Volumes)(?![\w.-]))(?:\/[^/\s"'`\\:,;()[\]<>]+)*/g,
    '<path>',
  ],
  [/(?<!\w)[a-z]:\\[^\s"'`:,;()[\]<>|]*/gi, '<path>'],
  [/(?<![\w/.~-])\.{0,2}(?:\/[^/\s"'`\\:,;()[\]<>]+)*\/[^/\s"'`\\:,;()[\]<>]+\.[a-z]\w{0,7}\b/gi, '<path>'],
];
