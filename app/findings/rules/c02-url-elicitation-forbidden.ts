import { ELICITATION_CREATE } from '../../protocol/methods.ts';
import { statelessOnly } from '../finding.ts';
import type { Rule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

/** A request for the user's input is a result in this revision, not an error. */
export const urlElicitationForbidden: Rule = {
  id: 'C02',
  name: 'url-elicitation-forbidden',
  title: '-32042 sent under 2026-07-28',
  source: 'MCP 2026-07-28, basic/index.mdx:144; basic/patterns/mrtr.mdx',
  severity: statelessOnly('violation'),
  codes: [-32042],
  checks: {
    error() {
      return {
        explanation: 'This revision forbids -32042, with which earlier ones asked for a visit to a URL.',
        todo: 'The server must return a result of type input_required that holds an elicitation of mode url.',
        after: wireExcerpt({
          result: {
            resultType: 'input_required',
            inputRequests: {
              authorize: {
                method: ELICITATION_CREATE,
                params: { mode: 'url', url: 'https://…', message: '…' },
              },
            },
          },
        }),
      };
    },
  },
};
