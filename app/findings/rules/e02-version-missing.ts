import { isJsonObject, jsonText } from '../../base/json-value.ts';
import type { RuleCheck } from '../rule.ts';
import { answerLine, lineExcerpt, wireExcerpt } from '../wire-excerpt.ts';

const SHOWN = 80;

export const rule: RuleCheck = {
  fault({ faults, envelope, line }) {
    if (!faults.includes('version-not-2.0')) return undefined;
    const answer = envelope.kind === 'result' || envelope.kind === 'error' ? envelope : undefined;
    const before = lineExcerpt(line);
    if (answer?.id === undefined) return { case: 'answer.unnamed', before };
    const id = answer.id.text;
    return {
      case: 'answer',
      values: { id: id.slice(0, SHOWN) },
      before,
      after: answerLine(answer, id),
      repair: { kind: 'envelope' },
    };
  },
  malformed({ envelope, text }) {
    if (envelope.kind !== 'not-json-rpc' || !isVersionless(envelope.value)) return undefined;
    const { jsonrpc, method, ...others } = envelope.value;
    return {
      case: jsonrpc === undefined ? 'message' : 'message.other',
      values: { method: jsonText(method).slice(0, SHOWN), says: jsonText(jsonrpc).slice(0, SHOWN) },
      before: lineExcerpt(text),
      after: wireExcerpt({ jsonrpc: '2.0', method, ...others }),
    };
  },
};

/** True for a value that would be a JSON-RPC message if it had a version. */
function isVersionless(value: unknown): value is { readonly [key: string]: unknown } {
  return isJsonObject(value) && value.jsonrpc !== '2.0' && typeof value.method === 'string';
}
