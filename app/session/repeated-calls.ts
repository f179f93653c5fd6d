import { isJsonObject, jsonEqual } from '../base/json-value.ts';
import type { FrameRecord } from '../frame/record.ts';
import type { RequestEvent } from './session-event.ts';

const REPEATABLE: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Counts consecutive equal calls of a session's client. */
export class RepeatedCalls {
  #before: RequestEvent['envelope'] | undefined;
  #repeats = 0;

  /** How many equal calls came directly before this request; pings in between are ignored, raw messages never count. */
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

/** True if two calls have equal params apart from `_meta`, which is individual, such as a progress token. */
function wantSame(one: unknown, other: unknown): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const keys = Object.keys(one).filter((key) => key !== '_meta');
  const others = Object.keys(other).filter((key) => key !== '_meta');
  return keys.length === others.length && keys.every((key) => jsonEqual(one[key], other[key]));
}
