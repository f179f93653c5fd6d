import { isJsonObject, type JsonObject, parseJson } from '../../base/json-value.ts';
import { HttpWriter } from '../../frame/http-writer.ts';
import { type Direction, opposite } from '../../frame/record.ts';
import { HttpSecrets } from '../../frame/redaction/http-secrets.ts';
import { onlySenderOf } from '../../protocol/methods.ts';
import { readEnvelope } from '../../wire/envelope.ts';
import { compactJson } from '../../wire/json-scan.ts';
import { blockEnd } from '../../wire/json-tokens.ts';
import { type Entry, frameEntry, markEntry } from './entry.ts';
import type { FileHead } from './file-head.ts';
import { type DocumentFormat, NO_PROCESS } from './foreign-format.ts';
import { DirectionGuess } from './guess-direction.ts';
import type { ImportJournal } from './import-journal.ts';
import { rebuiltCall, rebuiltRequest } from './rebuilt.ts';

/** Limit on characters searched in one message, or before it. */
const MAX_MESSAGE = 1_000_000;
const MAX_PREFIX = 2000;
/** The start of a message, possibly within a string. */
const BEGINS = /(?:\[\s*)?\{\s*(\\?)"(?:jsonrpc|id|method|result|error|params)\1"\s*:/;
const FIRST_MEMBER = /^\s*(?:\{\s*)?"(?:jsonrpc|id|method|result|error|params)"\s*:/;
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?/;
/** Words of a client's message: what a program reads from stdin, sends, writes or requests. */
const OF_CLIENT =
  /->|→|>>|\b(?:write|writing|sent|send|sending|stdin|request|outgoing|client says|from client|to server)\b/i;
const OF_SERVER =
  /<-|←|<<|^\s*data:|\b(?:read|reading|recv|received|receive|stdout|response|incoming|server says|from server|to client)\b/i;
const HTTP_HEAD = /^(?:< ?)?HTTP\/[\d.]{1,3} (\d{3})(?: (.{0,200}))?$/;
const HTTP_ASKED = /^> ?(GET|POST|DELETE|OPTIONS) (\S{1,2000}) HTTP\/[\d.]{1,3}$/;
const SSE_FIELD = /^(?:event|id|retry): ?|^:/;

/**
 * Messages in text: after a word, an arrow or a time, over several lines, in an event stream, or in curl's output; and
 * a single bare result. Anything else stays a line without a sender.
 */
export const textMessages: DocumentFormat = {
  kind: 'document',
  title: 'Messages in text',
  notes: [
    'Who sent a message is taken from its method, from the request of an answer, and from the word or arrow before it.',
    'Lines that are no messages are shown as lines: the file does not say who wrote them.',
    'Of an answer whose request is not in the file, the request was put together.',
    NO_PROCESS,
  ],
  recognizes: (head) => bareAnswer(head.text) !== undefined || isMostlyMessages(head),
  read: (text, journal) => {
    const bare = bareAnswer(text);
    if (bare !== undefined) return bare;
    const reader = new TextReader(text, journal);
    return withRequests(reader.entries());
  },
};

/** True if at least a third of the file's start is messages, an event stream, or HTTP heads. */
function isMostlyMessages({ text, lines }: FileHead): boolean {
  const [first = ''] = lines;
  if (/^\s*[[{]\s*$/.test(first)) return messageAt(text, text.search(/\S/)).raw !== undefined;
  const found = lines.filter((line) => HTTP_HEAD.test(line) || holdsMessage(line)).length;
  const beside = lines.filter(
    (line) => SSE_FIELD.test(line) || /^(?:[<>*] |[\w-]{1,60}: )/.test(line),
  ).length;
  return found > 0 && (found + beside) * 3 >= lines.length;
}

function holdsMessage(line: string): boolean {
  const begins = messageStart(line);
  return begins !== undefined && (begins.isEscaped || messageAt(line, begins.at).raw !== undefined);
}

/** The block that starts at `start`, with its text on one line if it is a message. */
function messageAt(text: string, start: number): { readonly raw: string | undefined; readonly end: number } {
  const slice = text.slice(start, start + MAX_MESSAGE);
  const length = blockEnd(slice, 1);
  if (length < 0) return { raw: undefined, end: start + slice.length };
  const raw = slice.slice(0, length);
  const line = raw.includes('\n') ? compactJson(raw) : raw;
  return { raw: isMessage(line) ? line : undefined, end: start + length };
}

/** Certainly JSON-RPC: it says so, or has a combination of members that no other JSON has. */
function isMessage(raw: string): boolean {
  const value = parseJson(raw);
  return [value].flat().some((item) => {
    if (!isJsonObject(item)) return false;
    const isAnswer = ('result' in item || 'error' in item) && 'id' in item;
    return item.jsonrpc === '2.0' || isAnswer || (typeof item.method === 'string' && 'params' in item);
  });
}

/** Where a message starts in a line, and whether it is escaped within a string; undefined for none. */
function messageStart(line: string): { readonly at: number; readonly isEscaped: boolean } | undefined {
  const match = BEGINS.exec(line.slice(0, MAX_PREFIX));
  return match === null ? undefined : { at: match.index, isEscaped: match[1] !== '' };
}

class TextReader {
  readonly #text: string;
  readonly #journal: ImportJournal;
  readonly #guess = new DirectionGuess();
  readonly #asked = new Set<string>();
  /** How often each word preceded a message from either side. */
  readonly #words = new Map<string, Record<Direction, number>>();
  readonly #entries: Entry[] = [];
  #at = 0;
  #epochMs: number | undefined;
  #exchanges = 0;
  /** No message starts before this index. */
  #noneBefore = 0;

  constructor(text: string, journal: ImportJournal) {
    this.#text = text;
    this.#journal = journal;
  }

  entries(): Entry[] {
    while (this.#at < this.#text.length) this.#line();
    return this.#entries;
  }

  #line(): void {
    const start = this.#at;
    const line = this.#nextLine();
    if (line.trim() === '') return;
    const time = TIME.exec(line.slice(0, 100))?.[0];
    if (time !== undefined) this.#epochMs = this.#journal.timeOf(time);
    const asked = HTTP_ASKED.exec(line.slice(0, MAX_PREFIX));
    if (asked !== null || HTTP_HEAD.test(line)) {
      this.#http(line, asked);
      return;
    }
    const begins = start < this.#noneBefore ? undefined : (messageStart(line) ?? this.#openBracket(line));
    if (begins === undefined) this.#other(line);
    else if (begins.isEscaped) this.#escaped(line, begins.at);
    else this.#message(line, start, begins.at);
  }

  /** The end of a line with a message's opening bracket, whose first member is on the next line. */
  #openBracket(line: string): ReturnType<typeof messageStart> {
    if (!/[{[]\s*$/.test(line.slice(-20)) || !FIRST_MEMBER.test(this.#peek().slice(0, 200))) return undefined;
    return { at: Math.max(line.lastIndexOf('{'), line.lastIndexOf('[')), isEscaped: false };
  }

  #nextLine(): string {
    const line = this.#peek();
    const feed = this.#text.indexOf('\n', this.#at);
    this.#at = feed < 0 ? this.#text.length + 1 : feed + 1;
    return line;
  }

  #other(line: string): void {
    // The event's fields other than data.
    if (!SSE_FIELD.test(line)) this.#put(markEntry(line));
  }

  #message(line: string, start: number, at: number): void {
    const { raw, end } = messageAt(this.#text, start + at);
    if (raw === undefined) {
      this.#noneBefore = end;
      this.#other(line);
      return;
    }
    this.#put(frameEntry(this.#directionOf(raw, line.slice(0, at)), raw));
    if (end < this.#at) return;
    // The rest of a multi-line message's last line is meaningless.
    const feed = this.#text.indexOf('\n', end);
    this.#at = feed < 0 ? this.#text.length : feed + 1;
  }

  /** A message within a string, as loggers quote it. */
  #escaped(line: string, at: number): void {
    const quote = line.lastIndexOf('"', at);
    const literal = /^"(?:[^"\\]|\\.)*"/.exec(line.slice(Math.max(0, quote), MAX_MESSAGE))?.[0];
    const inner = literal === undefined ? undefined : parseJson(literal);
    const begins = typeof inner === 'string' ? messageStart(inner) : undefined;
    const raw =
      typeof inner === 'string' && begins !== undefined ? messageAt(inner, begins.at).raw : undefined;
    if (raw === undefined) {
      this.#other(line);
      return;
    }
    const prefix = line.slice(0, quote) + String(inner).slice(0, begins?.at);
    this.#put(frameEntry(this.#directionOf(raw, prefix), raw));
  }

  /** An HTTP head as printed by curl, with the lines up to the next one. */
  #http(line: string, asked: RegExpExecArray | null): void {
    const isVerbose = /^[<>]/.test(line);
    const headers: [string, string][] = [];
    const read = (mark: RegExp): void => {
      while (this.#at < this.#text.length) {
        const next = this.#nextLine();
        if (next.replace(mark, '').trim() === '') return;
        const [, name, value = ''] = /^([\w-]{1,100}): ?(.{0,4000})$/.exec(next.replace(mark, '')) ?? [];
        // An empty value was removed before the text was pasted.
        if (name !== undefined && value !== '') headers.push([name, value]);
      }
    };
    this.#exchanges += 1;
    const writer = new HttpWriter(this.#exchanges, new HttpSecrets(), (body) => {
      this.#put({ body });
      return undefined;
    });
    if (asked !== null) {
      read(/^> ?/);
      writer.request(
        { method: asked[1] ?? 'POST', url: asked[2] ?? '/', headers: [...headers], purpose: 'mcp' },
        '',
      );
      headers.length = 0;
      while (this.#at < this.#text.length && !HTTP_HEAD.test(this.#peek())) this.#other(this.#nextLine());
      line = this.#nextLine();
    } else writer.request({ method: 'POST', url: '/', headers: [], purpose: 'mcp' }, '');
    const head = HTTP_HEAD.exec(line);
    if (head === null) return;
    read(isVerbose ? /^< ?/ : /^/);
    writer.response({ status: Number(head[1]), reason: head[2] ?? '', headers: [...headers] });
    writer.chunk(new TextEncoder().encode(this.#body()));
    writer.end('complete');
  }

  #peek(): string {
    const feed = this.#text.indexOf('\n', this.#at);
    const line = this.#text.slice(this.#at, feed < 0 ? this.#text.length : feed);
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  #body(): string {
    const lines: string[] = [];
    while (this.#at < this.#text.length && !/^(?:[>*$] |(?:< ?)?HTTP\/)/.test(this.#peek()))
      lines.push(this.#nextLine());
    return lines.join('\n').trimEnd() + (lines.some((one) => one.startsWith('data:')) ? '\n\n' : '');
  }

  /** By the method, the request of an answer, earlier uses of the same word, or the word itself. */
  #directionOf(raw: string, prefix: string): Direction {
    const envelope = readEnvelope(raw);
    const guessed = this.#guess.next(raw);
    const word = prefix.replaceAll(/[\d:.,+-]+Z?/g, '').trim();
    const known = this.#words.get(word) ?? { 'client-to-server': 0, 'server-to-client': 0 };
    const key = 'id' in envelope ? (envelope.id?.key ?? '') : '';
    const isAnswer = envelope.kind === 'result' || envelope.kind === 'error';
    const isSure = isAnswer
      ? this.#asked.has(key)
      : 'method' in envelope && onlySenderOf(envelope.method) !== undefined;
    if (envelope.kind === 'request') this.#asked.add(key);
    if (isSure) {
      known[guessed] += 1;
      this.#words.set(word, known);
      return guessed;
    }
    const difference = known['client-to-server'] - known['server-to-client'];
    if (difference !== 0) return difference > 0 ? 'client-to-server' : 'server-to-client';
    if (isAnswer) return OF_CLIENT.test(prefix) && !OF_SERVER.test(prefix) ? guessed : 'server-to-client';
    if (OF_CLIENT.test(prefix)) return 'client-to-server';
    return OF_SERVER.test(prefix) ? 'server-to-client' : guessed;
  }

  #put(entry: Entry): void {
    this.#entries.push(this.#epochMs === undefined ? entry : { ...entry, epochMs: this.#epochMs });
  }
}

/** Adds a request before each answer that precedes the file's first request. */
function withRequests(entries: readonly Entry[]): readonly Entry[] {
  const asked = new Set<Direction>();
  return entries.flatMap((entry): Entry[] => {
    const { body } = entry;
    if (body.type !== 'frame' || !('raw' in body) || body.http !== undefined) return [entry];
    const envelope = readEnvelope(body.raw);
    if (envelope.kind === 'request') asked.add(body.direction);
    const isAnswer = (envelope.kind === 'result' || envelope.kind === 'error') && envelope.id !== undefined;
    if (!isAnswer || asked.has(opposite(body.direction)) || body.direction === 'client-to-server')
      return [entry];
    const result = envelope.kind === 'result' ? envelope.result : undefined;
    const id: unknown = parseJson(envelope.id?.text ?? '');
    if (typeof id !== 'string' && typeof id !== 'number') return [entry];
    return [{ ...entry, body: requestOf(id, result) }, entry];
  });
}

/** The distinguishing member of each result. */
const METHOD_OF: readonly (readonly [string, string])[] = [
  ['content', 'tools/call'],
  ['protocolVersion', 'initialize'],
  ['tools', 'tools/list'],
  ['resources', 'resources/list'],
  ['resourceTemplates', 'resources/templates/list'],
  ['contents', 'resources/read'],
  ['prompts', 'prompts/list'],
  ['messages', 'prompts/get'],
  ['completion', 'completion/complete'],
];

function requestOf(id: string | number, result: unknown): Entry['body'] {
  const method = isJsonObject(result)
    ? METHOD_OF.find(([key]) => Object.hasOwn(result, key))?.[1]
    : undefined;
  return rebuiltRequest(id, method ?? 'unknown', {});
}

/** A bare tool result or error, without its message; undefined for anything else. */
function bareAnswer(text: string): Entry[] | undefined {
  const start = text.search(/\S/);
  if (text[start] !== '{' || text.length > MAX_MESSAGE) return undefined;
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  const key = isToolResult(value) ? 'result' : isError(value) ? 'error' : undefined;
  if (key === undefined) return undefined;
  const raw = `{"jsonrpc":"2.0","id":1,"${key}":${compactJson(text.trim())}}`;
  const asked = key === 'result' ? rebuiltCall(1, '') : rebuiltRequest(1, 'unknown', {});
  return [{ body: asked }, { body: { type: 'frame', direction: 'server-to-client', raw, rebuilt: true } }];
}

function isToolResult(value: JsonObject): boolean {
  const { content, isError: failed, jsonrpc } = value;
  const isBlock = (block: unknown) => isJsonObject(block) && typeof block.type === 'string';
  return (
    jsonrpc === undefined &&
    Array.isArray(content) &&
    content.every(isBlock) &&
    (content.length > 0 || failed !== undefined) &&
    Object.keys(value).every((name) => RESULT_MEMBERS.has(name))
  );
}

function isError(value: JsonObject): boolean {
  const { code, message } = value;
  return (
    Number.isInteger(code) &&
    typeof message === 'string' &&
    Object.keys(value).every((name) => name === 'code' || name === 'message' || name === 'data')
  );
}

const RESULT_MEMBERS = new Set(['content', 'structuredContent', 'isError', '_meta']);
