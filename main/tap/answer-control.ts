import { performance } from 'node:perf_hooks';
import { err, ok, type Result } from '../../app/base/result.ts';
import { shortened } from '../../app/base/wrapped-text.ts';
import {
  type AnswerOrder,
  type ControlState,
  type HeldAnswer,
  type HeldEnd,
  type HeldText,
  MAX_HELD,
  MAX_ORDERS,
} from '../../app/contract/answer-control.ts';
import type { AnswerChange } from '../../app/frame/answer-change.ts';
import { isToolError } from '../../app/protocol/result-check.ts';
import { type Answer, type RpcId, readEnvelope } from '../../app/wire/envelope.ts';
import { type LineText, shownLine } from '../../app/wire/line-text.ts';
import { fateSentence, idValue, lineInstead } from './answer-fate.ts';
import { type Framing, LINES } from './answer-framing.ts';
import { LineGate, OpenRequests, type Requested } from './line-gate.ts';
import type { TapNote } from './tap-message.ts';

/** A longer answer cannot be held or replaced: it is forwarded. */
const MAX_ANSWER_BYTES = 1_000_000;
const MAX_ID_CHARS = 199;

/** The giver of an order: when it leaves, what it holds is released. */
type ControlOwner = object;

type AnswerControlOptions = {
  readonly note: (note: TapNote) => void;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
  /** Runs a function after this many milliseconds; the returned function cancels it. */
  readonly later: (ms: number, work: () => void) => () => void;
  /** Called when {@link AnswerControl.state} changes. */
  readonly onChange: () => void;
};

type ChannelOptions = {
  /** Forwards bytes to the client; a note comes with a whole unit. */
  readonly send: (bytes: Uint8Array, note?: TapNote) => void;
  readonly framing?: Framing;
  /** The requests on it before the server's first byte. */
  readonly asked?: Uint8Array;
};

/** One stream of answers: a server's stdout or the response of an HTTP exchange. */
export type AnswerChannel = {
  /** Reads bytes of the client after they were forwarded. */
  fromClient(chunk: Uint8Array): void;
  /** Handles bytes of the server: forwards them or holds them back. */
  fromServer(chunk: Uint8Array): void;
  /** The server sends nothing more; `done` is called once nothing of it is held. */
  serverEnded(done: () => void): void;
  /** The client has left: what is held for it is never delivered. */
  close(): void;
};

type Channel = {
  readonly gate: LineGate<TapNote>;
  readonly requests: OpenRequests;
  readonly framing: Framing;
  /** Read once somebody watches. */
  readonly asked: Uint8Array;
  /** True if an answer is never sent: the client keeps waiting. */
  isSilent: boolean;
  done: (() => void) | undefined;
};

type Armed = {
  readonly orderId: string;
  readonly owner: ControlOwner;
  readonly order: AnswerOrder;
  /** How many matching answers arrived. */
  seen: number;
};

type Held = {
  readonly heldId: string;
  readonly armed: Armed;
  readonly channel: Channel;
  readonly answer: Answer;
  readonly id: RpcId;
  readonly line: Uint8Array;
  readonly requested: Requested;
  /** When it arrived, by the monotonic clock. */
  readonly at: number;
  readonly summary: Omit<HeldAnswer, 'isCancelled'>;
  isCancelled: boolean;
  callOff: () => void;
};

