import type { FrameRecord } from '../../frame/record.ts';

/** The kind of a generated line, which determines where it may arrive. */
export type LineKind =
  | 'wire'
  | 'recording'
  | 'foreign file'
  | 'yaml'
  | 'vocabulary'
  | 'profile'
  | 'query'
  | 'look-up'
  | 'command line';

export type FuzzedLine = {
  readonly kind: LineKind;
  readonly text: string;
  readonly direction: FrameRecord['direction'];
};

/** The next number, from 0 up to but not including 1. */
export type Random = () => number;

/** Pseudorandom numbers, determined by the seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** Deep ones are rare: each costs as much as a hundred others. */
const DEPTHS = [1, 2, 2, 3, 3, 4, 5, 8, 60, 60, 700, 3000];
const VALUES = [
  ...['null', 'true', 'false', '0', '-0', '1', '-1', '1.0', '1.5', '1e3', '1e999', '-1e-999'],
  ...['9007199254740993', '12345678901234567890', `1${'0'.repeat(400)}`, '-32602', '-32000', '-32042', '404'],
  ...['""', '"1"', '"2.0"', '"\\u0000"', '"\\ud800"', '"\\u202eabc"', '"\\u001b[31mred"', '"%s%n"'],
  ...['[]', '{}', '[null]', '[[]]', '{"":""}', '{"__proto__":{"a":1}}', '{"toString":1,"constructor":null}'],
  ...['[{"type":"text"}]', '{"type":"text","text":1}', '{"$ref":"#"}', '{"pattern":"^(a+)+$"}'],
  ...['{"anyOf":[{"$ref":"#/anyOf/0"}]}', '"2026-07-28"', '"2025-11-25"', '"1999-01-01"'],
];
const KEYS = [
  ...['jsonrpc', 'id', 'method', 'params', 'result', 'error', 'code', 'message', 'data', '_meta', 'name'],
  ...['content', 'isError', 'structuredContent', 'type', 'text', 'tools', 'inputSchema', 'outputSchema'],
  ...['uri', 'requestId', 'progressToken', 'nextCursor', 'resultType', 'inputRequests', 'capabilities'],
  ...['protocolVersion', 'serverInfo', 'arguments', 'reason', 'recovery', 'taskId', 'status', 'raw', 'at'],
  ...['seq', 'session', 'direction', 'ts', 'dir', '__proto__', 'toString', '', 'token', 'password'],
];
const TEXTS = [
  ...['\0', '\ud800', '\udc00', '\u202e', '\u200b', '\ufeff', '\u2028', '\u001b[2J', '\r', '\t', '\\', '"'],
  ...['{', '}', '[', ']', ',', ':', '\\u', '\\ud83d', '%s%d%n', '<script>', '](javascript:1)', '$(x)', "'"],
  ...[
    'MCP error -32602: ',
    'Error: boom\n    at f (x.js:1:2)',
    '-----BEGIN PRIVATE KEY-----',
    'Bearer abcdef',
  ],
  ...['AKIAIOSFODNN7EXAMPLE', 'api_key=0123456789abcdef0123', '😀', 'a'.repeat(3000), ' '.repeat(500)],
];

/** A value in a message: its position, and where its member starts if it has a name. */
type Part = { readonly start: number; readonly end: number; readonly member: number };
type Sample = {
  readonly text: string;
  readonly direction: FrameRecord['direction'];
  readonly parts: readonly Part[];
};

/** The positions of all values in a JSON text; empty for other text. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  const open: { start: number; member: number }[] = [];
  let member = -1;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]|[^\s[\]{}:,"]+/g)) {
    const end = index + token.length;
    if (token === '{' || token === '[') {
      open.push({ start: index, member });
      member = -1;
      continue;
    }
    if (token === '}' || token === ']') {
      const begun = open.pop();
      if (begun !== undefined) parts.push({ ...begun, end });
    } else if (token.startsWith('"') && /^\s*:/.test(text.slice(end, end + 4))) {
      member = index;
      continue;
    } else parts.push({ start: index, end, member });
    member = -1;
  }
  return parts;
}

/** Creates endless lines from real frames, each with one to four faults that keep most of its grammar. */
export class FrameMutator {
  readonly #random: Random;
  readonly #samples: readonly Sample[];

  /** `frames` are real ones; those longer than `mostChars` are left out. */
  constructor(random: Random, frames: readonly FrameRecord[], mostChars = 3000) {
    this.#random = random;
    this.#samples = frames.flatMap(({ raw, direction }) =>
      raw === undefined || raw.length > mostChars ? [] : [{ text: raw, direction, parts: partsOf(raw) }],
    );
  }

  frame(): FuzzedLine {
    const sample = this.#sample();
    const random = this.#random;
    let text = this.#changed(sample.text, sample.parts);
    for (let more = random(); more < 0.3; more = random()) text = this.#changed(text, partsOf(text));
    if (random() < 0.02) text = `[${text},${this.#sample().text}]`;
    // Otherwise every second answer would be unsolicited.
    const direction = random() < 0.95 ? sample.direction : flipped(sample.direction);
    // A line has no line feed: text after one would be another line.
    return { kind: 'wire', text: text.replaceAll('\n', ' '), direction };
  }

  /** Applies the same faults to a text that is not a frame, such as a file's line. */
  text(text: string): string {
    return this.#changed(text, partsOf(text));
  }

  #sample(): Sample {
    return pick(this.#random, this.#samples);
  }

  #changed(text: string, parts: readonly Part[]): string {
    const random = this.#random;
    if (parts.length === 0 || random() < 0.15) return this.#broken(text);
    const { start, end, member } = pick(random, parts);
    const value = text.slice(start, end);
    const put = (from: number, by: string): string => text.slice(0, from) + by + text.slice(end);
    switch (Math.floor(random() * 8)) {
      case 0:
      case 1:
        return put(start, pick(random, VALUES));
      case 2:
        return put(start, this.#borrowed());
      case 3:
        return put(start, nested(value, pick(random, DEPTHS), random() < 0.5));
      case 4:
        return member < 0 ? put(start, '') : put(member, `"${pick(random, KEYS)}":${value}`);
      case 5:
        return put(end, `,${member < 0 ? '' : `"${pick(random, KEYS)}":`}${this.#borrowed()}`);
      case 6:
        return put(end, `,${text.slice(member < 0 ? start : member, end)}`);
      default:
        return put(start, JSON.stringify(pick(random, TEXTS) + value.slice(1, 60)));
    }
  }

  /** A value from another frame. */
  #borrowed(): string {
    const { text, parts } = this.#sample();
    if (parts.length === 0) return 'null';
    const { start, end } = pick(this.#random, parts);
    return text.slice(start, end);
  }

  #broken(text: string): string {
    const random = this.#random;
    const at = Math.floor(random() * (text.length + 1));
    const to = Math.min(text.length, at + Math.floor(random() * 12));
    const kind = random();
    if (kind < 0.25) return text.slice(0, at);
    if (kind < 0.5) return text.slice(0, at) + text.slice(to);
    if (kind < 0.6) return text.slice(at);
    if (kind < 0.7) return text + text;
    return text.slice(0, at) + pick(random, TEXTS) + text.slice(at);
  }
}

function flipped(direction: FrameRecord['direction']): FrameRecord['direction'] {
  return direction === 'client-to-server' ? 'server-to-client' : 'client-to-server';
}

function nested(value: string, levels: number, isObject: boolean): string {
  return isObject
    ? '{"a":'.repeat(levels) + value + '}'.repeat(levels)
    : '['.repeat(levels) + value + ']'.repeat(levels);
}
