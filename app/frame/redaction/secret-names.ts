import { isUserAndPassword, looksMade, looksRandom } from './secret-shapes.ts';

/** What every name of a secret has in it. */
export const NAME_HINT =
  /pass|pw|psk|secret|token|key|credential|auth|cookie|bearer|basic|sess|connection|jwt|otp|pat|sig|sid|hmac|code|ticket|contrase|senha|пароль|密码|パスワード/i;

const SECRET_WORDS = new Set([
  ...'password pass passwort contrasena contraseña senha пароль 密码 パスワード passwd passcode'.split(' '),
  ...'passphrase pwd pw secret token jwt otp totp apikey credential authorization cookie bearer psk'.split(
    ' ',
  ),
]);
const SECRET_PAIRS = new Set([
  ...'api key, access key, private key, secret key, signing key, encryption key, account key'.split(', '),
  ...'auth key, subscription key, license key, master key, deploy key, role key, anon key'.split(', '),
  ...'shared key, storage key, app key, consumer key, functions key, preshared key, key data'.split(', '),
  ...'verification code, security code, time code, factor code, mfa code, recovery code'.split(', '),
  ...'backup code, device code, connection string, set cookie, pass word'.split(', '),
]);
const SESSION_PAIRS = new Set(['session id', 'session key']);
/** Ends of words that are written together: `dbpassword`, `identitytoken`. */
const SECRET_END = /..(?:password|passwd|passphrase|secret|token|apikey)s?$/;
/** What makes a `token` no secret: progress tokens, page tokens, counts of tokens. */
const HARMLESS_BEFORE_TOKEN = new Set('progress page next continuation cursor stop max min'.split(' '));

/** What stands behind the name proper: `tokenValue`, `API_KEY_PROD`, `password_2`. */
const TRAILING = new Set([
  ...'value text string hash raw plain base base64 b64 encoded prod production dev development'.split(' '),
  ...'staging test live old new current'.split(' '),
]);
/** Names of many things, of which some are secrets. */
const VAGUE_WORDS = new Set('key keys tokens auth pat sig signature hmac code ticket sid'.split(' '));

/** A session is named by anything; only what looks random is a secret. */
type Naming = 'secret' | 'session' | 'vague' | 'harmless';

/** What stands for a value that is somewhere else. */
const REFERENCE = /^\$\{[\w:.-]{1,200}\}?$/;

const MAX_KNOWN = 10_000;

/** Tells by a name whether its value is a secret; a recording names the same few things again and again. */
export class SecretNames {
  readonly #known = new Map<string, Naming>();

  /** True for a member, option or variable whose value is a secret: `api_key`, `X-Api-Key`, `GITHUB_TOKEN`, `clientSecret`. */
  isSecret(key: string): boolean {
    return this.#namingOf(key) === 'secret';
  }

  /** True if a name and its value together say that the value is a secret: `auth` does so only beside what looks like one. */
  isSecretValue(key: string, value: string): boolean {
    if (REFERENCE.test(value)) return false;
    const naming = this.#namingOf(key);
    // The folder that a process is in.
    if (/^(?:old)?pwd$/i.test(key) && /^(?:[/~.]|[A-Za-z]:)/.test(value)) return false;
    if (naming === 'session') return value.length >= 8 && looksRandom(value);
    return naming === 'secret' || (naming === 'vague' && (looksMade(value) || isUserAndPassword(value)));
  }

  #namingOf(key: string): Naming {
    if (key.length > 80) return 'harmless';
    const before = this.#known.get(key);
    if (before !== undefined) return before;
    const naming = namingOf(wordsOf(key));
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(key, naming);
    return naming;
  }
}

function namingOf(words: readonly string[]): Naming {
  if (isSecretName(words)) return 'secret';
  if (SESSION_PAIRS.has(words.slice(-2).join(' ')) || /^(?:j|php)?sess(?:ion)?id$/.test(words.at(-1) ?? ''))
    return 'session';
  return VAGUE_WORDS.has(words.at(-1) ?? '') ? 'vague' : 'harmless';
}

function isSecretName(all: readonly string[]): boolean {
  const words = properWords(all);
  const last = words.at(-1);
  if (last === undefined) return false;
  const before = words.at(-2) ?? '';
  // `tokens` is nearly always a number of tokens, not a secret.
  const one = last.endsWith('s') && last !== 'tokens' && last !== 'pass' ? last.slice(0, -1) : last;
  if (SECRET_PAIRS.has(`${before} ${one}`) || SECRET_PAIRS.has(`${before} ${last}`)) return true;
  if (one === 'token') return !HARMLESS_BEFORE_TOKEN.has(before);
  if (HARMLESS_BEFORE_TOKEN.has(last.replace(/tokens?$/, ''))) return false;
  return SECRET_WORDS.has(one) || SECRET_WORDS.has(last) || (last !== 'tokens' && SECRET_END.test(last));
}

function properWords(all: readonly string[]): readonly string[] {
  let end = all.length;
  while (end > 1 && (TRAILING.has(all[end - 1] ?? '') || /^\d+$/.test(all[end - 1] ?? ''))) end -= 1;
  return all.slice(0, end);
}

/** `clientSecret`, `client-secret`, `CLIENT_SECRET` and `client.secret` are the same two words. */
function wordsOf(key: string): string[] {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d+)$/, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
