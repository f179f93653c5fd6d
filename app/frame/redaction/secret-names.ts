import { isUserAndPassword, looksGenerated, looksRandom } from './secret-shapes.ts';

/** Every secret name contains one of these. */
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
/** Compound words that end in a secret name: `dbpassword`, `identitytoken`. */
const SECRET_END = /..(?:password|passwd|passphrase|secret|token|apikey)s?$/;
/** Words that make a `token` harmless: progress tokens, page tokens, token counts. */
const HARMLESS_BEFORE_TOKEN = new Set('progress page next continuation cursor stop max min'.split(' '));

/** Words after the actual name: `tokenValue`, `API_KEY_PROD`, `password_2`. */
const TRAILING = new Set([
  ...'value text string hash raw plain base base64 b64 encoded prod production dev development'.split(' '),
  ...'staging test live old new current'.split(' '),
]);
/** Names of many things, some of which are secrets. */
const VAGUE_WORDS = new Set('key keys tokens auth pat sig signature hmac code ticket sid'.split(' '));

/** `session`: any value may identify a session, and only one that looks random is secret. */
type Naming = 'secret' | 'session' | 'vague' | 'harmless';

/** A reference to a value stored elsewhere, or an ellipsis in place of a value. */
const NO_VALUE = /^(?:\$\{[\w:.-]{1,200}\}?|(?:…|\.{3})[.,;:)]?)$/;

const MAX_KNOWN = 10_000;

/** Tells by its name whether a value is secret; cached, since recordings repeat the same few names. */
export class SecretNames {
  readonly #known = new Map<string, Naming>();

  /** True for a member, option or variable with a secret value: `api_key`, `X-Api-Key`, `GITHUB_TOKEN`. */
  isSecret(key: string): boolean {
    return this.#namingOf(key) === 'secret';
  }

  /** True if name and value together indicate a secret: `auth` does so only with a value that looks secret. */
  isSecretValue(key: string, value: string): boolean {
    if (NO_VALUE.test(value)) return false;
    const naming = this.#namingOf(key);
    // The working directory of a process.
    if (/^(?:old)?pwd$/i.test(key) && /^(?:[/~.]|[A-Za-z]:)/.test(value)) return false;
    if (naming === 'session') return value.length >= 8 && looksRandom(value);
    return naming === 'secret' || (naming === 'vague' && (looksGenerated(value) || isUserAndPassword(value)));
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
  // `tokens` is nearly always a token count, not a secret.
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
