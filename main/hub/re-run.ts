import { tierDirection } from '../../app/analysis/compare/change.ts';
import type { CallEnd } from '../../app/contract/commands.ts';
import type { ReRunState, SentView } from '../../app/contract/re-run-commands.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { freshParams, plainToolCall } from '../../app/protocol/fresh-params.ts';
import { type ExchangeEnd, exchangeEnd, type PlannedRequest } from '../../app/requests/re-run/send-plan.ts';
import type { CallLimitsGiven } from '../session/call-context.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { LiveSource } from './live-source.ts';

/** The minimum interval between progress reports, in milliseconds. */
const REPORT_EVERY_MS = 100;

type ReRunOptions = {
  readonly run: number;
  readonly to: LiveSource;
  readonly from: string;
  readonly fromLabel: string;
  readonly items: readonly { readonly request: PlannedRequest; readonly before: ExchangeEnd }[];
  readonly limits: CallLimitsGiven;
  /** Creates a progress token that is unique in the session. */
  readonly newToken: () => string;
};

type Sent = { readonly seqs: readonly number[]; readonly failure: string };

/** Sends requests to a live session one after another; each waits for the previous answer. */
export class ReRun {
  readonly #options: ReRunOptions;
  readonly #sent: Sent[] = [];
  #state: ReRunState;
  #stopped = false;
  /** The first row that may be the open request; -1 between requests. */
  #openFrom = -1;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ReRunOptions) {
    this.#options = options;
    const { run, from, fromLabel, items } = options;
    const nothing = { note: '', sent: 0, current: '', worse: 0, better: 0 };
    this.#state = { run, from, fromLabel, state: 'running', total: items.length, ...nothing };
  }

  get running(): boolean {
    return this.#state.state === 'running';
  }

  get total(): number {
    return this.#options.items.length;
  }

  /** The seqs of the sent requests, here and in the original session. */
  get seqs(): { readonly before: readonly number[]; readonly after: readonly number[] } {
    const before = this.#options.items.slice(0, this.#sent.length).map(({ request }) => request.seq);
    return { before, after: this.#sent.flatMap(({ seqs }) => seqs) };
  }

  /** Sends all requests; resolves at the end, even an early one. */
  async run(): Promise<void> {
    const { to, items } = this.#options;
    this.#report({});
    for (const { request, before } of items) {
      if (this.#stopped) break;
      const { state, ending } = to.live.status;
      if (state !== 'ready') {
        const why = ending === '' ? 'The session is not connected any more.' : ending;
        return this.#end('failed', why);
      }
      this.#report({ current: `${request.method} ${request.target}`.trim() });
      const sent = await this.#send(request);
      this.#sent.push(sent);
      const seq = sent.seqs.at(-1);
      const way = seq === undefined ? undefined : tierDirection(before.tier, this.#endOf(seq).tier);
      this.#report({
        current: '',
        sent: this.#state.sent + 1,
        worse: this.#state.worse + (way === 'worse' ? 1 : 0),
        better: this.#state.better + (way === 'better' ? 1 : 0),
      });
    }
    if (this.#stopped) this.#end('stopped', 'Stopped by the user.');
    else this.#end('done', '');
  }

  stop(): void {
    this.#stopped = true;
    this.skip();
  }

  /** Cancels the open request and continues with the next one. */
  skip(): void {
    const { live } = this.#options.to;
    for (const seq of this.#requestsFrom(this.#openFrom)) live.cancel(seq);
  }

  /** The sent requests and how they ended, according to the log. */
  view(from: number, limit: number): readonly SentView[] {
    return this.#options.items.slice(from, from + limit).map(({ request, before }, index) => {
      const { seq, method, target } = request;
      const sent = this.#sent[from + index];
      const last = sent?.seqs.at(-1);
      const after = last === undefined ? null : { ...this.#endOf(last), seq: last };
      return { seq, method, target, before, after, failure: sent?.failure ?? '' };
    });
  }

  async #send(request: PlannedRequest): Promise<Sent> {
    const { to, limits, newToken } = this.#options;
    this.#openFrom = this.#table().length;
    const { requestSeq, failure } = await sendOnce(to.live, request, limits, newToken);
    const seqs = new Set(this.#requestsFrom(this.#openFrom, request.method));
    this.#openFrom = -1;
    // If one call took several requests, the one of the last round has the answer.
    const all = requestSeq > 0 ? [...[...seqs].slice(0, 1), requestSeq] : [];
    return { seqs: [...new Set(all)], failure: requestSeq > 0 ? '' : failure };
  }

  #requestsFrom(from: number, method?: string): number[] {
    const table = this.#table();
    const seqs: number[] = [];
    for (let index = from; index >= 0 && index < table.length; index += 1) {
      const row = table.row(index);
      const isRequest =
        row?.kind === 'frame' && row.direction === 'client-to-server' && row.shape === 'request';
      if (isRequest && (method === undefined || row.method === method)) seqs.push(row.seq);
    }
    return seqs;
  }

  #endOf(seq: number): ExchangeEnd {
    return endIn(this.#table(), seq);
  }

  #table(): RowTable {
    const { to } = this.#options;
    to.catchUp();
    return to.log.table;
  }

  #end(state: ReRunState['state'], note: string): void {
    this.#state = { ...this.#state, state, note, current: '' };
    clearTimeout(this.#timer);
    this.#options.to.setReRun(this.#state);
  }

  #report(change: Partial<ReRunState>): void {
    this.#state = { ...this.#state, ...change };
    if (this.#timer !== undefined) return;
    this.#options.to.setReRun(this.#state);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.running) this.#options.to.setReRun(this.#state);
    }, REPORT_EVERY_MS);
  }
}

export function endIn(table: RowTable, seq: number): ExchangeEnd {
  return exchangeEnd((each) => table.row(table.indexOf(each)), seq);
}

/** The client gives each request a new id, and its own `_meta` where it normally writes one. */
function sendOnce(
  live: LiveSession,
  { method, target, params }: PlannedRequest,
  limits: CallLimitsGiven,
  newToken: () => string,
): Promise<CallEnd> {
  switch (method) {
    case 'resources/subscribe':
      return live.call({ kind: 'subscribe', uri: target });
    case 'resources/unsubscribe':
      return live.call({ kind: 'unsubscribe', uri: target });
    case 'logging/setLevel':
      return live.call({ kind: 'log-level', level: target });
    case 'tools/call': {
      const plain = plainToolCall(params);
      if (plain !== undefined) {
        const { name, args, task } = plain;
        return live.call({ kind: 'tool', name, arguments: args, task }, limits);
      }
    }
  }
  const fresh = params === undefined ? undefined : freshParams(params, newToken());
  return live.call({ kind: 'request', method, params: fresh }, limits);
}
