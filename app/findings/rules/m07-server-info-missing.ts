import { isJsonObject } from '../../base/json-value.ts';
import { SERVER_INFO_KEY } from '../../protocol/meta-keys.ts';
import { metaOf } from '../../session/session-facts.ts';
import { revisionRule, statelessOnly } from '../rule.ts';

export const rule = revisionRule({
  title: 'serverInfo missing in the _meta of a result',
  source: 'MCP 2026-07-28, basic/index.mdx:402-405',
  severity: statelessOnly('advice'),
  result(answer, view) {
    if (answer.sender !== 'server-to-client') return undefined;
    const meta = metaOf(answer.result);
    if (isJsonObject(meta?.[SERVER_INFO_KEY]) || !view.firstTime('M07')) return undefined;
    return {
      explanation:
        'Without a handshake, results are the only place where a server can name itself, and this one does not.',
      todo: 'The server should put its name and version into the _meta of every result.',
    };
  },
});
