import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { type BirpcReturn, createBirpc } from 'birpc';
import { err, errorMessage, ok, type Result } from '../../app/base/result.ts';

/* The protocol between this thread and a worker: birpc 4 messages as structured clones. Each side calls typed
   functions of the other. `Credit` provides back-pressure: a sender of chunks waits while too many are unanswered. */

/** The functions of the other side; each returns a promise, and `asEvent` sends without one. */
export type Remote<Functions extends object> = BirpcReturn<Functions, object>;

type FunctionOf<Functions, Name extends keyof Functions> = Functions[Name] extends (
  ...args: infer Args
) => infer Value
  ? { readonly args: Args; readonly value: Awaited<Value> }
  : never;

export type WorkerThreadOptions<Functions extends object> = {
  readonly script: string;
  readonly functions: Functions;
  /** Turns an error of the worker, a text without a full stop, into a sentence. */
  readonly faultOf: (message: string) => string;
  /** Passed to the worker as its `workerData`. */
  readonly data?: unknown;
  readonly limits?: ResourceLimits;
  /** True to keep the worker's output out of this process's. */
  readonly isQuiet?: boolean;
};

/** Threads that nobody has called yet, by script. */
const spare = new Map<string, Worker>();
/** How long one is kept: it takes 40 MB. */
const SPARE_MS = 120_000;

/** Starts a script's thread before it is needed, which takes a fifth of a second: the next call of it gets that one. */
export function startAhead(script: string, limits: ResourceLimits = {}): void {
  if (spare.has(script)) return;
  const worker = new Worker(script, { resourceLimits: limits });
  const forget = (): void => {
    if (spare.get(script) === worker) spare.delete(script);
  };
  worker.on('error', forget).on('exit', forget).unref();
  setTimeout(() => spare.get(script) === worker && void worker.terminate(), SPARE_MS).unref();
  spare.set(script, worker);
}

/** A worker thread as its owner sees it. Its end, for whatever reason, is a value: a sentence. */
export class WorkerThread<Theirs extends object, Ours extends object = object> {
  /** Resolves with a sentence that says why the thread is gone. */
  readonly gone: Promise<string>;
  readonly remote: Remote<Theirs>;
  readonly #worker: Worker;
  readonly #faultOf: (message: string) => string;
  #fault = '';
  #reportGone: (fault: string) => void = () => undefined;

  constructor({ script, functions, faultOf, data, limits, isQuiet = false }: WorkerThreadOptions<Ours>) {
    this.#faultOf = faultOf;
    this.gone = new Promise((resolve) => {
      this.#reportGone = resolve;
    });
    const output = { stdout: isQuiet, stderr: isQuiet };
    // A spare thread has no data of its own.
    const ready = data === undefined ? spare.get(script) : undefined;
    if (ready !== undefined) spare.delete(script);
    ready?.ref();
    this.#worker = ready ?? new Worker(script, { ...output, workerData: data, resourceLimits: limits ?? {} });
    this.remote = createBirpc<Theirs, Ours>(functions, {
      post: (message) => this.#worker.postMessage(message, transfersOf(message)),
      on: (hear) => void this.#worker.on('message', hear),
      timeout: -1,
      bind: 'functions',
    });
    this.#worker.on('error', (error) => this.end(faultOf(error.message)));
    this.#worker.on('exit', () => this.end(faultOf('its thread ended early')));
  }

  /** Why the thread is gone, as a sentence; empty while it works. */
  get fault(): string {
    return this.#fault;
  }

  /** Calls a function of the worker; fails with a sentence if it throws or the thread ends first. */
  async call<Name extends keyof Theirs & string>(
    name: Name,
    ...args: FunctionOf<Theirs, Name>['args'] & unknown[]
  ): Promise<Result<FunctionOf<Theirs, Name>['value']>> {
    if (this.#fault !== '') return err(this.#fault);
    try {
      return ok((await this.remote.$callRaw({ method: name, args })) as FunctionOf<Theirs, Name>['value']);
    } catch (error) {
      if (this.#fault !== '') return err(this.#fault);
      return err(this.#faultOf(errorMessage(error)));
    }
  }

  started(): Promise<void> {
    return new Promise((resolve) => void this.#worker.once('online', resolve));
  }

  /** Lets the process exit while the thread still runs. */
  unref(): void {
    this.#worker.unref();
  }

  /** Ends the thread; pending calls fail with this sentence. Resolves when it has ended. */
  async end(fault: string): Promise<void> {
    if (this.#fault === '') {
      this.#fault = fault;
      this.remote.$close(new Error(fault));
      this.#reportGone(fault);
    }
    await this.#worker.terminate();
  }
}

type OneCall = {
  /** Ends the thread early; the call then fails with the sentence `cancelled`. */
  readonly signal: AbortSignal | undefined;
  readonly cancelled: string;
};

/** Starts a thread for one call, which returns a result, then ends it. */
export async function callInThread<Theirs extends object, Ours extends object, Value>(
  { signal, cancelled, ...options }: WorkerThreadOptions<Ours> & OneCall,
  call: (thread: WorkerThread<Theirs, Ours>) => Promise<Result<Result<Value>>>,
): Promise<Result<Value>> {
  if (signal?.aborted === true) return err(cancelled);
  const thread = new WorkerThread<Theirs, Ours>(options);
  const abort = (): void => void thread.end(cancelled);
  signal?.addEventListener('abort', abort);
  const end = await call(thread);
  signal?.removeEventListener('abort', abort);
  void thread.end('its work is done');
  return end.ok ? end.value : end;
}

/** Exposes a worker's functions to its owner, and returns the owner's. `endsAnswered` ends it after one call. */
export function serveOwner<Theirs extends object, Ours extends object>(
  functions: Ours,
  { endsAnswered = false } = {},
): Remote<Theirs> {
  const port = parentPort;
  if (port === null) throw new Error('this script runs as a worker thread only');
  return createBirpc<Theirs, Ours>(functions, {
    post: (message) => {
      port.postMessage(message, transfersOf(message));
      if (endsAnswered && message.t === 's') port.close();
    },
    on: (hear) => void port.on('message', hear),
    timeout: -1,
    bind: 'functions',
  });
}

/** Back-pressure: how many calls may be unanswered before the sender waits. */
export class Credit {
  readonly #most: number;
  readonly #unanswered = new Set<Promise<unknown>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when one more call may be made; rejects if an unanswered one fails. */
  async spend(call: Promise<unknown>): Promise<void> {
    const answered: Promise<unknown> = call.finally(() => this.#unanswered.delete(answered));
    this.#unanswered.add(answered);
    if (this.#unanswered.size >= this.#most) await Promise.race(this.#unanswered);
  }

  /** Resolves when every call has been answered. */
  async settled(): Promise<void> {
    await Promise.all(this.#unanswered);
  }
}

const transfers = new WeakMap<object, readonly ArrayBuffer[]>();

/** Marks a call argument whose buffers are transferred, not copied. */
export function transferring<Value extends object>(value: Value, buffers: readonly ArrayBuffer[]): Value {
  transfers.set(value, buffers);
  return value;
}

/** The buffers of the arguments of one birpc request. */
function transfersOf(message: { readonly a?: readonly unknown[] }): ArrayBuffer[] {
  const marked = message.a?.flatMap((argument) =>
    typeof argument === 'object' && argument !== null ? (transfers.get(argument) ?? []) : [],
  );
  return marked ?? [];
}
