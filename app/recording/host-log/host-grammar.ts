/**
 * How the log of one host reads: data alone. A new host is a file with one of these in `grammars/`, its line in
 * `host-logs.ts`, and three files in `testing/host-files/`.
 */
export type HostGrammar = {
  /** The host's id in `app/hosts/host.ts`, or the name of a program that is none. */
  readonly host: string;
  /** The name by which its client introduces itself to a server: it chooses the lens. Empty if that is not known. */
  readonly client: string;
  readonly title: string;
  readonly notes: readonly string[];
  /**
   * How a line begins, with the named groups `time` and `server`: the rest of the line is what it says. The first that
   * fits counts.
   */
  readonly heads: readonly RegExp[];
  /** How the details begin and end that stand behind what a line says. */
  readonly tails?: readonly { readonly from: string; readonly to: RegExp }[];
  /** Beginnings that only this host writes: a line that begins so makes a file its log. */
  readonly signs: readonly RegExp[];
  /** The first that fits what a line says counts; a line that fits none stays a line. */
  readonly sentences: readonly Sentence[];
  /** What a line without a head is: the server's stderr, a line of the host, or more of what the line above is. */
  readonly bare: 'stderr' | 'line' | 'as-above';
  /** True if the log holds messages, at least at some level: then no handshake is put together from sentences. */
  readonly messages?: true;
  /** True if only a later line shows whether a server that is started is a process. */
  readonly startsEither?: true;
  /** The host prints lists of folders that it looked for commands in: how such a list begins, and each of its lines. */
  readonly folders?: { readonly from: RegExp; readonly each: RegExp };
};

/**
 * A sentence of a host and what it means. Named groups of `like`: `server`, `command` (a command line), `args` (JSON, or
 * words), `url`, `tool`, `id`, `code` (of an exit), `reason`. A message, or a line of stderr, is what follows the match.
 */
export type Sentence = {
  readonly means: /** A process is started, or an address called. */
    | 'start'
    /** What the server is: its command line or its address. */
    | 'place'
    | 'connected'
    | 'stderr'
    /** A line of stdout that the host could not read, as a JSON string. */
    | 'printed'
    /** A message that the client sent, or that the server did. */
    | 'sent'
    | 'received'
    | 'call'
    | 'done'
    /** A call failed, or was given up; `reason` or what follows says why. */
    | 'failed'
    | 'cancelled'
    /** Something went wrong with the connection, as far as the words are known that follow: else it stays a line. */
    | 'trouble'
    /** The connection is not there, whatever the words mean that follow. */
    | 'lost'
    /** Why an attempt failed that another one follows: it counts if that one fails for no known reason. */
    | 'attempt'
    /** The server could not be started. */
    | 'not-started'
    | 'timeout'
    /** The connection is over, and the host did not end it. */
    | 'closed'
    /** An HTTP request with the status of its answer: `id` is its method, `host` and `path` its address, `code` the status. */
    | 'asked'
    /** The host ends the connection. */
    | 'stop'
    /** The host leaves out tools, or another part of what the server offers. */
    | 'left-out'
    /** It names the server and means nothing more. */
    | 'line';
  readonly like: RegExp;
  /** True for a sentence that stands on a line without a head. */
  readonly bare?: true;
  /** True for a sentence that names no server although others do: it belongs to none of them. */
  readonly ofNone?: true;
};

/** More of a line than this is not searched for what it means; messages and stderr are taken whole. */
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
  /** What follows the match. */
  readonly rest: string;
};

/** The line without its head; undefined for a line that has none. */
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

/** A message may hold the same words: only the last ones count, at the end of the line. */
function withoutTail(text: string, tails: NonNullable<HostGrammar['tails']>): string {
  const end = text.slice(-5);
  for (const { from, to } of tails) {
    const at = to.test(end) ? text.lastIndexOf(from) : -1;
    if (at >= 0) return text.slice(0, at);
  }
  return text;
}

/** What a line says means; undefined if no sentence of the grammar fits. */
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

/** True for a line that only this host writes. */
export function isSign(grammar: HostGrammar, line: string): boolean {
  const read = readHead(grammar, line);
  if (read === undefined) return false;
  const text = read.text.slice(0, MAX_HEAD);
  return grammar.signs.some((sign) => sign.test(text));
}
