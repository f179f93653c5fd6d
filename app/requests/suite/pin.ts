import { z } from 'zod';
import { isJsonObject } from '../../base/json-value.ts';
import { structuredStatement } from '../../codes/structured-error.ts';
import { isToolError } from '../../protocol/result-check.ts';
import type { Answer } from '../../wire/envelope.ts';
import { flatText, matchesPattern, patternOf } from './text-pattern.ts';

/** The visible ends of a call; `transport` if the process ended without answering. */
export const PIN_TIERS = ['ok', 'tool', 'protocol', 'transport', 'silence'] as const;
export type PinTier = (typeof PIN_TIERS)[number];

/** How a call ended: the shape of its answer, without values that vary between runs. */
export type EndShape = {
  readonly tier: PinTier;
  /** The code of a JSON-RPC error; null if it is not an integer. */
  readonly code: number | null;
  /** The code or reason that a tool error states in `structuredContent`. */
  readonly structuredCode: number | string | null;
  /** The message of an error, or the texts of a tool error. */
  readonly text: string;
  /** The members of the error's `data`, sorted. */
  readonly data: readonly string[];
};

export const pinTierSchema = z.enum(PIN_TIERS, `expected one of ${PIN_TIERS.join(', ')}`);

export const pinSchema = z.strictObject({
  tier: pinTierSchema.optional(),
  code: z.int().optional(),
  /** The code or reason that a tool error states in `structuredContent`. */
  structuredCode: z.union([z.int(), z.string().max(1000)]).optional(),
  /** The whole message; each `*` matches any text. */
  text: z.string().max(4000).optional(),
  /** The names of the members of the error's `data`. */
  data: z.array(z.string().max(1000)).max(200).optional(),
  maxDurationMs: z.int().min(1).max(600_000).optional(),
});
/** The expected end of a call; undefined members are not compared. */
export type Pin = Readonly<z.infer<typeof pinSchema>>;

/** The end of a call without an answer. */
export function endWithout(tier: 'transport' | 'silence'): EndShape {
  return { tier, code: null, structuredCode: null, text: '', data: [] };
}

/** The shape of an answer to this method; an empty method if it was not a request. */
export function endOfAnswer(answer: Answer, method: string): EndShape {
  if (answer.kind === 'error') {
    const { code, message, data } = answer.error;
    const isCode = typeof code === 'number' && Number.isInteger(code);
    const shape = { code: isCode ? code : null, structuredCode: null, text: message, data: keysOf(data) };
    return { tier: 'protocol', ...shape };
  }
  const { result } = answer;
  if (!isToolError(method, result)) return { ...endWithout('silence'), tier: 'ok' };
  const stated = structuredStatement(result);
  const structured = isJsonObject(result.structuredContent) ? result.structuredContent : {};
  const error = isJsonObject(structured.error) ? structured.error : structured;
  return {
    tier: 'tool',
    code: null,
    structuredCode: stated?.code ?? stated?.reason ?? null,
    text: contentText(result.content),
    data: keysOf(error.data),
  };
}

function keysOf(data: unknown): readonly string[] {
  return isJsonObject(data) ? Object.keys(data).sort() : [];
}

function contentText(content: unknown): string {
  const blocks = Array.isArray(content) ? content : [];
  return blocks
    .flatMap((block) => (isJsonObject(block) && typeof block.text === 'string' ? [block.text] : []))
    .join('\n');
}

/** The parts of an end that stay the same when the call is repeated. */
export function pinOf({ tier, code, structuredCode, text, data }: EndShape): Pin {
  const pattern = patternOf(text);
  return {
    tier,
    ...(code === null ? {} : { code }),
    ...(structuredCode === null ? {} : { structuredCode }),
    ...(pattern === '' ? {} : { text: pattern }),
    ...(data.length === 0 ? {} : { data: [...data] }),
  };
}

/** How a call deviated from its pin, one sentence each; empty if it did not. */
export function pinFaults(pin: Pin, seen: EndShape, durationMs: number): readonly string[] {
  const { tier, code, structuredCode, text, data, maxDurationMs } = pin;
  const faults: string[] = [];
  if (tier !== undefined && tier !== seen.tier) {
    faults.push(`It ended in ${TIER_TEXTS[seen.tier]}, not in ${TIER_TEXTS[tier]}.`);
  }
  if (code !== undefined && code !== seen.code) {
    faults.push(`The code is ${seen.code ?? 'missing'}, not ${code}.`);
  }
  if (structuredCode !== undefined && structuredCode !== seen.structuredCode) {
    faults.push(`The structured code is ${seen.structuredCode ?? 'missing'}, not ${structuredCode}.`);
  }
  if (text !== undefined && !matchesPattern(text, seen.text)) {
    const shown = flatText(seen.text).slice(0, MAX_SHOWN);
    faults.push(`The text is ${JSON.stringify(shown)}, which does not match ${JSON.stringify(text)}.`);
  }
  if (data !== undefined && [...data].sort().join('\n') !== seen.data.join('\n')) {
    faults.push(`data has ${memberList(seen.data)}, not ${memberList(data)}.`);
  }
  if (maxDurationMs !== undefined && durationMs > maxDurationMs) {
    faults.push(`It took ${Math.round(durationMs)} ms, more than ${maxDurationMs} ms.`);
  }
  return faults;
}

const MAX_SHOWN = 200;

function memberList(names: readonly string[]): string {
  return names.length === 0 ? 'no members' : `the members ${names.join(', ')}`;
}

export const TIER_TEXTS: Readonly<Record<PinTier, string>> = {
  ok: 'success',
  tool: 'a tool error',
  protocol: 'a protocol error',
  transport: 'the end of the process',
  silence: 'silence',
};

export function pinText({ tier, code, structuredCode, text, data, maxDurationMs }: Pin): string {
  const parts = [
    ...(tier === undefined ? [] : [TIER_TEXTS[tier]]),
    ...(code === undefined ? [] : [`the code ${code}`]),
    ...(structuredCode === undefined ? [] : [`the structured code ${structuredCode}`]),
    ...(text === undefined ? [] : [`the text ${JSON.stringify(text)}`]),
    ...(data === undefined ? [] : [`data with ${memberList(data)}`]),
    ...(maxDurationMs === undefined ? [] : [`within ${maxDurationMs} ms`]),
  ];
  return `The suite expects ${parts.length === 0 ? 'an answer' : parts.join(', ')}.`;
}
