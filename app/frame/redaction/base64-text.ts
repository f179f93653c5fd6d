/** Longer ones are pictures and sounds. */
const MAX_LENGTH = 200_000;
const MIN_LENGTH = 20;

/** The text that a string holds as base64 (RFC 4648 §4 and §5), or undefined where it holds none. */
export function base64Text(text: string): string | undefined {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text))
    return undefined;
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    // Bytes beyond ASCII stay single characters: what a secret is made of is below them.
    return /^[\t\n\r -~\u0080-\u00ff]*$/.test(bytes) && /[ :={"]/.test(bytes) ? bytes : undefined;
  } catch {
    return undefined;
  }
}
