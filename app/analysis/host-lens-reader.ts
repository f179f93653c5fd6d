import { isJsonObject, stringAt } from '../base/json-value.ts';
import type { Place } from '../explain/failure.ts';
import { isOffered, lateFindings, unshownFindings } from '../explain/fit-advice.ts';
import { hostFindings, LARGE_CHARS } from '../explain/host-advice.ts';
import { type Reaches, reachesRead, reachesSeen } from '../explain/reaches.ts';
import { takerFindings, toolFindings } from '../explain/tool-advice.ts';
import type { Finding } from '../findings/finding.ts';
import { isRebuilt } from '../frame/answer-change.ts';
import { hostTable } from '../hosts/lens/host-table.ts';
import { type Lens, seenThrough } from '../hosts/lens/lens.ts';
import { callTime } from '../hosts/lens/result-limit.ts';
import { sentAnswer } from '../hosts/lens/sent-answer.ts';
import type { Taker } from '../hosts/tools/tool-judge.ts';
import { namesOf, sentTools } from '../hosts/tools/tool-traits.ts';
import { readInputRequired } from '../protocol/input-required.ts';
import type { Exchange } from '../session/exchange.ts';
import type { AnswerEvent, NotificationEvent, RequestEvent, SessionEvent } from '../session/session-event.ts';
import { EventReader } from '../session/session-event.ts';
import type { Peer } from '../session/session-facts.ts';

/** Views each server answer through its session's host: what reaches the model, and what to change. */
export class HostLensReader extends EventReader {
  readonly #lensOf: (client: Peer | null) => Lens;
  readonly #isFull: () => boolean;
  readonly #takers: readonly Taker[];
  #client: Peer | null | undefined;
  #lens: Lens | undefined;
  readonly #reaches = new Map<string, Reaches>();
  readonly #findings: Finding[] = [];
  /** How many tools have each name, in the pages so far. */
  #names = new Map<string, number>();
  #listed = 0;
  #nextCursor: unknown;
  readonly #said = new Set<string>();
  readonly #unshownMethods = new Set<string>();
  /** When calls that are open showed progress. */
  readonly #progress = new WeakMap<Readonly<Exchange>, number[]>();

  /** `lensOf` maps the client's introduction, if any, to its lens. Once `isFull`, nothing more is checked. */
  constructor(lensOf: (client: Peer | null) => Lens, isFull: () => boolean, takers: readonly Taker[]) {
    super();
    this.#takers = takers;
    this.#lensOf = lensOf;
    this.#isFull = isFull;
  }

