import { isJsonObject } from '../../base/json-value.ts';
import type { FaultyFrame, MalformedLine } from '../message.ts';
import type { Rule, Verdict } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const versionMissing: Rule = {
  id: 'E02',
  name: 'version-missing',
  title: 'jsonrpc is missing or not "2.0"',
  source: 'JSON-RPC 2.0 §4 and §5; MCP 2025-11-25, basic/index.mdx',
  severity: 'violation',
  checks: {
    fault: (frame: FaultyFrame) => (frame.faults.includes('version-not-2.0') ? verdict() : undefined),
    malformed(line: MalformedLine) {
      if (line.envelope.kind !== 'not-json-rpc' || !isVersionless(line.envelope.value)) return undefined;
      return verdict(line.envelope.value);
    },
  },
};

function verdict(value?: unknown): Verdict {
  const shown = isJsonObject(value) ? value : { id: '…' };
  return {
    explanation:
      'The message lacks "jsonrpc":"2.0", so strict receivers drop it and a call waits until it times out.',
    todo: 'The sender must put that member into every message.',
    before: wireExcerpt(shown),
    after: wireExcerpt({ ...shown, jsonrpc: '2.0' }),
  };
}

/** True for what would be a JSON-RPC message if only its version were there. */
export function isVersionless(value: unknown): boolean {
  return isJsonObject(value) && value.jsonrpc !== '2.0' && typeof value.method === 'string';
}
