import { deltaBase, type JsonDelta, jsonDelta } from '../../app/base/json-delta.ts';
import { isJsonObject } from '../../app/base/json-value.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';

/** As deep as `changes.updated` lies: a server adds to it with every notification. */
const LEVELS = 3;

type SessionSender = {
  whole(info: SessionInfo): void;
  patch(session: string, delta: JsonDelta): void;
};

/**
 * The sessions as one screen holds them: a session that it does not hold goes out whole, later only what became
 * another. A server that piles up requests makes a session large; sent whole each time, that would be quadratic.
 */
export class SessionFeed {
  readonly #send: SessionSender;
  readonly #held = new Map<string, unknown>();
  /** The answers to `hello` that are on their way: what changes meanwhile has to follow them. */
  readonly #greetings = new Set<unknown>();
  readonly #waiting = new Map<string, SessionInfo>();
  #asked = 0;

  constructor(send: SessionSender) {
    this.#send = send;
  }

  /** A session is new or changed. */
  changed(info: SessionInfo): void {
    const { session } = info;
    if (this.#asked > 0) {
      this.#waiting.set(session, info);
      return;
    }
    const before = this.#held.get(session);
    const delta = jsonDelta(before, info, LEVELS);
    this.#hold(info);
    if (before === undefined) this.#send.whole(info);
    else if (delta !== undefined) this.#send.patch(session, delta);
  }

  removed(session: string): void {
    this.#held.delete(session);
    this.#waiting.delete(session);
  }

  /** Passes on the answer to a `hello`, whose sessions the screen holds once it is posted. */
  async greeted(answer: Promise<unknown>): Promise<unknown> {
    this.#asked += 1;
    try {
      const greeting = await answer;
      this.#greetings.add(greeting);
      return greeting;
    } catch (reason) {
      this.#answered();
      throw reason;
    }
  }

  /** Looks at each message that has been posted: is it the answer to a `hello`? */
  posted(message: unknown): void {
    if (this.#greetings.size === 0 || !isJsonObject(message) || !this.#greetings.delete(message.r)) return;
    const { sessions } = isJsonObject(message.r) ? message.r : {};
    // What answers `hello` holds infos, each with its name.
    if (Array.isArray(sessions)) for (const info of sessions as readonly SessionInfo[]) this.#hold(info);
    this.#answered();
  }

  #answered(): void {
    this.#asked -= 1;
    if (this.#asked > 0) return;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const info of waiting) this.changed(info);
  }

  #hold(info: SessionInfo): void {
    this.#held.set(info.session, deltaBase(info, LEVELS));
  }
}
