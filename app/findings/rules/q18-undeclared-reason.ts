import { firstTexts } from '../../base/wrapped-text.ts';
import { declaredReasons, failedReason } from '../../codes/structured-error.ts';
import { OF_MCP_TS_CORE, type RuleCheck } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

const NAMED = 6;

export const rule: RuleCheck = {
  ...OF_MCP_TS_CORE,
  toolError({ tool, result, structuredError }, view) {
    const failed = failedReason(result);
    if (failed === undefined || structuredError === undefined) return undefined;
    const { reason, refused } = failed;
    const { code, message, data } = structuredError;
    const before = wireExcerpt({ error: { code, message, ...(data === undefined ? {} : { data }) } });
    if (refused) return { case: 'refused', values: { tool, reason, code }, before };
    const declared = declaredReasons({ outputSchema: view.facts.tools.find(tool)?.outputSchema });
    if (declared === undefined || declared.some((one) => one.reason === reason)) return undefined;
    if (!view.firstTime(`Q18 ${tool} ${reason}`)) return undefined;
    return {
      case: declared.length === 0 ? 'undeclared.none' : 'undeclared',
      values: { tool, reason, declared: listOf(declared) },
      before,
    };
  },
};

function listOf(declared: readonly { readonly reason: string }[]): string {
  return firstTexts(
    declared.map(({ reason }) => `"${reason}"`),
    NAMED,
  );
}
