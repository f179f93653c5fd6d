import { statelessOnly } from '../finding.ts';
import type { Rule } from '../rule.ts';
import { resultWith } from '../wire-excerpt.ts';

export const cacheHintMissing: Rule = {
  id: 'M06',
  name: 'cache-hint-missing',
  title: 'A cacheable result without ttlMs or cacheScope',
  source: 'MCP 2026-07-28, changelog.mdx:36 (SEP-2549)',
  severity: statelessOnly('violation'),
  methods: [
    'tools/list',
    'prompts/list',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'server/discover',
  ],
  checks: {
    result(answer) {
      const { ttlMs, cacheScope, resultType } = answer.result;
      if ((ttlMs !== undefined && cacheScope !== undefined) || resultType === 'input_required')
        return undefined;
      const missing =
        ttlMs !== undefined ? 'cacheScope' : cacheScope !== undefined ? 'ttlMs' : 'ttlMs and cacheScope';
      return {
        explanation: `Results of ${answer.method} must say how long and for whom they may be kept, and ${missing} is absent.`,
        todo: 'The server must add it; ttlMs 0 and cacheScope private keep nothing.',
        after: resultWith(answer, { ttlMs: ttlMs ?? 0, cacheScope: cacheScope ?? 'private' }),
      };
    },
  },
};
