import { withPatterns } from '../../base/written-pattern.ts';
import shapes from './secret-shapes.json' with { type: 'json' };

export type SecretKind =
  | 'secret by its name'
  | 'private key'
  | 'JSON Web Token'
  | 'API key'
  | 'bearer token'
  | 'cookie'
  | 'secret in base64'
  | 'password in a URL'
  | 'e-mail address'
  | 'home folder'
  | 'added by the user';

type Shape = {
  readonly kind: SecretKind;
  /** Cheap to search for; a text without it has no match. */
  readonly hint: RegExp;
  /** The secret is the content of a group, else the whole match. All repetitions that may fail are bounded. */
  readonly pattern: RegExp;
  readonly accepts: (secret: string) => boolean;
};

/** Which matches of a pattern are secrets, by the name that `secret-shapes.json` gives the condition. */
const ACCEPTED: ReadonlyMap<string | undefined, (secret: string) => boolean> = new Map([
  ['made', looksGenerated],
  ['random', looksRandom],
  ['credentials', (secret) => looksRandom(secret) || isUserAndPassword(secret)],
  ['not a number', (secret) => !/^\d+$/.test(secret)],
  ['with a digit', (secret) => /\d/.test(secret)],
  [
    'made or mixed',
    (secret) => looksGenerated(secret, 8) || /^[a-z]+\d[\da-z]{2,}$|^[a-z]{4,}\d+$/.test(secret),
  ],
]);

/** The start and end of a private key: PEM (RFC 7468), OpenPGP, SSH (RFC 4716), PuTTY. */
export const KEY_START = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}|PuTTY-User-Key-File-\d/;
export const KEY_END = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}|Private-MAC: ?[\da-f]+/;

type WrittenShape = Omit<Shape, 'accepts'> & { readonly accepts?: string };

/** Shapes that reveal a secret anywhere, most specific first. */
export const SECRET_SHAPES: readonly Shape[] = [
  {
    kind: 'private key',
    hint: /---- ?BEGIN|PuTTY-User/,
    pattern: new RegExp(`(?:${KEY_START.source})[\\s\\S]*?(?:${KEY_END.source}|$)`, 'g'),
    accepts: () => true,
  },
  ...(withPatterns(shapes) as readonly WrittenShape[]).map((shape) => ({
    ...shape,
    accepts: ACCEPTED.get(shape.accepts) ?? (() => true),
  })),
];

/** What stands before a value: `=`, `:`, and the arrows of Ruby, PHP and Elixir. */
const BETWEEN = '\\\\{0,7}["\']?\\s{0,20}(?:=>|:=|[=:])\\s{0,20}';

/** `key=value`, `key: value`, `"key": "value"`: the key, what stands between, and the value, quoted or bare. */
export const ASSIGNMENT = new RegExp(
  `(?<![\\w.])([\\p{L}_][\\p{L}\\p{N}_.-]{1,79})(${BETWEEN})(?:\\\\{0,7}"([^"\\r\\n]*?)(?:\\\\{0,7}"|$)|'([^'\\r\\n]*)'|\`([^\`\\r\\n]*)\`|(?!\\\\{1,7}")([^\\s"'\`&,;)}\\]]+))`,
  'gu',
);

/** A name and its value as an option, as an element of XML, and as two attributes of one. */
export const NAMED_VALUES: readonly RegExp[] = [
  /(?<![A-Za-z0-9-])--?([A-Za-z][\w.-]{1,79})\s{1,20}([^\s"'-][^\s"']*)/g,
  /<(?:[\w-]{1,40}:)?([A-Za-z][\w.-]{1,60})(?:\s[^<>]{0,200})?>([^<>]{1,4000})<\//g,
  /\b(?:key|name)=\\?"([^"\\]{1,80})\\?"\s{1,20}value=\\?"([^"\\]{1,400})/g,
];

/** Not a word of prose: it has a digit, or is too long to be one. */
export function looksRandom(value: string): boolean {
  return /\d/.test(value) || value.length >= 24;
}

/** Small and capital letters and digits in one word: made by a machine, and neither a UUID nor a hash in hex. */
export function looksGenerated(value: string, length = 16): boolean {
  return (
    value.length >= length &&
    /^[\w\-+/=.~:%]+$/.test(value) &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    /\d/.test(value)
  );
}

/** `user:password` in base64 (RFC 7617 §2). */
export function isUserAndPassword(value: string): boolean {
  if (value.length > 400 || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value)) return false;
  return /^[\w.@+-]+:[ -~]+$/.test(atob(value));
}
