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
  /** Cheap to look for; a text without it has no match. */
  readonly hint: RegExp;
  readonly pattern: RegExp;
  /** Which group of the pattern is the secret; 0 for all of it. */
  readonly group: number;
  readonly accepts?: (secret: string) => boolean;
};

const EDGE = '(?<![A-Za-z0-9_-])';

/** Prefixes that vendors give their keys, so that scanners find them. */
export const VENDOR_KEYS = [
  'sk-[A-Za-z0-9_-]{16,}',
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}',
  'gh[opusr]_[A-Za-z0-9]{20,}',
  'github_pat_[A-Za-z0-9_]{22,}',
  'glpat-[A-Za-z0-9_-]{20,}',
  'xox[abeprs]-[A-Za-z0-9-]{10,}',
  'xapp-[A-Za-z0-9-]{10,}',
  '(?:AKIA|ASIA)[0-9A-Z]{16}',
  'AIza[A-Za-z0-9_-]{35}',
  'ya29\\.[A-Za-z0-9_-]{20,}',
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[A-Za-z0-9_-]{16,}',
  'hf_[A-Za-z0-9]{30,}',
  'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
  'do[opr]_v1_[a-f0-9]{64}',
  'lin_api_[A-Za-z0-9]{32,}',
  'ntn_[A-Za-z0-9]{40,}',
  'whsec_[A-Za-z0-9+/=]{24,}',
  'gsk_[A-Za-z0-9]{40,}',
  'xai-[A-Za-z0-9]{40,}',
  'pplx-[A-Za-z0-9]{40,}',
  'r8_[A-Za-z0-9]{30,}',
  'figd_[A-Za-z0-9_-]{30,}',
  'dapi[a-f0-9]{32}',
  'ATATT3[A-Za-z0-9_=-]{30,}',
  'tskey-[A-Za-z0-9-]{20,}',
  'hvs\\.[A-Za-z0-9_-]{20,}',
  'AGE-SECRET-KEY-1[0-9A-Z]{50,}',
  '\\d{8,10}:AA[A-Za-z0-9_-]{33}',
];

