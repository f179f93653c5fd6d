import { mcpTsCoreRule, type Verdict } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule = mcpTsCoreRule({
  title: 'Structured error without a reason',
  source: 'mcp-ts-core, ctx.fail',
  severity: 'advice',
  toolError({ structuredError }) {
    if (structuredError === undefined) return undefined;
    const { code, message, data } = structuredError;
    if (data?.reason !== undefined) return undefined;
    return lacking({ code, message, ...(data === undefined ? {} : { data }) });
  },
});

function lacking(error: {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}): Verdict {
  return {
    explanation: `The code ${error.code} names a class of errors, and data.reason, which would name this one, is absent.`,
    todo: 'The tool should fail with a reason (ctx.fail in mcp-ts-core), so that a program can tell its failures apart.',
    before: () => wireExcerpt({ error }),
  };
}
