import type { Exchange } from '../session/exchange.ts';
import type { Silence } from './failure.ts';
import { type PhraseKey, phrase, quote } from './phrases.ts';

type Point = Pick<Silence, 'kind' | 'seq'> & { readonly about: string };

/** Requests that a server answers at once: a slow tool is no explanation for these. */
const PROMPT = /^(?:ping|initialize|server\/discover|logging\/setLevel|.*\/list)$/;
const MAX_POINTS = 20;
const MAX_VAIN = 1000;

/** The time since a server's last answer, with the events that may have silenced it. */
class Spell {
  readonly answerSeq: number;
  readonly points: Point[] = [];
  readonly vain: Readonly<Exchange>[] = [];
  isOver = false;

  constructor(answerSeq: number) {
    this.answerSeq = answerSeq;
  }
}

/** Finds the point after which a server answers nothing: one fault, however many calls time out. */
export class SilenceReader {
  /** Finds the first line of an exception on stderr between two records. */
  readonly #crashBetween: (from: number, to: number) => { seq: number; text: string } | undefined;
  #spell: Spell | undefined;
  readonly #spellOf = new WeakMap<Readonly<Exchange>, Spell>();
  #answerSeq = 0;
  #signSeq = 0;

  constructor(crashBetween: (from: number, to: number) => { seq: number; text: string } | undefined) {
    this.#crashBetween = crashBetween;
  }

  answered(seq: number): void {
    this.#answerSeq = seq;
    this.#end();
  }

  /** The server reports progress or waits for the client's answer: it is working. */
  works(seq: number): void {
    this.#signSeq = seq;
    this.#end();
  }

  startRun(): void {
    this.#answerSeq = 0;
    this.#spell = undefined;
  }

  #end(): void {
    if (this.#spell === undefined) return;
    this.#spell.isOver = true;
    this.#spell = undefined;
  }

  get #current(): Spell | undefined {
    if (this.#answerSeq === 0 || this.#signSeq > this.#answerSeq) return undefined;
    this.#spell ??= new Spell(this.#answerSeq);
    return this.#spell;
  }

  /** The client cancelled a request, or wrote a malformed line. */
  point(kind: 'cancel' | 'line', seq: number, about = ''): void {
    const points = this.#current?.points;
    if (points !== undefined && points.length < MAX_POINTS) points.push({ kind, seq, about });
  }

  /** The client got no answer to a request. */
  vain(exchange: Readonly<Exchange>): void {
    const spell = exchange.requestSeq > this.#answerSeq ? this.#current : undefined;
    if (spell === undefined || spell.vain.length >= MAX_VAIN || this.#spellOf.has(exchange)) return;
    spell.vain.push(exchange);
    this.#spellOf.set(exchange, spell);
  }

  /** What is known about the silence that a request fell into; undefined for none. */
  of(exchange: Readonly<Exchange>): Silence | undefined {
    const spell = this.#spellOf.get(exchange);
    const first = spell?.vain[0];
    if (spell === undefined || spell.isOver || first === undefined) return undefined;
    const { kind, seq, about } = this.#beginning(spell, first);
    const count = spell.vain.length;
    const pinged = spell.vain.some(({ method }) => method === 'ping');
    const isSure = kind !== 'answer' || spell.vain.some(({ method }) => PROMPT.test(method));
    if (!pinged && (count < 2 || !isSure)) return undefined;
    return { kind, seq, since: phrase(`since.${kind}` satisfies PhraseKey, { seq, about }), count, pinged };
  }

  #beginning({ points, answerSeq }: Spell, first: Readonly<Exchange>): Point {
    const point = points.findLast(({ seq }) => seq < first.requestSeq);
    if (point !== undefined) return point;
    const crash = this.#crashBetween(answerSeq, first.givenUpSeq || first.cancelledSeq);
    if (crash !== undefined) return { kind: 'crash', seq: crash.seq, about: quote(crash.text) };
    return { kind: 'answer', seq: answerSeq, about: '' };
  }
}

/** How long an exchange lasted, in milliseconds. Undefined if only the sentence about its end tells of its request. */
export function lastedMs(exchange: Exchange, ended = -1): number | undefined {
  const isToldAtEnd = exchange.isRebuilt && ended === exchange.startedAt;
  return ended < 0 || isToldAtEnd ? undefined : ended - exchange.startedAt;
}