/** The shapes by which a secret shows wherever it stands, the more particular first. */
export const SECRET_SHAPES: readonly Shape[] = [
  {
    kind: 'private key',
    hint: /-----BEGIN/,
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    group: 0,
  },
  {
    kind: 'JSON Web Token',
    hint: /eyJ/,
    pattern: new RegExp(`${EDGE}eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*`, 'g'),
    group: 0,
  },
  {
    kind: 'API key',
    hint: /[-_.:]|AKIA|ASIA|AIza|dapi|ATATT3/,
    pattern: new RegExp(`${EDGE}(?:${VENDOR_KEYS.join('|')})`, 'g'),
    group: 0,
  },
  {
    kind: 'bearer token',
    hint: /bearer|basic/i,
    pattern: /(?<![A-Za-z0-9])(?:Bearer|Basic)\s+([A-Za-z0-9._~+/-]{8,}={0,2})/gi,
    group: 1,
    accepts: looksRandom,
  },
  {
    kind: 'cookie',
    hint: /cookie:/i,
    pattern: /(?<![A-Za-z0-9-])(?:Set-)?Cookie:[ \t]*([^\r\n"]+)/gi,
    group: 1,
  },
  {
    kind: 'password in a URL',
    hint: /:\/\//,
    pattern: /:\/\/[^\s/:@"<]{0,200}:([^\s/@"<]{1,200})@/g,
    group: 1,
  },
  {
    kind: 'e-mail address',
    hint: /@/,
    pattern:
      /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9])/g,
    group: 0,
  },
  {
    kind: 'home folder',
    hint: /\/(?:home|Users)\//,
    // Also as a volume, a drive of another system, or a network shows it.
    pattern:
      /(?<![A-Za-z0-9._~-])(?:(?:\/mnt|\/cygdrive)?\/[A-Za-z]|\/Volumes\/[^/\r\n"']{1,60}|\/(?:var|export|System\/Volumes\/Data))?\/(?:home|Users)\/(?!Shared(?![^\s/]))[^\s/\\"'`:;,<>|*?()[\]{}]+/g,
    group: 0,
  },
  {
    // As some tools name the folder of a project: `/Users/ada/code` becomes `-Users-ada-code`.
    kind: 'home folder',
    hint: /[\\/]-(?:home|Users)-/,
    pattern: /(?<=[\\/])-(?:home|Users)-[^-\s\\/"']+/g,
    group: 0,
  },
  {
    kind: 'home folder',
    hint: /[\\/](?:Users|Documents and Settings)[\\/]/i,
    pattern:
      /(?<![A-Za-z0-9])(?:[A-Za-z](?::|%3A)|\\\\[\w.-]{1,60}(?:\\[\w$.-]{1,60})?)[\\/]+(?:Users|Documents and Settings)[\\/]+(?!Public(?![^\s\\/]))(?:[^\\/:*?"'<>|\r\n]+(?=[\\/])|[^\s\\/:*?"'<>|,;()]+)/gi,
    group: 0,
  },
];

const AUTHORIZATION =
  /authorization\\?["']?\s*[:=]\s*\\?["']?(?:[A-Za-z][\w-]{1,30}\s+)?([^\s"'`,;\\]{6,})/gi;
const USER_OPTION = /(?<![^\s"'])(?:-u|--user|--proxy-user)(?:\s+|=)\\?["']?[^\s:"'/]+:([^\s"'\\]+)/g;
const URL_PART =
  /[?&#;](?:[\w.~-]*[-_.])?(?:sig|signature|credential|security-token|code|key|auth|hmac|ticket|jwt|otp|pass|pwd)=([^&\s"'#<>\\]+)/gi;
const WEBHOOK =
  /hooks\.slack\.com\/(?:services|workflows|triggers)\/([\w/-]+)|discord(?:app)?\.com\/api\/webhooks\/\d+\/([\w-]+)/g;
const NAMED =
  /\b(?:pass(?:word|wd|phrase|code)|secret|token|(?:api[ _-]?)?key)\s{1,3}(?:(?:is|was)\s{0,3}:?\s{0,3})?["'`]?([^\s"'`,;]+)/gi;

/** Secrets that stand behind a word of running text; each is in one of the groups. */
export const NAMED_SECRETS: readonly {
  readonly hint: RegExp;
  readonly pattern: RegExp;
  readonly accepts: (secret: string) => boolean;
}[] = [
  { hint: /authorization/i, pattern: AUTHORIZATION, accepts: looksRandom },
  // `-u 1000:1000` is a user and a group.
  { hint: /-u|user/, pattern: USER_OPTION, accepts: (secret) => !/^\d+$/.test(secret) },
  { hint: /[?&#;][\w.~-]+=/, pattern: URL_PART, accepts: looksRandom },
  { hint: /hooks\.slack|webhooks/, pattern: WEBHOOK, accepts: () => true },
  { hint: /pass|secret|token|key/i, pattern: NAMED, accepts: (secret) => looksMade(secret, 8) },
];

/**
 * `key=value`, `key: value` and `"key": "value"` in running text: the key, what stands between,
 * and the value in double quotes, in single quotes, or bare.
 */
export const ASSIGNMENT =
  /(?<![\w.])([\p{L}_][\p{L}\p{N}_.-]{1,79})(\\{0,7}["']?\s*[=:]\s*)(?:\\{0,7}"([^"\r\n]*?)(?:\\{0,7}"|$)|'([^'\r\n]*)'|`([^`\r\n]*)`|(?!\\{1,7}")([^\s"'`&,;)}\]]+))/gu;

export const OPTION = /(?<![A-Za-z0-9-])--?([A-Za-z][\w.-]{1,79})\s+([^\s"'-][^\s"']*)/g;

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
