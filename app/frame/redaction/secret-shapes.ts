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
  readonly accepts?: (secret: string) => boolean;
};

const NAMED: SecretKind = 'secret by its name';
/** Codes as GitHub and others write them: `482913`, `G-482 913`, `x7k2p-9dq4m`. */
const CODE = '((?:[A-Z]-)?\\d{3}[ -]?\\d{3,5}|\\d{4}|[A-Za-z0-9]{4,6}(?:-[A-Za-z0-9]{4,6}){1,3})(?![\\w.-])';
const ONE_TIME =
  '(?:verification|security|one[ -]?time|login|sign[ -]?in|confirmation|authenti?cation|authorization|recovery|backup|pairing|access|[2m]fa|two[ -]factor|sms)';

/** The start and end of a private key: PEM (RFC 7468), OpenPGP, SSH (RFC 4716), PuTTY. */
export const KEY_START = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}|PuTTY-User-Key-File-\d/;
export const KEY_END = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}|Private-MAC: ?[\da-f]+/;

/** Shapes that reveal a secret anywhere, most specific first. */
export const SECRET_SHAPES: readonly Shape[] = [
  {
    kind: 'private key',
    hint: /---- ?BEGIN|PuTTY-User/,
    pattern: new RegExp(`(?:${KEY_START.source})[\\s\\S]*?(?:${KEY_END.source}|$)`, 'g'),
  },
  {
    kind: 'JSON Web Token',
    hint: /eyJ/,
    pattern: /(?<![\w-])eyJ[\w-]{8,8192}\.[\w-]{0,65536}\.[\w-]{1,65536}(?:\.[\w-]{1,65536}){0,2}/g,
  },
  {
    kind: 'API key',
    // Prefixes that also occur in words.
    hint: /sk-|pypi-/,
    pattern: /(?<![\w-])(?:sk|pypi)-[\w-]{16,}/g,
    accepts: looksMade,
  },
  {
    kind: 'bearer token',
    hint: /bearer|basic|ssws/i,
    pattern: /(?<![A-Za-z0-9])(?:Bearer|Basic|SSWS)\s{1,20}([A-Za-z0-9._~+/=-]{8,})/gi,
    accepts: (secret) => looksRandom(secret) || isUserAndPassword(secret),
  },
  {
    kind: 'cookie',
    hint: /cookie:/i,
    pattern: /(?<![A-Za-z0-9-])(?:Set-)?Cookie:[ \t]{0,20}([^\r\n"]+)/gi,
  },
  {
    kind: 'password in a URL',
    hint: /:\/\/[^\s/"<>]*@/,
    // A password may contain `@`; a port, or an `@` in the query, is not a password.
    pattern: /:\/\/[^\s/:@"<>]{0,200}:(?!\d{1,5}[?#])([^\s/"<>]{1,200})@/g,
  },
  {
    kind: 'password in a URL',
    hint: /:\/\/[\w.~%-]+@/,
    pattern: /:\/\/([\w.~%-]{16,200})@/g,
    accepts: looksRandom,
  },
  {
    kind: 'password in a URL',
    hint: /jdbc:oracle/,
    pattern: /jdbc:oracle:\w{1,10}:[^\s/@]{1,100}\/([^\s@]{1,100})@/g,
  },
  {
    kind: 'e-mail address',
    hint: /@/,
    pattern:
      /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'home folder',
    hint: /\/(?:home|Users)\//,
    // Also as a volume, a mounted drive or a network share.
    pattern:
      /(?<![A-Za-z0-9._~-])(?:(?:\/mnt|\/cygdrive)?\/[A-Za-z]|\/Volumes\/[^/\r\n"']{1,60}|\/(?:var|export|System\/Volumes\/Data))?\/(?:home|Users)\/(?!Shared(?![^\s/]))[^\s/\\"'`:;,<>|*?()[\]{}]+/g,
  },
  {
    // As some tools name the folder of a project: `/Users/ada/code` becomes `-Users-ada-code`.
    kind: 'home folder',
    hint: /[\\/]-(?:home|Users)-/,
    pattern: /(?<=[\\/])-(?:home|Users)-[^-\s\\/"']+/g,
  },
  {
    kind: 'home folder',
    hint: /[\\/](?:Users|Documents and Settings)[\\/]/i,
    pattern:
      /(?<![A-Za-z0-9])(?:[A-Za-z](?::|%3A)|\\\\[\w.-]{1,60}(?:\\[\w$.-]{1,60})?)[\\/]{1,20}(?:Users|Documents and Settings)[\\/]{1,20}(?!Public(?![^\s\\/]))(?:[^\\/:*?"'<>|\r\n]{1,100}(?=[\\/])|[^\s\\/:*?"'<>|,;()]+)/gi,
  },
  {
    kind: NAMED,
    hint: /authorization/i,
    pattern:
      /authorization\\?["']?\s{0,20}[:=]\s{0,20}\\?["']?(?:[A-Za-z][\w-]{1,30}\s{1,20})?([^\s"'`,;\\]{6,})/gi,
    accepts: looksRandom,
  },
  {
    // HTTP Digest (RFC 7616 §3.4) and signed requests.
    kind: NAMED,
    hint: /(?:response|signature)=/i,
    pattern: /(?:response|signature)=\\{0,3}"?([\da-f]{32,})/gi,
  },
  {
    kind: NAMED,
    hint: /-u|user/,
    pattern: /(?<![^\s"'])(?:-u|--user|--proxy-user)(?:\s{1,20}|=)\\?["']?[^\s:"'/]{1,100}:([^\s"'\\]+)/g,
    // `-u 1000:1000` is a user and a group.
    accepts: (secret) => !/^\d+$/.test(secret),
  },
  {
    kind: NAMED,
    hint: / -p/,
    pattern:
      /\b(?:mysql|mariadb|sshpass|(?:docker|podman|helm|oc|az) (?:registry )?login)\b[^\r\n|;&]{0,200}? -p ?([^\s"'-][^\s"']{2,})/g,
  },
  {
    kind: NAMED,
    hint: /[?&#;][\w.~-]+=/,
    pattern:
      /[?&#;](?:[\w.~-]{0,60}[-_.])?(?:sig|signature|credential|security-token|code|key|auth|hmac|ticket|jwt|otp|pass|pwd|s(?:ess(?:ion)?)?id|jsessionid|phpsessid)=([^&?\s"'#<>\\]+)/gi,
    accepts: looksRandom,
  },
  {
    kind: NAMED,
    hint: /pass|secret|token|key/i,
    pattern:
      /(?<![A-Za-z0-9])[\w.-]{0,60}(?:pass(?:word|wd|phrase|code)|secret|token|(?:api|access|private|secret)[ _-]?key)\s{1,3}(?:(?:is|was)\s{0,3}:?\s{0,3})?["'`]?([^\s"'`,;]+)/gi,
    accepts: (secret) => looksMade(secret, 8) || /^[a-z]+\d[\da-z]{2,}$|^[a-z]{4,}\d+$/.test(secret),
  },
  {
    kind: NAMED,
    hint: /pass|secret/i,
    pattern: /\bpass(?:word|wd|phrase|code)s? (?:is|was|to) {1,3}["'`]([^"'`\r\n]{1,200})["'`]/gi,
  },
  {
    // Of `.netrc`.
    kind: NAMED,
    hint: /login\s/,
    pattern:
      /(?:machine\s{1,20}\S{1,200}|default)\s{1,20}login\s{1,20}\S{1,200}\s{1,20}password\s{1,20}(\S+)/g,
  },
  {
    kind: NAMED,
    hint: /\d/,
    pattern: new RegExp(
      `\\b(?:${ONE_TIME}[ -](?:pass)?(?:code|word|key|pin)s?|[2m]fa|otp|totp|pin)(?: (?:is|was|code))?[ :=]{1,4}["'\`]?${CODE}`,
      'gi',
    ),
    accepts: (secret) => /\d/.test(secret),
  },
  {
    kind: NAMED,
    hint: /\d/,
    pattern: /(?<![\w.-])((?:[A-Z]-)?\d{4,8}) is your\b|\bthe code ((?:[A-Z]-)?\d{4,8}) to\b/g,
  },
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
export function looksMade(value: string, length = 16): boolean {
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
