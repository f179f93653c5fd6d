import { stringAt } from '../../base/json-value.ts';
import { changed } from '../repair.ts';
import { codeRule, statelessOnly } from '../rule.ts';

export const rule = codeRule({
  title: '-32002 sent under 2026-07-28',
  source: 'MCP 2026-07-28, basic/index.mdx:138-143; changelog.mdx:37',
  severity: statelessOnly('violation'),
  codes: [-32002],
  error(answer) {
    const uri = stringAt(answer.params, 'uri');
    return {
      explanation: `2026-07-28 forbids -32002, which earlier revisions used for a resource that does not exist${uri === undefined ? '' : `, here ${JSON.stringify(uri.slice(0, 100))}`}.`,
      todo: 'The server must send -32602 with the uri in data.',
      after: changed({ code: -32602, ...(uri === undefined ? {} : { data: { uri } }) }),
    };
  },
});
