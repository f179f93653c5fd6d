import type { Direction } from '../frame/record.ts';
import type { Exchange } from '../session/exchange.ts';
import type { SessionFacts } from '../session/session-facts.ts';
import type { SessionModel } from '../session/session-model.ts';
import type { RpcId } from '../wire/rpc-id.ts';
import { FragmentReader } from './fragment-reader.ts';
import { TaskTools } from './task-tools.ts';

/** What the rules know of a session: the facts of its model, and what only rules remember. */
export class SessionView {
  readonly facts: SessionFacts;
  readonly #model: SessionModel;
  #run = 0;
  /** When the client last sent something malformed on purpose, in milliseconds. */
  deliberateAt = Number.NEGATIVE_INFINITY;
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
  readonly #said = new Set<string>();

  constructor(model: SessionModel) {
    this.#model = model;
    this.facts = model.facts;
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
    if (this.#said.has(rule)) return false;
    this.#said.add(rule);
    return true;
  }
}
