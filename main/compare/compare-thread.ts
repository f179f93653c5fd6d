import { Worker } from 'node:worker_threads';
import { err, type Result } from '../../app/base/result.ts';
import { HeldComparison } from '../../app/compare/held-comparison.ts';
import { ReportWatcher } from '../../app/report/report-watcher.ts';
import {
  type AnswerMessage,
  type CompareAnswer,
  type CompareAnswers,
  type CompareOrder,
  carryOutOrder,
  type OrderMessage,
} from './compare-message.ts';

/** A regular expression can take for ever; nobody waits that long for a comparison. */
const PATIENCE_MS = 20_000;
/** What an honest comparison may take longer for each record, several times what it does take. */
const MS_PER_RECORD = 0.2;

type Waiting = { readonly settle: (answer: CompareAnswer) => void; readonly timer: NodeJS.Timeout };

/** A held comparison in a thread of its own, so that a slow rule or a large run holds nothing else up. */
export class CompareThread {
  readonly #worker: Worker | undefined;
  readonly #local: HeldComparison | undefined;
  readonly #patienceMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #jobs = 0;
  #records = 0;
  #fault = '';

  /** `script` is the built worker; without it this thread does the work. */
  constructor(script: string | undefined, patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
    if (script === undefined) {
      this.#local = new HeldComparison(() => new ReportWatcher());
      return;
    }
    this.#worker = new Worker(script);
    this.#worker.unref();
    this.#worker.on('message', ({ job, answer }: AnswerMessage) => this.#settle(job, answer));
    this.#worker.on('error', (error) => this.end(`The comparison failed: ${error.message}.`));
  }

  /** Why the thread is gone, in a sentence; empty while it works. */
  get fault(): string {
    return this.#fault;
  }

  /** Carries out an order; fails with a sentence where it takes too long or the thread is gone. */
  async ask<Order extends CompareOrder>(order: Order): Promise<Result<CompareAnswers[Order['kind']]>> {
    if (this.#fault !== '') return err(this.#fault);
    if (order.kind === 'take') this.#records += order.records.length;
    const answer = this.#local === undefined ? await this.#post(order) : carryOutOrder(this.#local, order);
    return answer as Result<CompareAnswers[Order['kind']]>;
  }

  /** Ends the thread; whatever waits is told why. */
  end(fault = 'This comparison was closed.'): void {
    if (this.#fault !== '') return;
    this.#fault = fault;
    void this.#worker?.terminate();
    for (const job of [...this.#waiting.keys()]) this.#settle(job, err(fault));
  }

  #post(order: CompareOrder): Promise<CompareAnswer> {
    this.#jobs += 1;
    const message: OrderMessage = { job: this.#jobs, order };
    return new Promise((settle) => {
      const patience = this.#patienceMs + this.#records * MS_PER_RECORD;
      const timer = setTimeout(() => this.end(TOO_SLOW), patience);
      this.#waiting.set(message.job, { settle, timer });
      this.#worker?.postMessage(message);
    });
  }

  #settle(job: number, answer: CompareAnswer): void {
    const waiting = this.#waiting.get(job);
    if (waiting === undefined) return;
    this.#waiting.delete(job);
    clearTimeout(waiting.timer);
    waiting.settle(answer);
  }
}

const TOO_SLOW =
  'The comparison took too long and was ended. An own expression may be too slow: simplify it, and compare again.';
