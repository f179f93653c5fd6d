import { type Answer, readEnvelope } from '../wire/envelope.ts';
import type { MalformedLine } from './message.ts';

/** Milliseconds; a later error is meant for something else. */
const ANSWER_WINDOW_MS = 10_000;
/** Milliseconds; a line without an error after this time was dropped. */
const PATIENCE_MS = 2000;
const MAX_KEPT = 200;

export type UnreadLine = Pick<MalformedLine, 'seq' | 'at' | 'text'> & {
  /** The error code due (JSON-RPC 2.0, §5.1), depending on whether the line parses. Undefined if none is due. */
  readonly codeDue: -32700 | -32600 | undefined;
  /** The id that a lenient reader finds in it, as `RpcId.key`; empty for none. */
  readonly idKey: string;
};

/** The client's lines that no server can read, and the answers to them. */
export class UnreadLines {
  /** Without an error so far, oldest first. */
  #waiting: UnreadLine[] = [];
  readonly #dropped: UnreadLine[] = [];
  readonly #ids = new Set<string>();

  /** The newest line that an error at this time, in milliseconds, can belong to. */
  newestAt(at: number): UnreadLine | undefined {
    return this.#waiting.findLast(isFresh(at));
  }

  add(line: UnreadLine): void {
    if (line.idKey !== '') this.#ids.add(line.idKey);
    this.#waiting.push(line);
    if (this.#waiting.length > MAX_KEPT) this.#waiting.shift();
  }

  /** True if a line had this id, so an answer with it answers that line. */
  named(idKey: string): boolean {
    return this.#ids.has(idKey);
  }

  /** Takes an answer and removes the line that it belongs to. `lastSeq`: the client's last message. */
  answer(envelope: Answer, at: number, lastSeq: number): void {
    if (this.#waiting.length === 0) return;
    const index = this.#meantFor(envelope, at, lastSeq);
    if (index >= 0) this.#waiting.splice(index, 1);
  }

  /** The server can no longer answer: it ended `byItself`, or at the time `at`, in milliseconds. */
  endRun(at: number, answeredSeq: number, byItself: boolean): void {
    const dropped = byItself ? this.#waiting : this.#waiting.filter(wasDropped(at, answeredSeq));
    this.#dropped.push(...dropped.filter(deservesError).slice(0, MAX_KEPT - this.#dropped.length));
    this.#waiting = [];
    this.#ids.clear();
  }

  /** The lines without an error, oldest first, in this run and earlier ones. */
  droppedAt(now: number, answeredSeq: number): readonly UnreadLine[] {
    const waiting = this.#waiting.filter(wasDropped(now, answeredSeq));
    return [...this.#dropped, ...waiting.filter(deservesError)];
  }

  /** The line with the answer's id; for an error without an id, the newest, preferably one that its code fits. */
  #meantFor(envelope: Answer, at: number, lastSeq: number): number {
    const { id } = envelope;
    if (id !== undefined) {
      const named = this.#waiting.findLastIndex(({ idKey }) => idKey === id.key);
      if (named >= 0) return named;
    }
    if (envelope.kind !== 'error') return -1;
    const { code } = envelope.error;
    if (code !== -32700 && code !== -32600) return -1;
    const fresh = isFresh(at);
    const fitting = this.#waiting.findLastIndex(
      (line) => fresh(line) && (line.codeDue === undefined || line.codeDue === code),
    );
    return fitting >= 0 ? fitting : this.#waiting.findLastIndex(({ seq }) => seq === lastSeq);
  }
}

/** `answeredSeq` is the latest answered request: everything before it was read. */
function wasDropped(now: number, answeredSeq: number): (line: UnreadLine) => boolean {
  return ({ seq, at }) => seq < answeredSeq || now - at >= PATIENCE_MS;
}

function isFresh(now: number): (line: UnreadLine) => boolean {
  return ({ at }) => now - at <= ANSWER_WINDOW_MS;
}

function deservesError({ codeDue }: UnreadLine): boolean {
  return codeDue !== undefined;
}

/** Longer messages are not followed. */
const MAX_LINES = 2000;
const MAX_CHARS = 1_000_000;

/** The first member of a message; JSON logs have others. */
const MESSAGE_BEGINS = /^\uFEFF?\s*\{\s*"(jsonrpc|id|method|params|result|error)"\s*:/;

type Scan = { depth: number; inString: boolean; escaped: boolean };
type Fragment = {
  readonly first: MalformedLine;
  readonly lines: string[];
  readonly scan: Scan;
  chars: number;
};

/** Follows a JSON message over several lines: its parts are not noise until later lines decide that. */
export class FragmentReader {
  #fragment: Fragment | undefined;

  /** The lines whose kind is now known: this one, or one that started earlier. */
  take(line: MalformedLine): readonly MalformedLine[] {
    const fragment = this.#fragment;
    // JSON strings cannot contain line feeds, so a message that stops in one was cut, not continued.
    if (fragment !== undefined && !fragment.scan.inString && isPart(line)) return this.#goOn(fragment, line);
    const abandoned = this.reset();
    const decided = this.#begin(line);
    return abandoned === undefined ? decided : [abandoned, ...decided];
  }

  /** A whole message, or the end, leaves earlier lines incomplete: a cut message, or none. */
  reset(): MalformedLine | undefined {
    // As before nearly every message.
    if (this.#fragment === undefined) return undefined;
    const { first } = this.#fragment;
    this.#fragment = undefined;
    // A client that is ended in the middle of a line is not at fault.
    const isCut = first.sender === 'server-to-client' && MESSAGE_BEGINS.test(first.text);
    return { ...first, shape: isCut ? 'cut' : 'noise' };
  }

  #begin(line: MalformedLine): readonly MalformedLine[] {
    const { envelope, text } = line;
    // A message starts with an object; "[info] …" and "{x}" look like logs.
    if (envelope.kind !== 'not-json' || !/^\uFEFF?\s*\{\s*("|$)/.test(text)) return [line];
    const scan = { depth: 0, inString: false, escaped: false };
    const end = scanned(text, scan);
    if (end < 0) {
      this.#fragment = { first: line, lines: [text], scan, chars: text.length };
      return [];
    }
    return /^\s*\{\s*"/.test(text.slice(end, end + 50)) ? [{ ...line, shape: 'several-messages' }] : [line];
  }

  #goOn(fragment: Fragment, { text }: MalformedLine): readonly MalformedLine[] {
    const { first, lines, scan } = fragment;
    lines.push(text);
    fragment.chars += text.length;
    const closed = scanned(text, scan) >= 0;
    if (!closed && lines.length <= MAX_LINES && fragment.chars <= MAX_CHARS) return [];
    this.#fragment = undefined;
    const whole = closed ? readEnvelope(lines.join('\n')).kind : 'not-json';
    const isMessage = whole !== 'not-json' && whole !== 'not-json-rpc';
    return [{ ...first, shape: isMessage ? 'over-several-lines' : 'noise' }];
  }
}

/** A line that is valid JSON may still be the last item of a list; an object on its own line is not part of one. */
function isPart({ envelope }: MalformedLine): boolean {
  return envelope.kind === 'not-json' || typeof envelope.value !== 'object' || envelope.value === null;
}

/** Advances over the line; returns the index after the value's closing bracket, or -1. */
function scanned(line: string, scan: Scan): number {
  for (let index = 0; index < line.length; index += 1) {
    const unit = line.charCodeAt(index);
    if (scan.inString) {
      if (scan.escaped) scan.escaped = false;
      else if (unit === 0x5c) scan.escaped = true;
      else if (unit === 0x22) scan.inString = false;
      continue;
    }
    if (unit === 0x22) scan.inString = true;
    else if (unit === 0x7b || unit === 0x5b) scan.depth += 1;
    else if (unit === 0x7d || unit === 0x5d) {
      scan.depth -= 1;
      if (scan.depth <= 0) return index + 1;
    }
  }
  return -1;
}
