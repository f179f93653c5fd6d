import { OF_MCP_TS_CORE, type RuleCheck } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

const MIN_WORDS = 5;

export const rule: RuleCheck = {
  ...OF_MCP_TS_CORE,
  toolError({ structuredError }) {
    const hint = structuredError?.hint.trim() ?? '';
    if (hint === '' || hint.slice(0, 1000).split(/\s+/).length >= MIN_WORDS) return undefined;
    return {
      values: { hint: JSON.stringify(hint.slice(0, 80)) },
      before: wireExcerpt({ error: { data: { recovery: { hint } } } }),
    };
  },
};
