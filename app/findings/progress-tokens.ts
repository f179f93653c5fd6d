import { isJsonObject } from '../base/json-value.ts';
import type { Exchange } from '../session/exchange.ts';
import { metaOf } from '../session/session-facts.ts';

/** More tokens than that are forgotten, and more open requests are not looked through. */
const MOST = 200;

type Reported = { readonly requestSeq: number; readonly progress: number; readonly seq: number };

/** What a notification reports: the token as JSON text, and how far the request is. Undefined for any other shape. */
export function progressIn(
  params: unknown,
): { readonly token: string; readonly progress: number } | undefined {
  if (!isJsonObject(params)) return undefined;
  const { progressToken, progress } = params;
  if (typeof progress !== 'number' || !isToken(progressToken)) return undefined;
  return { token: JSON.stringify(progressToken), progress };
}

function isToken(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** How far a run of the server has reported its requests. */
export class ProgressTokens {
  readonly #last = new Map<string, Reported>();

  /**
   * The one request under this token that has no answer, whatever else became of it. `none` if there is none,
   * `several` if nobody can say which is meant, or if there are too many to look through.
   */
  requestOf(
    token: string,
    unanswered: readonly Readonly<Exchange>[],
  ): Readonly<Exchange> | 'none' | 'several' {
    if (unanswered.length > MOST) return 'several';
    const found = unanswered.filter(({ sender, params }) => {
      const given = metaOf(params)?.progressToken;
      return sender === 'client-to-server' && isToken(given) && JSON.stringify(given) === token;
    });
    const [first, ...more] = found;
    if (first === undefined) return 'none';
    return more.length === 0 ? first : 'several';
  }

  /** What was reported last of this request; undefined for nothing. */
  last(token: string, requestSeq: number): Reported | undefined {
    const last = this.#last.get(token);
    return last?.requestSeq === requestSeq ? last : undefined;
  }

  note(token: string, reported: Reported): void {
    if (this.#last.size >= MOST) this.#last.clear();
    this.#last.set(token, reported);
  }

  clear(): void {
    this.#last.clear();
  }
}
