import { isJsonObject, type JsonObject } from '../../base/json-value.ts';
import { isToolError } from '../../protocol/result-check.ts';
import type { Envelope } from '../../wire/envelope.ts';
import { BLOCK_KINDS, type SentKind } from './host-table.ts';

export type SentAnswer =
  | {
      readonly kind: 'protocol-error';
      readonly method: string;
      /** The called tool, or other target of the request; empty if unknown. */
      readonly target: string;
      /** As JSON text; empty if the error has none. */
      readonly codeText: string;
      readonly message: string;
      /** `error.data`; undefined for none. */
      readonly data: unknown;
    }
  | {
      readonly kind: 'tool-error' | 'success';
      readonly method: string;
      readonly target: string;
      readonly result: JsonObject;
    };

export type AnsweredResult = Extract<SentAnswer, { kind: 'tool-error' | 'success' }>;

/** An answer to this method, from its envelope; undefined if no client could pass it on. */
export function sentAnswer(
  { method, target }: Pick<SentAnswer, 'method' | 'target'>,
  envelope: Envelope | undefined,
): SentAnswer | undefined {
  if (envelope?.kind === 'error') {
    const { codeText, message, data } = envelope.error;
    return { kind: 'protocol-error', method, target, codeText, message, data };
  }
  if (envelope?.kind !== 'result' || !isJsonObject(envelope.result)) return undefined;
  const { result } = envelope;
  return { kind: isToolError(method, result) ? 'tool-error' : 'success', method, target, result };
}

/** The blocks of a result as sent; empty if `content` is not a list. */
export function blocksOf(result: JsonObject): readonly JsonObject[] {
  return Array.isArray(result.content) ? result.content.filter(isJsonObject) : [];
}

/** The kind of a block; undefined if MCP does not define it. */
export function kindOf(block: JsonObject): (typeof BLOCK_KINDS)[number] | undefined {
  return BLOCK_KINDS.find((kind) => kind === block.type);
}

export function isAbout(when: SentKind, answer: SentAnswer): boolean {
  if (when.answer !== answer.kind || when.method !== answer.method) return false;
  const traits = traitsOf(answer);
  return TRAITS.every((trait) => when[trait] === undefined || when[trait] === traits[trait]);
}

/** How many traits the row requires: more traits make it more specific. */
export function traitCount(when: SentKind): number {
  return TRAITS.filter((trait) => when[trait] !== undefined).length;
}

/** The traits that a row may require, besides kind and method. */
export const TRAITS = ['data', 'text', 'blocks', 'media', 'resources', 'structuredContent'] as const;

export type Traits = { readonly [Trait in (typeof TRAITS)[number]]: SentKind[Trait] };

const NO_RESULT: Traits = {
  data: false,
  text: false,
  blocks: 'none',
  media: false,
  resources: false,
  structuredContent: false,
};

export function traitsOf(answer: SentAnswer): Traits {
  if (answer.kind === 'protocol-error') return { ...NO_RESULT, data: answer.data !== undefined };
  const blocks = blocksOf(answer.result);
  const kinds = new Set(blocks.map(kindOf));
  return {
    data: false,
    text: kinds.has('text'),
    blocks: blocks.length === 0 ? 'none' : blocks.length === 1 ? 'one' : 'several',
    media: kinds.has('image') || kinds.has('audio'),
    resources: kinds.has('resource') || kinds.has('resource_link'),
    structuredContent: answer.result.structuredContent !== undefined,
  };
}
