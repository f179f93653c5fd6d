import { mcpTsCoreRule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

const MIN_WORDS = 5;

export const rule = mcpTsCoreRule({
  title: 'Recovery hint shorter than five words',
  source: 'mcp-ts-core, lint rule error-contract-recovery-min-words',
  severity: 'advice',
  toolError({ structuredError }) {
    const hint = structuredError?.hint.trim() ?? '';
    if (hint === '' || hint.slice(0, 1000).split(/\s+/).length >= MIN_WORDS) return undefined;
    return {
      explanation: `The recovery hint ${JSON.stringify(hint.slice(0, 80))} is too short to name a next step.`,
      todo: `The server's author should say in a sentence what the model has to do.`,
      before: wireExcerpt({ error: { data: { recovery: { hint } } } }),
    };
  },
});
