import { HOST_PLACES } from '../../hosts/host-places.ts';
import type { Entry } from '../import/entry.ts';
import { markEntry } from '../import/entry.ts';
import type { LineFormat } from '../import/foreign-format.ts';
import type { ImportJournal } from '../import/import-journal.ts';
import { type HostGrammar, type HostLine, isSign, meaningOf, readHead } from './host-grammar.ts';
import { ServerStory } from './server-story.ts';

/** Sentences that quote a peer, not the host. */
const OF_PEERS: ReadonlySet<string> = new Set(['sent', 'received', 'stderr']);
/** Beyond this many servers in a log, the rest counts as one. */
const MAX_SERVERS = 500;

export function hostLog(grammar: HostGrammar): LineFormat {
  return {
    kind: 'lines',
    title: grammar.title,
    notes: grammar.messages === true ? grammar.notes : [...grammar.notes, toSeeMessages(grammar.host)],
    emptyProblem: emptyProblem(grammar),
    recognizes: ({ allLines }) => allLines.some((line) => isSign(grammar, withoutReturn(line))),
    start: (journal) => {
      const reader = new HostLogReader(grammar, journal);
      return ({ text }) => {
        const line = withoutReturn(text);
        const head = readHead(grammar, line);
        return head === undefined ? reader.bareLine(line) : reader.line(head);
      };
    },
  };
}

/** The command that wraps a host's servers, or a single server. */
export function tapCommand(host: string): string {
  return HOST_PLACES.some(({ id, tapInstall }) => id === host && tapInstall)
    ? `tierscope tap install --host ${host}`
    : 'tierscope tap -- COMMAND';
}

export const LOOK_UP = 'paste its error lines into look-up (tierscope lookup -)';

/** What to do with a host's log that tells nothing of servers. */
export function emptyProblem({ title, host }: Pick<HostGrammar, 'title' | 'host'>): string {
  return `This ${title} shows no message, start or error of a server in words that Tierscope knows; ${LOOK_UP}, or wrap the server: ${tapCommand(host)}.`;
}

/** How to see what a host's log does not contain. */
export function toSeeMessages(host: string): string {
  return `To see the messages of a server, wrap it: ${tapCommand(host)}.`;
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Takes the lines of a log in order and returns the entries they stand for. */
export class HostLogReader {
  readonly #grammar: HostGrammar;
  readonly #journal: ImportJournal;
  readonly #stories = new Map<string, ServerStory>();
  #server = '';
  #folders: string[] = [];
  #ownLine = false;
  #isOpen = false;
  #aboveIsStderr = false;

  constructor(grammar: HostGrammar, journal: ImportJournal) {
    this.#grammar = grammar;
    this.#journal = journal;
  }

  /** A line with a head, or an entry of a log in another format. */
  line({ time, server, text }: HostLine): Entry[] {
    const meaning = meaningOf(this.#grammar, text, false);
    this.#server = meaning?.ofNone === true ? '' : (meaning?.groups.server ?? server ?? this.#server);
    this.#ownLine = meaning === undefined || !OF_PEERS.has(meaning.means);
    this.#isOpen = this.#ownLine && /[{[]$/.test(text);
    this.#aboveIsStderr = meaning?.means === 'stderr';
    const place: Pick<Entry, 'epochMs'> = time === undefined ? {} : { epochMs: this.#journal.timeOf(time) };
    const bodies = meaning === undefined ? [] : this.#story().take(meaning, text, place.epochMs);
    return this.#placed(bodies, text, place);
  }

  /** A line without a head: the host's own, or the server's stderr. */
  bareLine(line: string): Entry[] {
    const said = meaningOf(this.#grammar, line, true);
    if (said !== undefined) {
      this.#server = said.groups.server ?? this.#server;
      this.#aboveIsStderr = said.means === 'stderr';
    } else if (this.#holdsOwn(line) || !this.#isStderr()) return this.#placed([], line);
    const meaning = said ?? { means: 'stderr', groups: {}, ofNone: false, rest: line };
    return this.#placed(this.#story().take(meaning, line), line);
  }

  #isStderr(): boolean {
    const { bare } = this.#grammar;
    return bare === 'stderr' || (bare === 'as-above' && this.#aboveIsStderr);
  }

  #placed(bodies: Entry['body'][], line: string, place: Pick<Entry, 'epochMs'> = {}): Entry[] {
    // A plain line starts no session: the server's story does, once enough is known.
    if (bodies.length === 0) return [markEntry(line, { ...place, session: '' })];
    return bodies.map((body) => ({ ...place, session: this.#server, body }));
  }

  #story(): ServerStory {
    const known = this.#stories.get(this.#server);
    if (known !== undefined) return known;
    if (this.#stories.size >= MAX_SERVERS) this.#server = '';
    const story =
      this.#stories.get(this.#server) ?? new ServerStory(this.#grammar, this.#journal, this.#server);
    this.#stories.set(this.#server, story);
    return story;
  }

  /** True for a line that continues the host's own output: a multi-line object, or a stack. */
  #holdsOwn(line: string): boolean {
    const isOwn = this.#isOpen || (this.#ownLine && /^\s+at /.test(line));
    if (this.#isOpen) this.#noteFolder(line);
    // Only the outermost bracket closes in the first column.
    if (/^[}\]]/.test(line)) this.#isOpen = false;
    this.#ownLine &&= isOwn;
    return isOwn;
  }

  #noteFolder(line: string): void {
    const { folders } = this.#grammar;
    if (folders === undefined) return;
    if (folders.from.test(line)) this.#folders = [];
    const folder = folders.each.exec(line.slice(0, 1000))?.[1];
    if (folder === undefined || this.#folders.length >= 200) return;
    this.#folders.push(folder);
    this.#story().lookedIn(this.#folders);
  }
}
