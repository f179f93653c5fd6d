import { base64Text } from './json-spans.ts';
import { nextSecret } from './secret-forms.ts';
import { NAME_HINT } from './secret-names.ts';
import { isUserAndPassword, looksMade } from './secret-shapes.ts';

/**
 * A cheap pre-check: a text without any of these traces contains no secret, neither by shape nor by name. This holds
 * for the text itself and within any number of nested JSON strings, because an escape that could spell a letter or a
 * slash is itself a trace; any other escape leaves only a backslash, perhaps followed by a letter.
 */
export function hasSecretTrace(text: string): boolean {
  if (SIGNS.test(text)) return true;
  if (NAME_HINT.test(text) && (NAMES.test(text) || (VAGUE.test(text) && hasMadeValue(text)))) return true;
  return hasKeyTrace(text);
}

/** Escapes, letters with an ASCII lower case, addresses, passwords, keys, home folders, codes, options. */
const SIGNS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins a sequence
  /[@\u001b\u0130\u212a]|\\[u/]|----|PuTTY-User|<redacted:|[/\\-](?:home|users)[/\\-]|documents and settings|(?:response|signature)=| -p|-(?:u|user|pat)(?![a-z])|[ -](?:pass)?(?:code|word|key|pin)s?[ :=]|(?:[2m]fa|pin)[ :=]|\d is your/i;

/** These words in any case. */
const any = (words: string) => words.replace(/\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** A following lower-case letter would continue the word. */
const ending = (words: string) => new RegExp(`(?:${words})[sS]?(?![a-z])`);

/** What may separate two words of a name. */
const GAP = '(?:\\\\[bfnrt]|[^A-Za-z0-9])*';
/** Each of these words, directly before `token`, makes it harmless. */
const HARMLESS = `(?<!(?:^|[^A-Za-z0-9\\u0080-\\uffff])(?:${any('progress|page|next|continuation|cursor|stop|max|min')}))`;
const BEFORE_KEY = any(
  'api|access|private|secret|signing|encryption|account|auth|subscription|license|master|deploy|role|anon|shared|storage|app|consumer|session|functions|preshared',
);
/** The ends of secret names, and the words that precede them. */
const NAMES = ending(
  [
    any(
      'pass(?:word|wort|wd|code|phrase)?|pwd?|psk|secret|credential|authorization|cookie|bearer|basic|ssws|jwt|otp',
    ),
    any('apikey|contrasena|contraseña|senha|пароль|密码|パスワード'),
    `${HARMLESS}${any('token')}`,
    `(?:${BEFORE_KEY})${GAP}${any('key')}|${any('sess(?:ion)?')}${GAP}${any('id')}|${any('key')}${GAP}${any('data')}`,
    `(?:${any('verification|security|time|factor|mfa|recovery|backup|device')})${GAP}${any('code')}`,
    `${any('connection')}${GAP}${any('string')}`,
  ].join('|'),
);
/** The ends of names whose value is secret if it looks like a secret. */
const VAGUE = ending(any('key|token|auth|pat|sig(?:nature)?|sid|hmac|code|ticket'));

const RUN = /[\w\-+/=.~:%]{8,}/g;
const LONG_RUN = 15;
const IN_RUN = Array.from({ length: 128 }, (_, unit) => /[\w\-.:+/=~%]/.test(String.fromCharCode(unit)));

/** True if a vague name may have a secret value: in a URL, or one that looks generated. */
function hasMadeValue(text: string): boolean {
  return (
    text.includes('=') ||
    (text.match(RUN)?.some((run) => looksMade(run, 8) || isUserAndPassword(run)) ?? false)
  );
}

/** True for keys with a recognizable shape and for base64 text; both are at least this long and free of escapes. */
function hasKeyTrace(text: string): boolean {
  for (let at = LONG_RUN - 1; at < text.length; at += LONG_RUN) {
    // Every run of this length covers one checked position; most positions need no second look.
    if (!isInRun(text, at)) continue;
    let start = at;
    while (start > 0 && isInRun(text, start - 1)) start -= 1;
    let end = at + 1;
    while (end < text.length && isInRun(text, end)) end += 1;
    if (end - start < LONG_RUN) continue;
    const run = text.slice(start, end);
    if (
      /eyJ|sk-|pypi-/.test(run) ||
      nextSecret(text, start, end) !== undefined ||
      base64Text(run) !== undefined
    )
      return true;
    at = end;
  }
  return false;
}

function isInRun(text: string, at: number): boolean {
  return IN_RUN[text.charCodeAt(at)] === true;
}
