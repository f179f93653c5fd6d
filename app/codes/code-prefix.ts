const CODE_PREFIX = /^(MCP error -?\d+: )+/;

/** True for a text that begins with the code that the TypeScript SDK 1 writes into the message of an error. */
export function startsWithCode(text: string): boolean {
  return CODE_PREFIX.test(text);
}

/** The text without such codes at its start. */
export function withoutCode(text: string): string {
  return text.replace(CODE_PREFIX, '');
}
