import { isJsonObject, jsonText } from '../../base/json-value.ts';
import { changed } from '../repair.ts';
import { revisionRule, statelessOnly } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

export const rule = revisionRule({
  title: 'resultType missing or unknown',
  source: 'MCP 2026-07-28, basic/index.mdx:73-85',
  severity: statelessOnly('violation'),
  result(answer, view) {
    const type = answer.result.resultType;
    // "task" has a rule of its own.
    if (type === 'complete' || type === 'input_required' || type === 'task') return undefined;
    if (answer.sender !== 'server-to-client' || (typeof type === 'string' && hasExtensions(view)))
      return undefined;
    return {
      explanation:
        type === undefined
          ? `The result of ${answer.method.slice(0, 80)} has no resultType, so it does not say whether it is complete, and the official client throws it away.`
          : `The result of ${answer.method.slice(0, 80)} has the type ${jsonText(type).slice(0, 60)}, which neither the specification nor a declared extension knows, so the client must take it for invalid, and the official one does.`,
      todo:
        type === undefined
          ? 'The server must put resultType into every result.'
          : 'The server must send complete or input_required.',
      after: changed({ resultType: 'complete' }),
    };
  },
});

/** An extension may define types of its own; which ones, its declaration does not say. */
function hasExtensions(view: SessionView): boolean {
  const extensions = view.facts.serverCapabilities?.extensions;
  return isJsonObject(extensions) && Object.keys(extensions).length > 0;
}
