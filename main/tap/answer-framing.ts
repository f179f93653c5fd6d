import { type LineText, lineText, shownLine } from '../../app/wire/line-text.ts';
import { SseReader } from '../../app/wire/sse.ts';

/** How messages are delimited in a server's bytes: each is a unit with an end. */
export type Framing = {
  /** The index after the first unit that ends at or after `start`, or 0; `before` is the bytes before the chunk. */
  endOf(chunk: Uint8Array, start: number, before: Uint8Array): number;
  /** True if a unit has ended with these latest bytes. */
  isEnd(last: Uint8Array): boolean;
  textOf(unit: Uint8Array): LineText;
  withText(unit: Uint8Array, text: string): Uint8Array;
  /** Terminates a unit that is cut off. */
  readonly end: Uint8Array;
  /** True if the only unit ends with the bytes. */
  readonly isWhole: boolean;
};

const LF = 0x0a;
const CR = 0x0d;

/** Messages on stdio: one per line. */
export const LINES: Framing = {
  endOf: (chunk, start) => chunk.indexOf(LF, start) + 1,
  isEnd: (last) => last.length === 0 || last.at(-1) === LF,
  textOf: (line) => lineText(line.subarray(0, -1)),
  withText: (line, text) => Buffer.from(text + (line.at(-2) === CR ? '\r\n' : '\n')),
  end: Uint8Array.of(LF),
  isWhole: false,
};

/** Server-sent events, each ended by a blank line (WHATWG HTML §9.2.6). */
export const EVENTS: Framing = {
  endOf: (chunk, start, before) => {
    const at = (index: number) => (index < 0 ? before.at(index) : chunk[index]);
    for (let end = chunk.indexOf(LF, start); end >= 0; end = chunk.indexOf(LF, end + 1)) {
      if (at(at(end - 1) === CR ? end - 2 : end - 1) === LF) return end + 1;
    }
    return 0;
  },
  isEnd: (last) => last.length === 0 || (last.at(-1) === LF && last.at(last.at(-2) === CR ? -3 : -2) === LF),
  textOf: (event) => {
    const [first] = new SseReader().push(textIn(event)).filter(({ kind }) => kind === 'event');
    return { raw: first?.kind === 'event' ? first.data : '' };
  },
  withText: (event, text) => {
    const lines = textIn(event).split(/(?<=\n)/);
    const at = lines.findIndex((line) => line.startsWith('data'));
    const eol = lines[at]?.endsWith('\r\n') ? '\r\n' : '\n';
    const rest = lines.slice(at + 1).filter((line) => !line.startsWith('data'));
    return Buffer.from([...lines.slice(0, at), `data: ${text}${eol}`, ...rest].join(''));
  },
  end: Uint8Array.of(LF, LF),
  isWhole: false,
};

/** A response body that is one message. */
export const WHOLE_BODY: Framing = {
  endOf: () => 0,
  isEnd: (last) => last.length === 0,
  textOf: lineText,
  withText: (_body, text) => Buffer.from(text),
  end: new Uint8Array(),
  isWhole: true,
};

function textIn(unit: Uint8Array): string {
  return shownLine(lineText(unit));
}
