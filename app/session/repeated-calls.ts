import { isJsonObject, jsonEqual } from '../base/json-value.ts';
import type { FrameRecord } from '../frame/record.ts';
import type { RequestEvent } from './session-event.ts';

const REPEATABLE: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Counts how often the client of a session makes the same call in a row. */
export class RepeatedCalls {
  #before: RequestEvent['envelope'] | undefined;
  #repeats = 0;

  /** How many equal calls came right before this request; pings between them tell nothing, and none is a raw message. */
  take({ direction, deliberate }: FrameRecord, envelope: RequestEvent['envelope']): number {
    const { method, params, cut } = envelope;
    if (direction !== 'client-to-server' || method === 'ping') return 0;
    const before = this.#before;
    const isCall = REPEATABLE.has(method) && deliberate !== true && cut === undefined;
    this.#before = isCall ? envelope : undefined;
    const isSame = isCall && before?.method === method && wantSame(before.params, params);
    this.#repeats = isSame ? this.#repeats + 1 : 0;
    return this.#repeats;
  }
}

/** True if two calls ask for the same: what stands in `_meta`, such as a progress token, is of each call. */
function wantSame(one: unknown, other: unknown): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const keys = Object.keys(one).filter((key) => key !== '_meta');
  const others = Object.keys(other).filter((key) => key !== '_meta');
  return keys.length === others.length && keys.every((key) => jsonEqual(one[key], other[key]));
}
