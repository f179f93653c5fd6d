import { changed } from '../repair.ts';
import { revisionRule, statelessOnly } from '../rule.ts';

export const rule = revisionRule({
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
  result(answer) {
    const { ttlMs, cacheScope, resultType } = answer.result;
    if (resultType === 'input_required') return undefined;
    const lasting = Number.isSafeInteger(ttlMs) && Number(ttlMs) >= 0;
    const scoped = cacheScope === 'public' || cacheScope === 'private';
    if (lasting && scoped) return undefined;
    const lack = lasting ? 'cacheScope' : scoped ? 'ttlMs' : 'ttlMs and cacheScope';
    // Client 2.4.0 reads the answer to server/discover all the same.
    const thrown = answer.method === 'server/discover' ? '' : '; the official client throws it away';
    return {
      explanation: `A result of ${answer.method} must say how long and for whom it may be kept, and this one lacks a right ${lack}${thrown}.`,
      todo: `The server must set ${lack}; ttlMs 0 and cacheScope private keep nothing.`,
      after: changed({
        ttlMs: lasting ? ttlMs : 0,
        cacheScope: scoped ? cacheScope : 'private',
      }),
    };
  },
});
