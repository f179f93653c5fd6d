import { type PatternsAsText, withPatterns } from '../../base/written-pattern.ts';

/**
 * How to read one host's log: data only. A new host is one of these in `host-grammars.json` with its sources, and three
 * files in `testing/host-files/`.
 */
export type HostGrammar = {
  /** The host's id in `app/hosts/host.ts`, or the name of a program that is not a host. */
  readonly host: string;
  /** The name by which its client introduces itself to servers; determines the lens. Empty if unknown. */
  readonly client: string;
  readonly title: string;
  readonly notes: readonly string[];
  /**
   * The start of a line, with the named groups `time` and `server`; the rest is its message. The first match applies.
   */
  readonly heads: readonly RegExp[];
  /** The start and end of details appended to a message. */
  readonly tails?: readonly { readonly from: string; readonly to: RegExp }[];
  /** Line starts that only this host writes: one such line identifies the file as its log. */
  readonly signs: readonly RegExp[];
  /** The first sentence that matches a message applies; a message without a match stays a plain line. */
  readonly sentences: readonly Sentence[];
  /** The meaning of a line without a head: the server's stderr, a line of the host, or a continuation. */
  readonly bare: 'stderr' | 'line' | 'as-above';
  /** True if the log contains messages, at least at some level: then no handshake is rebuilt from sentences. */
  readonly messages?: true;
  /** True if only a later line shows whether a started server is a process. */
  readonly startsEither?: true;
  /** For hosts that list the folders searched for a command: the start of the list, and each of its lines. */
  readonly folders?: { readonly from: RegExp; readonly each: RegExp };
};

/**
 * A host's sentence and its meaning. Named groups of `like`: `server`, `command` (a command line), `args` (JSON, or
 * words), `url`, `tool`, `id`, `code` (of an exit), `reason`. The text after the match is a message or a stderr line.
 */
export type Sentence = {
  readonly means: /** A process is started, or an address connected to. */
    | 'start'
    /** The server's command line or address. */
    | 'place'
    | 'connected'
    | 'stderr'
    /** A line of stdout that the host could not read, as a JSON string. */
    | 'printed'
    | 'sent'
    | 'received'
    | 'call'
    | 'done'
    /** A call failed or was given up; `reason` or the text after the match says why. */
    | 'failed'
    | 'cancelled'
    /** A connection problem if the words that follow are known; else it stays a plain line. */
    | 'trouble'
    /** The connection does not exist, whatever the words that follow mean. */
    | 'lost'
    /** Why an attempt failed that is followed by another; applies if that one fails for no known reason. */
    | 'attempt'
    /** The server could not be started. */
    | 'not-started'
    | 'timeout'
    /** The connection has ended, and not by the host. */
    | 'closed'
    /**
     * An HTTP request and its status: `id` is the method, `host` and `path` the address, `code` the status.
     */
    | 'asked'
    /** The host ends the connection. */
    | 'stop'
    /** The host drops tools, or another part of what the server offers. */
    | 'left-out'
    /** Names the server and means nothing else. */
    | 'line';
  readonly like: RegExp;
  /** True for a sentence on a line without a head. */
  readonly bare?: true;
  /** True for a sentence that names no server although others do: it belongs to none of them. */
  readonly ofNone?: true;
};

/** The same as written in JSON: patterns as "/source/flags". */
export type WrittenGrammar = PatternsAsText<HostGrammar>;

/** A grammar with its patterns compiled. */
export function compiled(written: WrittenGrammar): HostGrammar {
  return withPatterns(written) as HostGrammar;
}

/** Only this much of a line is searched for meaning; messages and stderr are taken whole. */
const MAX_SEARCHED = 2000;
const MAX_HEAD = 400;

export type HostLine = {
  readonly time: string | undefined;
  readonly server: string | undefined;
  readonly text: string;
};

export type SentenceMeaning = {
  readonly means: Sentence['means'];
  readonly groups: Readonly<Record<string, string | undefined>>;
  readonly ofNone: boolean;
  /** The text after the match. */
  readonly rest: string;
};

/** The line without its head; undefined if it has none. */
export function readHead({ heads, tails = [] }: HostGrammar, line: string): HostLine | undefined {
  const start = line.slice(0, MAX_HEAD);
  for (const head of heads) {
    const match = head.exec(start);
    if (match === null) continue;
    const { time, server } = match.groups ?? {};
    return { time, server, text: withoutTail(line.slice(match[0].length), tails) };
  }
  return undefined;
}

/** A message may contain the same words: only the last ones count, at the end of the line. */
function withoutTail(text: string, tails: NonNullable<HostGrammar['tails']>): string {
  const end = text.slice(-5);
  for (const { from, to } of tails) {
    const at = to.test(end) ? text.lastIndexOf(from) : -1;
    if (at >= 0) return text.slice(0, at);
  }
  return text;
}

/** The meaning of a message; undefined if no sentence of the grammar matches. */
export function meaningOf(
  { sentences }: HostGrammar,
  text: string,
  isBare: boolean,
): SentenceMeaning | undefined {
  const searched = text.slice(0, MAX_SEARCHED);
  for (const { means, like, bare, ofNone = false } of sentences) {
    if (isBare && bare !== true) continue;
    const match = like.exec(searched);
    if (match === null) continue;
    return { means, groups: match.groups ?? {}, ofNone, rest: text.slice(match.index + match[0].length) };
  }
  return undefined;
}

export function isSign(grammar: HostGrammar, line: string): boolean {
  const read = readHead(grammar, line);
  if (read === undefined) return false;
  const text = read.text.slice(0, MAX_HEAD);
  return grammar.signs.some((sign) => sign.test(text));
}
