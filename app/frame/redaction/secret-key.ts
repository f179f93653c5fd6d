const SECRET_WORDS = new Set([
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'secrets',
  'token',
  'apikey',
  'credential',
  'credentials',
  'authorization',
  'cookie',
  'bearer',
]);
/** Two words that mean a secret only together. */
const SECRET_PAIRS = new Set([
  'api key',
  'access key',
  'private key',
  'secret key',
  'signing key',
  'encryption key',
  'account key',
  'auth key',
  'session id',
  'session key',
  'connection string',
  'set cookie',
  'pass word',
]);
/** What makes a `token` no secret: progress tokens, page tokens, counts of tokens. */
const HARMLESS_BEFORE_TOKEN = new Set([
  'progress',
  'page',
  'next',
  'continuation',
  'cursor',
  'stop',
  'max',
  'min',
]);

/** True for a member, option or variable whose value is a secret: `api_key`, `X-Api-Key`, `GITHUB_TOKEN`, `clientSecret`. */
export function isSecretKey(key: string): boolean {
  if (key.length > 80) return false;
  const words = wordsOf(key);
  const last = words.at(-1);
  if (last === undefined) return false;
  const before = words.at(-2) ?? '';
  if (SECRET_PAIRS.has(`${before} ${last}`)) return true;
  if (last === 'token') return !HARMLESS_BEFORE_TOKEN.has(before);
  return SECRET_WORDS.has(last);
}

/** `clientSecret`, `client-secret`, `CLIENT_SECRET` and `client.secret` are the same two words. */
function wordsOf(key: string): string[] {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