  override take(event: SessionEvent): void {
    if (!this.#isFull()) super.take(event);
  }

  /** The parts of a failed answer that reach the model; undefined if it is not one, or reaches no host. */
  readonly reaches = ({ seq, part }: Place): Reaches | undefined => this.#reaches.get(`${seq}/${part}`);

  /** What the host loses and a server can avoid, by seq. */
  get findings(): readonly Finding[] {
    return this.#findings;
  }

  protected override onRequest({ exchange, record, facts }: RequestEvent, part: number | undefined): void {
    if (exchange.sender !== 'server-to-client' || exchange.fromRawMessage) return;
    this.#unshown(exchange.method, placeOf(record, part), facts.peers.client);
  }

  protected override onNotification({ envelope, exchange, record }: NotificationEvent): void {
    if (exchange === undefined || envelope.method !== 'notifications/progress') return;
    const moments = this.#progress.get(exchange) ?? [];
    moments.push(record.at);
    this.#progress.set(exchange, moments);
  }

  /** Says it of the first such request only. */
  #unshown(method: string, place: Place & { readonly session: string }, client: Peer | null): void {
    if (this.#unshownMethods.has(method)) return;
    const found = unshownFindings(this.#lensFor(client), method, place);
    if (found.length > 0) this.#unshownMethods.add(method);
    this.#findings.push(...found);
  }

  /** Whether the host had given up the call, and what its user never sees of what the answer asks or lists. */
  #fit({ exchange, envelope, record, facts }: AnswerEvent, part: number | undefined): void {
    if (exchange === undefined || envelope.kind !== 'result') return;
    const place = placeOf(record, part);
    const { client } = facts.peers;
    for (const { method } of readInputRequired(envelope.result)?.requests ?? [])
      this.#unshown(method, place, client);
    if (isOffered(exchange.method, envelope.result)) this.#unshown(exchange.method, place, client);
    if (exchange.method !== 'tools/call') return;
    const { startedAt, heldMs } = exchange;
    const moments = [startedAt, ...(this.#progress.get(exchange) ?? []), record.at - heldMs];
    this.#findings.push(...lateFindings(this.#lensFor(client), callTime(moments), place));
  }

  protected override onAnswer(event: AnswerEvent, part: number | undefined): void {
    const { exchange, match, envelope, record, facts } = event;
    if (match === 'orphan' || match === 'duplicate' || exchange === undefined) return;
    const { tier, sender } = exchange;
    if (exchange.method === 'tools/list') this.#findings.push(...this.#toolFindings(event, part));
    // An answer that the client cannot read, or no longer waits for, reaches no host.
    if (sender === 'server-to-client' || tier === 'client' || tier === 'transport') return;
    const lens = this.#lensFor(facts.peers.client);
    if (!exchange.fromRawMessage && !isRebuilt(record)) this.#fit(event, part);
    if (record.read !== undefined) {
      const host = lens.host?.host ?? facts.peers.client?.name ?? '';
      if (tier !== 'ok')
        this.#reaches.set(`${record.seq}/${part}`, reachesRead(tier, host, record.read, exchange.codeText));
      return;
    }
    if (isRebuilt(record)) return;
    const chars = (record.raw ?? '').length;
    // Without a host, only results that are too large for all hosts are reported.
    const isSeen = lens.host !== undefined || chars > LARGE_CHARS;
    const answer = isSeen ? sentAnswer(exchange, envelope) : undefined;
    if (answer === undefined) return;
    const seen = seenThrough(lens, answer);
    if (tier !== 'ok' && lens.host !== undefined)
      this.#reaches.set(`${record.seq}/${part}`, reachesSeen(tier, seen));
    if (exchange.fromRawMessage) return;
    const place = placeOf(record, part);
    const table = lens.table.hosts.length > 0 ? lens.table : hostTable();
    this.#findings.push(...hostFindings(answer, seen, place, { chars, table }));
  }

  /** How hosts treat a page of tools; earlier pages count for the number and the names. */
  #toolFindings({ exchange, envelope, record, facts }: AnswerEvent, part: number | undefined): Finding[] {
    if (exchange === undefined || exchange.sender === 'server-to-client' || envelope.kind !== 'result')
      return [];
    const { client, server } = facts.peers;
    const { tools: page, nextCursor } = isJsonObject(envelope.result) ? envelope.result : {};
    const cursor = stringAt(exchange.params, 'cursor');
    const isNext = cursor === undefined || cursor === this.#nextCursor;
    if (exchange.fromRawMessage || !isNext || !Array.isArray(page) || page.length === 0) return [];
    if (cursor === undefined) [this.#names, this.#listed] = [new Map(), 0];
    const tools = sentTools(page, this.#listed);
    this.#listed += page.length;
    this.#nextCursor = nextCursor;
    const { host, table } = this.#lensFor(client);
    const lens = { host, table: table.toolRows.length > 0 ? table : hostTable() };
    const place = placeOf(record, part);
    const context = { names: namesOf(tools, this.#names), server: server?.name ?? '' };
    const asked = this.#takers.length > 0;
    const found = asked
      ? this.#takers.flatMap((taker) => takerFindings(tools, taker, lens.table, context, place))
      : toolFindings(tools, lens, context, place);
    // A list that is read again yields the same findings.
    return found.filter(({ explanation }) => !this.#said.has(explanation) && this.#said.add(explanation));
  }

  #lensFor(client: Peer | null): Lens {
    if (this.#lens === undefined || client !== this.#client) this.#lens = this.#lensOf(client);
    this.#client = client;
    return this.#lens;
  }
}

function placeOf({ session, seq }: AnswerEvent['record'], part: number | undefined) {
  return { session, seq, ...(part === undefined ? {} : { part }) };
}
