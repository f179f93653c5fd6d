import { aboutText } from './error-text.ts';

/** What of the server's inside a text shows: frames of a stack, or a place in a local file. */
export type Leak = { readonly kind: 'trace' | 'place'; readonly text: string };

/**
 * Frames as runtimes print them: Node, Java and Kotlin, Python, Go, Rust, Elixir, C#. A sentence that only names a
 * trace has none.
 */
const FRAMES = new RegExp(
  [
    String.raw`\n[ \t]*at [^\n]{1,300}:\d+:\d+`,
    String.raw`\bat [\w$.<>/@]{1,200}\([\w$]+\.(?:java|kt|scala|groovy):\d+\)`,
    String.raw`\n[ \t]*at [^\n]{1,300} in [^\n]{1,300}:line \d+`,
    String.raw`Traceback \(most recent call last\):[ \t]*\n`,
    String.raw`\nCaused by: [\w.$]{1,200}(?:Exception|Error)\b`,
    String.raw`\n?[ \t]*File "[^"\n]{1,300}", line \d+, in `,
    String.raw`\ngoroutine \d+ \[`,
    String.raw`\n[ \t]+\d+: 0x[0-9a-f]+ - `,
    String.raw`\n[ \t]+\([\w .-]{1,60}\) [\w/.-]{1,200}\.exs?:\d+: `,
  ].join('|'),
);
const PLACE = /(?:\/home\/|\/Users\/|\b[A-Z]:\\)[^\s:"']{1,300}:\d+/;

/** The first frame or place that a text shows; null for none. */
export function leakIn(text: string): Leak | null {
  // None comes without a colon, and most texts have none.
  if (!text.includes(':')) return null;
  const frame = FRAMES.exec(text)?.[0];
  if (frame !== undefined) return { kind: 'trace', text: frame.trim() };
  const place = PLACE.exec(text)?.[0];
  return place === undefined ? null : { kind: 'place', text: place };
}

/** {@link leakIn} for a text that servers repeat. */
export const leakOf = aboutText(leakIn);

/** The text up to its first frame; empty if it begins with one. */
export function withoutTrace(text: string): string {
  const lines = text.slice(0, 2000).split('\n');
  const isSentence = (line: string) =>
    line.trim() !== '' && !/^\s*(at |File "|Traceback|goroutine )/.test(line) && leakIn(line) === null;
  return lines.find(isSentence)?.trim() ?? '';
}
