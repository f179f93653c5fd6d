import { OF_MCP_TS_CORE, type RuleCheck } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule: RuleCheck = {
  ...OF_MCP_TS_CORE,
  toolError({ structuredError }) {
    const reason = structuredError?.data?.reason;
    if (typeof reason !== 'string' || /^[a-z][a-z0-9_]*$/.test(reason)) return undefined;
    return {
      values: { reason: JSON.stringify(reason.slice(0, 60)) },
      before: wireExcerpt({ error: { data: { reason } } }),
      after: wireExcerpt({ error: { data: { reason: snakeCase(reason) } } }),
      repair: {
        kind: 'members',
        changes: [{ path: ['structuredContent', 'error', 'data', 'reason'], value: snakeCase(reason) }],
      },
    };
  },
};

function snakeCase(reason: string): string {
  const words = reason
    .slice(0, 60)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '');
  return words === '' ? 'reason' : words;
}
