type Listener = EventListenerOrEventListenerObject;

/**
 * What cancels one call: the signal that an SDK's client takes, and its controller in one.
 * Every call has one and next to none is cancelled; an AbortController, with its event target, its map of
 * listeners and what they hold, costs a call more than the reading of its answer.
 */
export class CallSignal implements AbortSignal {
  readonly onabort = null;
  aborted = false;
  reason: unknown;
  #listeners: Listener[] | undefined;

  /** Tells every listener, once; what comes later is told nothing. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.dispatchEvent(new Event('abort'));
  }

  /** The call is over: what its listeners hold is let go. */
  release(): void {
    this.#listeners = undefined;
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(type: string, listener: Listener | null): void {
    if (type !== 'abort' || listener === null || this.aborted) return;
    if (this.#listeners === undefined) this.#listeners = [listener];
    else if (!this.#listeners.includes(listener)) this.#listeners.push(listener);
  }

  removeEventListener(_type: string, listener: Listener | null): void {
    this.#listeners = this.#listeners?.filter((other) => other !== listener);
  }

  dispatchEvent(event: Event): boolean {
    const listeners = this.#listeners ?? [];
    this.#listeners = undefined;
    for (const listener of listeners) {
      if (typeof listener === 'function') listener(event);
      else listener.handleEvent(event);
    }
    return true;
  }
}
