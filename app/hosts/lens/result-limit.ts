import { estimatedTokens } from '../../base/byte-size.ts';
import { stringAt } from '../../base/json-value.ts';
import type { HostEntry, HostRequest, HostRow, HostWait, ResultLimit } from './host-table.ts';
import { type AnsweredResult, blocksOf, traitsOf } from './sent-answer.ts';
import { countsFor } from './versions.ts';

/** The characters of a result's line that count as text: without media. */
export function textChars({ result }: Pick<AnsweredResult, 'result'>, lineChars: number): number {
  const media = blocksOf(result).reduce(
    (sum, block) => sum + charsAt(block, 'data') + charsAt(block.resource, 'blob'),
    0,
  );
  return Math.max(0, lineChars - media);
}

function charsAt(value: unknown, name: string): number {
  return stringAt(value, name)?.length ?? 0;
}

export type Exceeded = {
  readonly limit: ResultLimit;
  /** The exceeded number: the limit, or the host's warning threshold. */
  readonly most: number;
  readonly isWarning: boolean;
};

/** The first limit of a host version that a tool result of this length exceeds; undefined if none. */
export function exceededLimit(
  { limits }: HostEntry,
  version: string,
  answer: AnsweredResult,
  chars: number,
): Exceeded | undefined {
  if (answer.method !== 'tools/call') return undefined;
  const { media } = traitsOf(answer);
  const own = limits.filter(
    (limit) =>
      (limit.answer ?? answer.kind) === answer.kind &&
      (limit.media ?? media) === media &&
      countsFor(limit, version),
  );
  const over = own.find((limit) => sizeIn(limit, answer, chars) > limit.most);
  if (over !== undefined) return { limit: over, most: over.most, isWarning: false };
  const near = own.find((limit) => sizeIn(limit, answer, chars) > (limit.warnsAbove ?? limit.most));
  return near && { limit: near, most: near.warnsAbove ?? near.most, isWarning: true };
}

/** How large a result is in the unit of a limit; bytes are at least as many as characters. */
export function sizeIn({ unit }: ResultLimit, { result }: AnsweredResult, chars: number): number {
  switch (unit) {
    case 'tokens':
      return estimatedTokens(chars);
    case 'items':
      return blocksOf(result).length;
    case 'lines':
      return blocksOf(result).reduce((sum, block) => sum + lineCount(stringAt(block, 'text') ?? ''), 0);
    default:
      return chars;
  }
}

/** The fewest bytes of a line that can be above a limit of the host, or above a cut of one of its rows. */
export function leastTooLarge(rows: readonly HostRow[], { id, limits }: HostEntry): number {
  const inBytes = (most: number, unit: string | undefined) => (unit === 'tokens' ? most * 3 : most);
  const cuts = rows.flatMap(({ host, cutAfter, cutUnit }) =>
    host !== id || cutAfter === undefined ? [] : [inBytes(cutAfter, cutUnit)],
  );
  return Math.min(Number.POSITIVE_INFINITY, ...cuts, ...limits.map(({ most, unit }) => inBytes(most, unit)));
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The wait of a host that a call exceeds, by its time or by how long it was silent; times in milliseconds. */
export function exceededWait(
  { waits }: HostEntry,
  version: string,
  { tookMs, silentMs }: CallTime,
): HostWait | undefined {
  const wait = waits.find((one) => countsFor(one, version));
  const ms = wait?.progress === 'restarts' ? silentMs : tookMs;
  return wait !== undefined && ms > wait.seconds * 1000 ? wait : undefined;
}

/** How long a call took, and the longest time in which neither progress nor the answer came; in milliseconds. */
export type CallTime = { readonly tookMs: number; readonly silentMs: number };

/** The time of a call by the moments at which it began, showed progress and ended. */
export function callTime(moments: Iterable<number>): CallTime {
  let [tookMs, silentMs] = [0, 0];
  let last: number | undefined;
  for (const at of moments) {
    const gap = at - (last ?? at);
    tookMs += gap;
    silentMs = Math.max(silentMs, gap);
    last = at;
  }
  return { tookMs, silentMs };
}

/** What a host does with a request of the server, or with a list that the server offers; undefined if no source says. */
export function hostRequest(
  { requests }: HostEntry,
  version: string,
  method: string,
): HostRequest | undefined {
  return requests.find((one) => one.method === method && countsFor(one, version));
}
