import type { Direction } from '../frame/record.ts';
import type { Exchange } from '../session/exchange.ts';
import type { SessionFacts } from '../session/session-facts.ts';
import type { SessionModel } from '../session/session-model.ts';
import type { RpcId } from '../wire/rpc-id.ts';
import { TaskTools } from './task-tools.ts';

/** A message over more lines than this is not followed. */
const MAX_LINES = 2000;
const NONE: readonly string[] = [];

type Scan = { depth: number; inString: boolean; escaped: boolean };

/** What the rules know of a session: the facts of its model, and what only rules remember. */
export class SessionView {
  readonly facts: SessionFacts;
  readonly #model: SessionModel;
  readonly #vocabularies: () => readonly string[];
  #run = 0;
  /** When the client last sent an intentionally malformed message, in milliseconds. */
  rawMessageAt = Number.NEGATIVE_INFINITY;
  /** When the server last answered anything, in milliseconds. */
  lastAnswerAt = Number.NEGATIVE_INFINITY;
  lastAnswerSeq = 0;
  /** The client's last message if it was a notification; 0 otherwise. */
  lastNotificationSeq = 0;
  /** Lines of the client that no server could read and that got no error so far. */
  readonly unreadLines: { seq: number; at: number; text: string }[] = [];
  readonly taskTools = new TaskTools();
  readonly fragments: { readonly [Sender in Direction]: FragmentReader } = {
    'client-to-server': new FragmentReader(),
    'server-to-client': new FragmentReader(),
  };
  /** The rules that say a thing only once a session, and have said it. */
  readonly #spoken = new Set<string>();

  constructor(model: SessionModel, vocabularies: () => readonly string[] = () => NONE) {
    this.#model = model;
    this.#vocabularies = vocabularies;
    this.facts = model.facts;
  }

  /** True if the frames so far show which SDK or framework the server is built on. */
  get vocabularyKnown(): boolean {
    return this.#vocabularies().length > 0;
  }

  /** The vocabularies that the frames so far show, by id; another list whenever they change. */
  get vocabularies(): readonly string[] {
    return this.#vocabularies();
  }

  /** True if the server is known to speak one of these vocabularies, by their ids. */
  speaks(...ids: readonly string[]): boolean {
    const known = this.#vocabularies();
    return known.length > 0 && ids.some((id) => known.includes(id));
  }

  /** The requests that wait for an answer, and whose answer cannot have been lost in a gap. */
  get open(): Iterable<Readonly<Exchange>> {
    return this.#model.open();
  }

  /** How many requests of this run have no answer, whatever else became of them. */
  get unanswered(): number {
    return this.#model.unanswered;
  }

  /** The one request of `sender` that waits for an answer; undefined if there are none or several. */
  onlyOpen(sender: Direction): Readonly<Exchange> | undefined {
    return this.#model.onlyOpen(sender);
  }

  /** The request whose id has the same characters as `id` and another type: 5 and "5". */
  otherType(sender: Direction, id: RpcId): Readonly<Exchange> | undefined {
    return this.#model.otherType(sender, id);
  }

  /** Forgets what belongs to an earlier run of the server. */
  follow(): void {
    if (this.#run === this.facts.runSeq) return;
    this.#run = this.facts.runSeq;
    this.lastNotificationSeq = 0;
    this.unreadLines.length = 0;
    this.taskTools.clear();
    this.fragments['client-to-server'].reset();
    this.fragments['server-to-client'].reset();
  }

  /** True the first time that `rule` asks in this session. */
  firstTime(rule: string): boolean {
    if (this.#spoken.has(rule)) return false;
    this.#spoken.add(rule);
    return true;
  }
}

/**
 * Follows a JSON message that was written over several lines, so that its parts are not taken for noise.
 * It only counts brackets: what the parts say is not read.
 */
class FragmentReader {
  #scan: Scan | undefined;
  #lines = 0;

  /** Says what a line that is no JSON is to the lines around it. */
  shapeOf(line: string): 'noise' | 'begins-message' | 'part' | 'several-messages' {
    // JSON allows no line feed within a string: a message that starts there was cut, not continued.
    if (this.#scan?.inString) this.#scan = undefined;
    if (this.#scan !== undefined) return this.#goesOn(this.#scan, line);
    // A message begins with an object; "[info] …" and "{x}" are what logs look like.
    if (!/^\uFEFF?\s*\{\s*("|$)/.test(line)) return 'noise';
    const scan = { depth: 0, inString: false, escaped: false };
    const end = scanned(line, scan);
    if (end >= 0) return /^\s*\{\s*"/.test(line.slice(end, end + 50)) ? 'several-messages' : 'noise';
    this.#scan = scan;
    this.#lines = 0;
    return 'begins-message';
  }

  /** A line that is a message ends any unfinished one. */
  reset(): void {
    this.#scan = undefined;
  }

  #goesOn(scan: Scan, line: string): 'part' {
    this.#lines += 1;
    if (scanned(line, scan) >= 0 || this.#lines > MAX_LINES) this.#scan = undefined;
    return 'part';
  }
}

/** Advances over the line; gives the index after the bracket that closes the value, or -1. */
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
