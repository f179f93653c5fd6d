import { estimatedTokens } from '../../base/byte-size.ts';
import { stringAt } from '../../base/json-value.ts';
import type { HostEntry, ResultLimit } from './host-table.ts';
import { fitOf } from './lens.ts';
import { type AnsweredResult, blocksOf, traitsOf } from './sent-answer.ts';

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

type Exceeded = {
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
  const own = limits.filter(
    (limit) =>
      (limit.answer ?? answer.kind) === answer.kind &&
      (limit.media ?? traitsOf(answer).media) === traitsOf(answer).media &&
      fitOf(limit, version) !== 'other',
  );
  const sizeIn = ({ unit }: ResultLimit) => (unit === 'tokens' ? estimatedTokens(chars) : chars);
  const over = own.find((limit) => sizeIn(limit) > limit.most);
  if (over !== undefined) return { limit: over, most: over.most, isWarning: false };
  const near = own.find((limit) => sizeIn(limit) > (limit.warnsAbove ?? limit.most));
  return near && { limit: near, most: near.warnsAbove ?? near.most, isWarning: true };
}
