import type { Finding } from '../findings/finding.ts';
import { type Lens, seenThrough } from '../hosts/lens/lens.ts';
import { sentAnswer } from '../hosts/lens/sent-answer.ts';
import { EventReader } from '../session/event-reader.ts';
import type { AnswerEvent, SessionEvent } from '../session/session-event.ts';
import type { Peer } from '../session/session-facts.ts';
import type { Place } from './failure.ts';
import { hostFindings } from './host-advice.ts';
import { type Reaches, reachesSeen } from './reaches.ts';

/** Sees each answer of the server through the host of its session: what reaches the model, and what to change. */
export class HostLensReader extends EventReader {
  readonly #lensOf: (client: Peer | null) => Lens;
  readonly #isFull: () => boolean;
  #client: Peer | null | undefined;
  #lens: Lens | undefined;
  readonly #reaches = new Map<string, Reaches>();
  readonly #findings: Finding[] = [];

  /** `lensOf` gives the lens for what the client said of itself, if it said anything. Once `isFull`, no more is seen. */
  constructor(lensOf: (client: Peer | null) => Lens, isFull: () => boolean) {
    super();
    this.#lensOf = lensOf;
    this.#isFull = isFull;
  }

  override take(event: SessionEvent): void {
    if (!this.#isFull()) super.take(event);
  }

  /** What reaches the model of an answer that failed; undefined for what is none, or reaches no host. */
  readonly reaches = ({ seq, part }: Place): Reaches | undefined => this.#reaches.get(`${seq}/${part}`);

  /** What the host loses and a server can avoid, by seq. */
  get findings(): readonly Finding[] {
    return this.#findings;
  }

  protected override onAnswer(
    { exchange, match, envelope, record, facts }: AnswerEvent,
    part: number | undefined,
  ): void {
    if (match === 'orphan' || match === 'duplicate' || exchange === undefined) return;
    const { tier, sender } = exchange;
    // An answer that the client cannot read, or does not wait for, reaches no host.
    if (sender === 'server-to-client' || tier === 'client' || tier === 'transport') return;
    const lens = this.#lensFor(facts.peers.client);
    const answer = lens.host === undefined ? undefined : sentAnswer(exchange, envelope);
    if (answer === undefined) return;
    const seen = seenThrough(lens, answer);
    if (tier !== 'ok') this.#reaches.set(`${record.seq}/${part}`, reachesSeen(tier, seen));
    if (exchange.fromRawMessage) return;
    const place = { session: record.session, seq: record.seq, ...(part === undefined ? {} : { part }) };
    this.#findings.push(...hostFindings(answer, seen, place));
  }

  #lensFor(client: Peer | null): Lens {
    if (this.#lens === undefined || client !== this.#client) this.#lens = this.#lensOf(client);
    this.#client = client;
    return this.#lens;
  }
}
