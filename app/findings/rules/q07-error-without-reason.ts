import { OF_MCP_TS_CORE, type RuleCheck, type Verdict } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule: RuleCheck = {
  ...OF_MCP_TS_CORE,
  toolError({ structuredError }) {
    if (structuredError === undefined) return undefined;
    const { code, message, data } = structuredError;
    if (data?.reason !== undefined) return undefined;
    return lacking({ code, message, ...(data === undefined ? {} : { data }) });
  },
};

function lacking(error: {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}): Verdict {
  return { values: { code: error.code }, before: () => wireExcerpt({ error }) };
}
