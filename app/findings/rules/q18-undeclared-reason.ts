import { declaredReasons, failedReason } from '../../codes/structured-error.ts';
import { mcpTsCoreRule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

/** This many declared reasons are named. */
const NAMED = 6;

export const rule = mcpTsCoreRule({
  title: 'A tool fails with a reason that it does not declare',
  source: 'mcp-ts-core 0.12.3, createFail and toolErrorEnvelopeSchema',
  severity: 'advice',
  toolError({ tool, result, structuredError }, view) {
    const failed = failedReason(result);
    if (failed === undefined || structuredError === undefined) return undefined;
    const { reason, refused } = failed;
    const { code, message, data } = structuredError;
    const before = wireExcerpt({ error: { code, message, ...(data === undefined ? {} : { data }) } });
    if (refused) {
      return {
        explanation: `The tool ${tool} called ctx.fail with the reason "${reason}", which its contract lacks, so the framework answered ${code} in place of the failure that was meant.`,
        todo: "The server's author must declare the reason in errors[], or correct its spelling.",
        before,
      };
    }
    const declared = declaredReasons({ outputSchema: view.facts.tools.find(tool)?.outputSchema });
    if (declared === undefined || declared.some((one) => one.reason === reason)) return undefined;
    if (!view.firstTime(`Q18 ${tool} ${reason}`)) return undefined;
    return {
      explanation: `The tool ${tool} failed with the reason "${reason}", and declares ${listOf(declared)}.`,
      todo: "The server's author should declare the reason if the tool itself raises it; one of a lower layer may stay.",
      before,
      certainty: 'likely',
    };
  },
});

function listOf(declared: readonly { readonly reason: string }[]): string {
  if (declared.length === 0) return 'none';
  const names = declared.slice(0, NAMED).map(({ reason }) => `"${reason}"`);
  const more = declared.length - names.length;
  return `only ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
