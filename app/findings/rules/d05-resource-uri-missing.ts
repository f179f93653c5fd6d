import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { errorTextOf, saysUnknown } from '../error-text.ts';
import { changed } from '../repair.ts';
import { dataRule, type Verdict } from '../rule.ts';

/** The SDKs that write this error themselves. */
const DO_THIS = ['typescript-sdk-v1', 'mcp-ts-core', 'hermes', 'anubis', 'mcp-go', 'fastmcp-python'];

export const rule = dataRule({
  title: 'Missing resource reported without data.uri',
  source: 'MCP 2025-11-25, server/resources.mdx:398; 2026-07-28, server/resources.mdx:419',
  severity: 'advice',
  reaction: true,
  codes: [-32602, -32002],
  methods: ['resources/read'],
  error(answer) {
    const { method, code, params, error, text } = answer;
    if (method !== 'resources/read') return undefined;
    const uri = stringAt(params, 'uri');
    if (uri === undefined || (code === -32602 && !saysUnknown(errorTextOf(answer)))) return undefined;
    // Some protocols use -32002 for a server that is not ready.
    if (/not (yet )?(been )?initiali[sz]ed/i.test(text.slice(0, 500))) return undefined;
    const data = isJsonObject(error.data) ? error.data : {};
    if (data.uri === uri) return undefined;
    return lacking(uri, data);
  },
});

function lacking(uri: string, data: JsonObject): Verdict {
  return {
    explanation: () =>
      `The error does not carry the uri ${JSON.stringify(uri.slice(0, 100))} in data, by which clients tell a missing resource from other bad parameters.`,
    todo: 'The server should put the uri that it was asked for into data.uri.',
    after: changed({ data: { ...data, uri } }),
    sdks: DO_THIS,
  };
}
