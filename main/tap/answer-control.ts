import { isJsonObject } from '../../app/base/json-value.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import { shortened } from '../../app/base/wrapped-text.ts';
import {
  type AnswerInstead,
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
import { lineText, shownLine } from '../../app/wire/line-text.ts';
import { LineGate, OpenRequests, type Requested } from './line-gate.ts';
import type { TapNote } from './tap-message.ts';

/** A longer answer cannot be held or replaced: it passes. */
const MAX_ANSWER_BYTES = 1_000_000;
const MAX_ID_CHARS = 199;

/** Who gave an order: what it holds is let go when its owner leaves. */
type ControlOwner = object;

type AnswerControlOptions = {
  /** Forwards bytes to the client; a note stands with a whole line. */
  readonly send: (bytes: Uint8Array, note?: TapNote) => void;
  readonly note: (note: TapNote) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
  /** Runs a function after this many milliseconds; the returned function calls that off. */
  readonly later: (ms: number, work: () => void) => () => void;
  /** {@link AnswerControl.state} is another. */
  readonly onChange: () => void;
};

type Armed = {
  readonly orderId: string;
  readonly owner: ControlOwner;
  readonly order: AnswerOrder;
  /** How many answers of its target came. */
  seen: number;
};

type Held = {
  readonly heldId: string;
  readonly armed: Armed;
  readonly answer: Answer;
  readonly id: RpcId;
  readonly line: Uint8Array;
  readonly requested: Requested;
  /** When it came, by the clock that never goes back. */
  readonly at: number;
  readonly summary: Omit<HeldAnswer, 'isCancelled'>;
  isCancelled: boolean;
  callOff: () => void;
};

/** Carries out orders on the answers of a server: those that none is about pass byte for byte. */
export class AnswerControl {
  readonly #options: AnswerControlOptions;
  readonly #gate: LineGate<TapNote>;
  readonly #requests = new OpenRequests(({ key }) => this.#cancelled(key));
  readonly #orders = new Map<string, Armed>();
  readonly #held = new Map<string, Held>();
  #ids = 0;
  #isOver = false;

  constructor(options: AnswerControlOptions) {
    this.#options = options;
    this.#gate = new LineGate({
      maxLineBytes: MAX_ANSWER_BYTES,
      send: options.send,
      keepsBack: (line) => this.#keepsBack(line),
    });
  }

  get state(): ControlState {
    return {
      orders: [...this.#orders.values()].map(({ orderId, order, seen }) => ({ orderId, order, seen })),
      held: [...this.#held.values()].map(({ summary, isCancelled }) => ({ ...summary, isCancelled })),
    };
  }

  /** Takes bytes of the client, once they have been forwarded. */
  fromClient(chunk: Uint8Array): void {
    this.#requests.push(chunk);
  }

  /** Takes bytes of the server, and sends them on or keeps them back. */
  fromServer(chunk: Uint8Array): void {
    this.#gate.push(chunk);
  }

  /** No more bytes of the server will come: what is held leaves first. */
  serverEnded(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#letGo(() => true, 'the server has ended');
    this.#gate.end();
  }

  /** Carries out an order from the next line on. Fails with a sentence if there are too many, or no server. */
  arm(owner: ControlOwner, order: AnswerOrder): Result<null> {
    if (this.#isOver) return err('The server has ended: no answer will come any more.');
    if (this.#orders.size >= MAX_ORDERS)
      return err(`There are ${MAX_ORDERS} orders already: take one back first.`);
    const orderId = this.#newId('o');
    this.#orders.set(orderId, { orderId, owner, order, seen: 0 });
    this.#gate.watch();
    this.#requests.watch();
    this.#options.onChange();
    return ok(null);
  }

  /** Takes an order back and lets go of what it holds. */
  disarm(orderId: string): Result<null> {
    const armed = this.#orders.get(orderId);
    if (armed === undefined) return err('This order has been carried out or taken back already.');
    this.#letGo((one) => one === armed, 'its order was taken back');
    return ok(null);
  }

  /** Takes back every order, and lets every answer go as it came. */
  letAllGo(): void {
    this.#letGo(() => true, '');
  }

  /** The owner is gone: what it ordered is taken back, and what it holds let go. */
  leave(owner: ControlOwner): void {
    this.#letGo((armed) => armed.owner === owner, 'the app that held it is gone');
  }

  textOf(heldId: string): Result<HeldText> {
    const held = this.#held.get(heldId);
    if (held === undefined) return err(GONE);
    const line = lineText(withoutEnd(held.line));
    return ok({ text: shownLine(line).replace(/\r$/, ''), isUtf8: 'raw' in line });
  }

  /** Ends the wait of a held answer. Fails with a sentence if it has left already. */
  end(heldId: string, end: HeldEnd): Result<null> {
    const held = this.#held.get(heldId);
    if (held === undefined) return err(GONE);
    const isSame = end.kind === 'edited' && isUtf8Line(held.line, end.text);
    this.#release(held, isSame ? { kind: 'unchanged' } : end, '');
    this.#changed();
    return ok(null);
  }

  #keepsBack(line: Uint8Array): boolean {
    const answer = readEnvelope(shownLine(lineText(withoutEnd(line))));
    if ((answer.kind !== 'result' && answer.kind !== 'error') || answer.id === undefined) return false;
    const requested = this.#requests.answered(answer.id);
    const armed = this.#firing(requested);
    if (armed === undefined) return false;
    const held = this.#hold(armed, answer, answer.id, line, requested);
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

  /** The order that is to be carried out on an answer. Every order counts the answers that it is about. */
  #firing(requested: Requested): Armed | undefined {
    let firing: Armed | undefined;
    for (const armed of this.#orders.values()) {
      const { target, when } = armed.order;
      if (!isAbout(target, requested)) continue;
      // An order for the next answer waits for one that no other order takes.
      if (when.kind === 'next' && firing !== undefined) continue;
      armed.seen += 1;
      if (firing === undefined && (when.kind === 'next' || armed.seen % when.nth === 0)) firing = armed;
    }
    if (firing?.order.when.kind === 'next') this.#orders.delete(firing.orderId);
    return firing;
  }

  #hold(armed: Armed, answer: Answer, id: RpcId, line: Uint8Array, requested: Requested): Held {
    const { action } = armed.order;
    const since = this.#options.wallClock();
    const heldId = this.#newId('h');
    const isFailed = answer.kind === 'result' && isToolError(requested.method, answer.result);
    return {
      ...{ heldId, armed, answer, id, requested, isCancelled: false, callOff: () => undefined },
      // The chunk that it came in is many times as long.
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

  /** Lets go what is held by some orders, in the order in which it came, and takes these orders back. */
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

  /** Sends what an answer has become. `heldMs` is undefined if it was not kept back. */
  #leave(held: Held, end: HeldEnd, heldMs: number | undefined, because = ''): void {
    const { answer, line, requested, id, armed } = held;
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
      this.#gate.insert(line, { label, change: change(isDelayed ? 'delayed' : 'held') });
      return;
    }
    const original = lineText(withoutEnd(line));
    if (end.kind === 'never-answer') {
      this.#options.note({ label, change: change('never-answered'), original });
      return;
    }
    const text = end.kind === 'edited' ? end.text : lineInstead(end, answer);
    const eol = line.at(-2) === CARRIAGE_RETURN ? '\r\n' : '\n';
    this.#gate.insert(Buffer.from(text + eol), { label, change: change(end.kind), original });
  }

  #cancelled(key: string): void {
    for (const held of this.#held.values()) if (held.id.key === key) held.isCancelled = true;
    this.#options.onChange();
  }

  /** Reads no more than the orders and the held answers need. */
  #changed(): void {
    if (this.#orders.size === 0) this.#gate.unwatch();
    if (this.#orders.size + this.#held.size === 0) this.#requests.unwatch();
    this.#options.onChange();
  }

  #newId(letter: string): string {
    this.#ids += 1;
    return `${letter}${this.#ids}`;
  }
}

const CARRIAGE_RETURN = 0x0d;
const GONE = 'This answer has left already.';

/** True if a line, its end aside, is just this text. */
function isUtf8Line(line: Uint8Array, text: string): boolean {
  const read = lineText(withoutEnd(line));
  return 'raw' in read && read.raw.replace(/\r$/, '') === text;
}

function withoutEnd(line: Uint8Array): Uint8Array {
  return line.subarray(0, -1);
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

/** The id as a value of JSON; undefined for a number that a JavaScript program would round. */
function idValue({ key, text }: RpcId): string | number | undefined {
  if (key.startsWith('s:')) return key.slice(2);
  return Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}

/**
 * The line, without its end, that stands in the place of an answer: under the same id, as the wire shows it.
 * A tool error keeps the `resultType` of the result that it replaces (2026-07-28, basic, "Results").
 */
function lineInstead(instead: AnswerInstead, answer: Answer): string {
  const id = answer.id?.text ?? 'null';
  return `{"jsonrpc":"2.0","id":${id},${JSON.stringify(bodyOf(instead, answer)).slice(1)}`;
}

function bodyOf(instead: AnswerInstead, answer: Answer): object {
  if (instead.kind === 'protocol-error') {
    const { code, message, data } = instead;
    return { error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
  const { text, structuredContent } = instead;
  return {
    result: {
      ...resultTypeOf(answer),
      content: [{ type: 'text', text }],
      ...(structuredContent === undefined ? {} : { structuredContent }),
      isError: true,
    },
  };
}

function resultTypeOf(answer: Answer): { resultType?: string } {
  const { resultType } = answer.kind === 'result' && isJsonObject(answer.result) ? answer.result : {};
  return typeof resultType === 'string' ? { resultType: 'complete' } : {};
}

type Sentence = {
  /** What was requested; empty if nobody read the request. */
  readonly name: string;
  /** As the wire shows it. */
  readonly id: string;
  /** Since the answer came, in milliseconds; undefined if it was not kept back. */
  readonly heldMs: number | undefined;
  readonly isDelayed: boolean;
  /** Why it left as it came: a clause, or empty. */
  readonly because: string;
};

/** Says for the recording what became of an answer. */
function fateSentence(end: HeldEnd, { name, id, heldMs, isDelayed, because }: Sentence): string {
  const answer = `The answer to ${name === '' ? 'a request from before the order' : name} (id ${id})`;
  const seconds = `${((heldMs ?? 0) / 1000).toFixed(1)} s`;
  const clause = because === '' ? '' : `, because ${because}`;
  const held = heldMs === undefined ? 'was' : `was held for ${seconds} and`;
  switch (end.kind) {
    case 'unchanged':
      return isDelayed
        ? `${answer} was delayed by ${seconds}${clause}.`
        : `${answer} ${held} let go as it came${clause}.`;
    case 'edited':
      return `${answer} ${held} edited before it went to the client.`;
    case 'protocol-error':
      return `${answer} ${held} turned into the protocol error ${end.code}.`;
    case 'tool-error':
      return `${answer} ${held} turned into a tool error.`;
    case 'never-answer':
      return `${answer} ${held} never sent to the client.`;
  }
}
