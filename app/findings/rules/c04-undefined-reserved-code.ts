import { isReservedCode } from '../../codes/lookup.ts';
import { codeRule, stateless } from '../rule.ts';

/** -32042 has rules of its own for the revisions in which it is wrong. */
const DEFINED = [-32020, -32021, -32022, -32042];

export const rule = codeRule({
  title: 'Undefined code in the range that MCP reserves',
  source: 'MCP 2026-07-28, basic/index.mdx:122-126',
  severity: stateless('violation', 'info'),
  codes: (code) => code !== undefined && isReservedCode(code) && !DEFINED.includes(code),
  error: ({ code }) => ({
    explanation: `The code ${code} lies in -32099 to -32020, which the specification keeps for itself since 2026-07-28, and it means nothing there.`,
    todo: 'The server must give its own errors numbers outside -32768 to -32000, or report the failure of a tool in a result with isError.',
  }),
});
