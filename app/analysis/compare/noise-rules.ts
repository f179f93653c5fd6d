/** Meaningless differences between runs: text to be replaced, or raw messages to be left out. */
type NoiseRule = {
  readonly name: string;
  /** What it ignores, in a few words. */
  readonly title: string;
  readonly replacements: readonly { readonly pattern: RegExp; readonly by: string }[];
};

/** A quote, possibly escaped within a JSON string. */
const QUOTE = String.raw`\\{0,3}"`;
const SCALAR = String.raw`(?:${QUOTE}[^"\\]{0,200}${QUOTE}|-?\d{1,25}(?:\.\d{1,25})?)`;

/** Matches the value of a JSON member by its name. */
function member(name: string, by: string, value = SCALAR): NoiseRule['replacements'][number] {
  const pattern = new RegExp(String.raw`(${QUOTE}(?:${name})${QUOTE}\s{0,8}:\s{0,8})${value}`, 'g');
  return { pattern, by: `$1${by}` };
}

const NUMBER = String.raw`${QUOTE}?-?\d{1,25}(?:\.\d{1,25})?${QUOTE}?`;

/** The rules in order of application: to text, so that they also apply to JSON within strings. */
export const NOISE_RULES = [
  {
    name: 'malformed',
    title: 'intentionally malformed messages, and the errors they cause',
    // Leaves out whole exchanges: no text is rewritten.
    replacements: [],
  },
  {
    name: 'uuids',
    title: 'UUIDs',
    replacements: [
      { pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, by: '<uuid>' },
    ],
  },
  {
    name: 'iso-times',
    title: 'dates with a time of day, in ISO 8601, RFC 1123 or as JavaScript prints them',
    replacements: [
      {
        pattern: /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z\b|[+-]\d\d:?\d\d\b))?/gi,
        by: '<time>',
      },
      {
        pattern:
          /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:\d\d? [A-Z][a-z]{2}|[A-Z][a-z]{2} \d\d?) \d{4} \d\d:\d\d:\d\d(?: GMT(?:[+-]\d{4})?(?: \([^()]{1,60}\))?| UTC| [+-]\d{4})?/g,
        by: '<time>',
      },
    ],
  },
  {
    name: 'epoch-times',
    title: 'times as seconds, milliseconds, micro- or nanoseconds since 1970',
    replacements: [{ pattern: /(?<![\w.-])1\d{9}(?:\d{3}){0,3}(?:\.\d{1,9})?(?![\w-]|\.\d)/g, by: '<time>' }],
  },
  {
    name: 'durations',
    title: 'numbers with a unit of time, and members such as durationMs or elapsed',
    replacements: [
      member(
        '[A-Za-z_]{0,30}(?:[dD]uration|[eE]lapsed|[lL]atency|[uU]ptime|took)[A-Za-z_]{0,10}',
        '<duration>',
        NUMBER,
      ),
      {
        pattern:
          /\b\d{1,15}(?:\.\d{1,15})? ?(?:ns|[µμu]s|ms|s|secs?|seconds?|milliseconds?|microseconds?|mins?|minutes?|h|hours?)\b/g,
        by: '<duration>',
      },
    ],
  },
  {
    name: 'progress-tokens',
    title: 'progress tokens',
    replacements: [member('progressToken', '<token>')],
  },
  {
    name: 'ids',
    title: 'members named id, or ending in Id, ID or _id, and long hexadecimal ids',
    replacements: [
      member('id|[A-Za-z_]{1,40}(?:Id|ID|_id)', '<id>'),
      { pattern: /\b(?=[0-9a-f]{0,63}[a-f])(?=[0-9a-f]{0,63}\d)[0-9a-f]{16,64}\b/gi, by: '<id>' },
    ],
  },
  {
    name: 'process-ids',
    title: 'ids of processes',
    replacements: [
      member('pid|ppid|processId', '<pid>'),
      { pattern: /\b(p?pid)([ :=]{1,3})\d{1,10}\b/gi, by: '$1$2<pid>' },
    ],
  },
  {
    name: 'ports',
    title: 'ports of this machine',
    replacements: [
      member('port', '<port>', NUMBER),
      { pattern: /(\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0)|\[::1?\]):\d{1,5}\b/g, by: '$1:<port>' },
      { pattern: /\b(port)([ :=]{1,3})\d{1,5}\b/gi, by: '$1$2<port>' },
    ],
  },
  {
    name: 'temp-paths',
    title: 'folders of temporary files, with the first name in them',
    replacements: [
      {
        pattern:
          /(?:\/private)?\/var\/folders\/[^/\s"'\\]{1,40}\/[^/\s"'\\]{1,60}\/T(?:\/[^/\s"'\\:,;)\]]{1,120})?/g,
        by: '<temp>',
      },
      {
        pattern: /(?<![\w/.])(?:\/private|\/var)?\/tmp(?:\/[^/\s"'\\:,;)\]]{1,120})?(?![\w])/g,
        by: '<temp>',
      },
      {
        pattern:
          /\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/)[^\\/"]{1,60}(?:\\{1,4}|\/)AppData(?:\\{1,4}|\/)Local(?:\\{1,4}|\/)Temp(?:(?:\\{1,4}|\/)[^\\/\s"':,;)\]]{1,120})?/g,
        by: '<temp>',
      },
    ],
  },
] as const satisfies readonly NoiseRule[];

export type NoiseName = (typeof NOISE_RULES)[number]['name'];

export function currentName(name: string): string {
  return name === 'provoked' ? 'malformed' : name;
}

export function isNoiseName(name: string): name is NoiseName {
  return NOISE_RULES.some((rule) => rule.name === name);
}

/** The text without what the rules ignore, except for the rules in `off`. */
export function withoutNoise(text: string, off: ReadonlySet<NoiseName> = new Set()): string {
  let quiet = text;
  for (const { name, replacements } of NOISE_RULES) {
    if (off.has(name)) continue;
    for (const { pattern, by } of replacements) quiet = quiet.replace(pattern, by);
  }
  return quiet;
}
