import { isJsonObject, jsonText } from '../../base/json-value.ts';
import { type Direction, senderName } from '../../frame/record.ts';
import type { FaultyFrame, MalformedLine } from '../message.ts';
import { envelopeRule, type Verdict } from '../rule.ts';
import { answerLine, lineExcerpt, wireExcerpt } from '../wire-excerpt.ts';

const SHOWN = 80;

export const rule = envelopeRule({
  title: 'jsonrpc is missing or not "2.0"',
  source: 'JSON-RPC 2.0 §4 and §5; MCP 2025-11-25, basic/index.mdx',
  severity: 'violation',
  fault({ faults, envelope, line, sender }: FaultyFrame) {
    if (!faults.includes('version-not-2.0')) return undefined;
    const answer = envelope.kind === 'result' || envelope.kind === 'error' ? envelope : undefined;
    const after: Pick<Verdict, 'after' | 'repair'> =
      answer?.id === undefined
        ? {}
        : { after: answerLine(answer, answer.id.text), repair: { kind: 'envelope' } };
    const named =
      answer?.id === undefined ? 'An answer' : `The answer to id ${answer.id.text.slice(0, SHOWN)}`;
    return { ...verdict(named, sender), before: lineExcerpt(line), ...after };
  },
  malformed({ envelope, text, sender }: MalformedLine) {
    if (envelope.kind !== 'not-json-rpc' || !isVersionless(envelope.value)) return undefined;
    const { jsonrpc, method, ...others } = envelope.value;
    const shown = jsonrpc === undefined ? '' : `, and says ${jsonText(jsonrpc).slice(0, SHOWN)}`;
    return {
      ...verdict(`The message ${jsonText(method).slice(0, SHOWN)}`, sender, shown),
      before: lineExcerpt(text),
      after: wireExcerpt({ jsonrpc: '2.0', method, ...others }),
    };
  },
});

function verdict(named: string, sender: Direction, shown = ''): Verdict {
  return {
    explanation: `${named} lacks "jsonrpc":"2.0"${shown}, so strict receivers drop it and a call waits until it times out.`,
    todo: `The ${senderName(sender)} must put that member into every message.`,
  };
}

/** True for what would be a JSON-RPC message if only its version were there. */
function isVersionless(value: unknown): value is { readonly [key: string]: unknown } {
  return isJsonObject(value) && value.jsonrpc !== '2.0' && typeof value.method === 'string';
}
