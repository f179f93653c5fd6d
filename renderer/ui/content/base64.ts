/** What a base64 text holds, without decoding it. */
export type Base64Check =
  | { readonly kind: 'sound'; readonly bytes: number }
  | { readonly kind: 'broken'; readonly problem: string };

/** Checks base64 text (RFC 4648 §4); says in a sentence what is wrong with it. */
export function checkBase64(text: string): Base64Check {
  if (text === '') return { kind: 'broken', problem: 'The data is empty.' };
  const body = text.replace(/={0,2}$/, '');
  const stray = /[^A-Za-z0-9+/]/.exec(body);
  if (stray !== null) {
    const urlSafe = stray[0] === '-' || stray[0] === '_' ? ' (base64url is not base64)' : '';
    return {
      kind: 'broken',
      problem: `The data is not base64: ${JSON.stringify(stray[0])} at character ${stray.index + 1}${urlSafe}.`,
    };
  }
  if (text.length % 4 !== 0) {
    return {
      kind: 'broken',
      problem: `The data is not base64: ${text.length} characters, not a multiple of 4.`,
    };
  }
  return { kind: 'sound', bytes: Math.floor((body.length * 3) / 4) };
}