/** The clocks of this machine, for production use. */
export const realClocks: Pick<AnswerControlOptions, 'now' | 'wallClock' | 'later'> = {
  now: () => performance.now(),
  wallClock: Date.now,
  later: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** Applies orders to the answers of a server; all other answers pass byte for byte. */
export class AnswerControl {
  readonly #options: AnswerControlOptions;
  readonly #channels = new Set<Channel>();
  readonly #orders = new Map<string, Armed>();
  readonly #held = new Map<string, Held>();
  #ids = 0;
  #isOver = false;

  constructor(options: AnswerControlOptions) {
    this.#options = options;
  }

  get isWatching(): boolean {
    return this.#orders.size > 0;
  }

  /** Inserts itself between a server and the sender to the client. */
  channel({ send, framing = LINES, asked = new Uint8Array() }: ChannelOptions): AnswerChannel {
    const gate = new LineGate<TapNote>({
      ...{ maxLineBytes: MAX_ANSWER_BYTES, framing, send },
      keepsBack: (line) => this.#keepsBack(channel, line),
    });
    const requests = new OpenRequests(({ key }) => this.#cancelled(key));
    const channel: Channel = { gate, requests, framing, asked, isSilent: false, done: undefined };
    this.#channels.add(channel);
    if (this.isWatching) watch(channel);
    return {
      fromClient: (chunk) => requests.push(chunk),
      fromServer: (chunk) => gate.push(chunk),
      serverEnded: (done) => {
        gate.end();
        channel.done = done;
        this.#settle(channel);
      },
      close: () => {
        this.#channels.delete(channel);
        for (const held of this.#held.values())
          if (held.channel === channel) this.#release(held, { kind: 'never-answer' }, 'the client has left');
        this.#options.onChange();
      },
    };
  }

  /** Reads another client message, which may cancel what is held. */
  hear(message: Uint8Array): void {
    if (this.#held.size === 0) return;
    const requests = new OpenRequests(({ key }) => this.#cancelled(key));
    requests.watch();
    hearMessage(requests, message);
  }

  /** The channel will send nothing more. */
  #settle(channel: Channel): void {
    const isHeld = [...this.#held.values()].some((held) => held.channel === channel);
    if (channel.done === undefined || isHeld || channel.isSilent) return;
    this.#channels.delete(channel);
    channel.done();
  }

  get state(): ControlState {
    return {
      orders: [...this.#orders.values()].map(({ orderId, order, seen }) => ({ orderId, order, seen })),
      held: [...this.#held.values()].map(({ summary, isCancelled }) => ({ ...summary, isCancelled })),
    };
  }

  /** The server sends nothing more: held answers leave first. */
  serverEnded(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#letGo(() => true, 'the server has ended');
    for (const channel of this.#channels) channel.gate.end();
  }

  /** Applies an order from the next line on. Fails with a sentence if there are too many orders, or no server. */
  arm(owner: ControlOwner, order: AnswerOrder): Result<null> {
    if (this.#isOver) return err('The server has ended: no answer will come any more.');
    if (this.#orders.size >= MAX_ORDERS)
      return err(`There are ${MAX_ORDERS} orders already: take one back first.`);
    const orderId = this.#newId('o');
    this.#orders.set(orderId, { orderId, owner, order, seen: 0 });
    for (const channel of this.#channels) watch(channel);
    this.#options.onChange();
    return ok(null);
  }

  /** Revokes an order and releases what it holds. */
  disarm(orderId: string): Result<null> {
    const armed = this.#orders.get(orderId);
    if (armed === undefined) return err('This order has been carried out or taken back already.');
    this.#letGo((one) => one === armed, 'its order was taken back');
    return ok(null);
  }

  /** Revokes every order and releases every answer unchanged. */
  letAllGo(): void {
    this.#letGo(() => true, '');
  }

  /** The owner is gone: its orders are revoked and its held answers released. */
  leave(owner: ControlOwner): void {
    this.#letGo((armed) => armed.owner === owner, 'the app that held it is gone');
  }

  textOf(heldId: string): Result<HeldText> {
    const held = this.#held.get(heldId);
    if (held === undefined) return err(GONE);
    const line = held.channel.framing.textOf(held.line);
    return ok({ text: shownLine(line).replace(/\r$/, ''), isUtf8: 'raw' in line });
  }

  /** Ends the hold of an answer. Fails with a sentence if it has already left. */
  end(heldId: string, end: HeldEnd): Result<null> {
    const held = this.#held.get(heldId);
    if (held === undefined) return err(GONE);
    const isSame = end.kind === 'edited' && isUtf8(held.channel.framing.textOf(held.line), end.text);
    this.#release(held, isSame ? { kind: 'unchanged' } : end, '');
    this.#changed();
    return ok(null);
  }

  #keepsBack(channel: Channel, line: Uint8Array): boolean {
    const answer = readEnvelope(shownLine(channel.framing.textOf(line)));
    if ((answer.kind !== 'result' && answer.kind !== 'error') || answer.id === undefined) return false;
    const requested = channel.requests.answered(answer.id);
    const armed = this.#firing(requested);
    if (armed === undefined) return false;
    const held = this.#hold({ armed, channel, answer, id: answer.id, requested }, line);
    const { action } = armed.order;
    if (action.kind !== 'hold' && action.kind !== 'delay') this.#leave(held, action, undefined);
    else if (this.#held.size >= MAX_HELD) {
      this.#options.note({ label: `An answer passed, because ${MAX_HELD} others are held already.` });
      return false;
    } else {
      this.#held.set(held.heldId, held);
      if (action.kind === 'delay') {
        held.callOff = this.#options.later(
          action.ms,
          () => void this.end(held.heldId, { kind: 'unchanged' }),
        );
      }
    }
    this.#changed();
    return true;
  }

  /** The order to apply to an answer. Every order counts its matching answers. */
  #firing(requested: Requested): Armed | undefined {
    let firing: Armed | undefined;
    for (const armed of this.#orders.values()) {
      const { target, when } = armed.order;
      if (!isAbout(target, requested)) continue;
      // An order for the next answer waits for one that no other order applies to.
      if (when.kind === 'next' && firing !== undefined) continue;
      armed.seen += 1;
      if (firing === undefined && (when.kind === 'next' || armed.seen % when.nth === 0)) firing = armed;
    }
    if (firing?.order.when.kind === 'next') this.#orders.delete(firing.orderId);
    return firing;
  }

  #hold(of: Pick<Held, 'armed' | 'channel' | 'answer' | 'id' | 'requested'>, line: Uint8Array): Held {
    const { armed, answer, id, requested } = of;
    const { action } = armed.order;
    const since = this.#options.wallClock();
    const heldId = this.#newId('h');
    const isFailed = answer.kind === 'result' && isToolError(requested.method, answer.result);
    return {
      ...{ ...of, heldId, isCancelled: false, callOff: () => undefined },
      // The chunk that contains it is many times larger.
      line: Uint8Array.from(line),
      at: this.#options.now(),
      summary: {
        ...{ heldId, requestId: shortened(id.text, MAX_ID_CHARS), ...requested, since },
        until: action.kind === 'delay' ? since + action.ms : null,
        sizeBytes: line.length,
        tier: answer.kind === 'error' ? 'protocol' : isFailed ? 'tool' : 'ok',
      },
    };
  }

  /** Releases the answers held by some orders, in order of arrival, and revokes these orders. */
  #letGo(isMeant: (armed: Armed) => boolean, because: string): void {
    for (const armed of this.#orders.values()) if (isMeant(armed)) this.#orders.delete(armed.orderId);
    for (const held of this.#held.values())
      if (isMeant(held.armed)) this.#release(held, { kind: 'unchanged' }, because);
    this.#changed();
  }

  #release(held: Held, end: HeldEnd, because: string): void {
    held.callOff();
    this.#held.delete(held.heldId);
    this.#leave(held, end, this.#options.now() - held.at, because);
  }

  /** Sends the final form of an answer. `heldMs` is undefined if it was not held. */
  #leave(held: Held, end: HeldEnd, heldMs: number | undefined, because = ''): void {
    const { answer, line, requested, id, armed, channel } = held;
    const isDelayed = armed.order.action.kind === 'delay';
    const name = requested.target || requested.method;
    const about = { name, id: shortened(id.text, MAX_ID_CHARS), heldMs, isDelayed, because };
    const label = fateSentence(end, about);
    const change = (how: AnswerChange['how']): AnswerChange => ({
      by: 'tierscope',
      how,
      ...(idValue(id) === undefined ? {} : { requestId: idValue(id) }),
      ...(heldMs === undefined ? {} : { heldMs: Math.round(heldMs) }),
    });
    if (end.kind === 'unchanged') {
      channel.gate.insert(line, { label, change: change(isDelayed ? 'delayed' : 'held') });
      this.#settle(channel);
      return;
    }
    const original = channel.framing.textOf(line);
    if (end.kind === 'never-answer') {
      channel.isSilent = true;
      this.#options.note({ label, change: change('never-answered'), original });
      return;
    }
    const text = end.kind === 'edited' ? end.text : lineInstead(end, answer);
    channel.gate.insert(channel.framing.withText(line, text), { label, change: change(end.kind), original });
    this.#settle(channel);
  }

  #cancelled(key: string): void {
    for (const held of this.#held.values()) if (held.id.key === key) held.isCancelled = true;
    this.#options.onChange();
  }

  /** Reads no more than the orders and held answers need. */
  #changed(): void {
    for (const { gate, requests } of this.#channels) {
      if (this.#orders.size === 0) gate.unwatch();
      if (this.#orders.size + this.#held.size === 0) requests.unwatch();
    }
    this.#options.onChange();
  }

  #newId(letter: string): string {
    this.#ids += 1;
    return `${letter}${this.#ids}`;
  }
}

const GONE = 'This answer has left already.';
const LINE_FEED = Uint8Array.of(0x0a);

/** A message on stdio ends with a line feed, which its readers expect. */
function hearMessage(requests: OpenRequests, message: Uint8Array): void {
  requests.push(message);
  requests.push(LINE_FEED);
}

/** Examines the units of a channel from now on; earlier requests are known as far as they were kept. */
function watch(channel: Channel): void {
  channel.gate.watch();
  if (channel.requests.isWatching) return;
  channel.requests.watch();
  if (channel.asked.length > 0) hearMessage(channel.requests, channel.asked);
}

/** True if a message is exactly this text. */
function isUtf8(read: LineText, text: string): boolean {
  return 'raw' in read && read.raw.replace(/\r$/, '') === text;
}

function isAbout(target: AnswerOrder['target'], requested: Requested): boolean {
  switch (target.kind) {
    case 'any':
      return true;
    case 'tool':
      return requested.method === 'tools/call' && requested.target === target.name;
    case 'method':
      return requested.method === target.method;
  }
}
