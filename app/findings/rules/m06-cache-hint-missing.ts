import { changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
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
    // Client 2.4.0 still reads the answer to server/discover.
    return {
      case: answer.method === 'server/discover' ? 'read' : 'thrown',
      values: { method: answer.method, lack },
      after: changed({ ttlMs: lasting ? ttlMs : 0, cacheScope: scoped ? cacheScope : 'private' }),
    };
  },
};
