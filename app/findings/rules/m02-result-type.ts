import { isJsonObject, jsonText } from '../../base/json-value.ts';
import { methodFacts } from '../../protocol/methods.ts';
import { changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

export const rule: RuleCheck = {
  result(answer, view) {
    const type = answer.result.resultType;
    // Methods that the revision removed, such as initialize, follow an earlier revision.
    if (methodFacts(answer.method)?.until !== undefined) return undefined;
    // "task" has its own rule.
    if (type === 'complete' || type === 'input_required' || type === 'task') return undefined;
    if (answer.sender !== 'server-to-client' || (typeof type === 'string' && hasExtensions(view)))
      return undefined;
    return {
      case: type === undefined ? 'missing' : 'undefined',
      values: { method: answer.method.slice(0, 80), type: jsonText(type).slice(0, 60) },
      after: changed({ resultType: 'complete' }),
    };
  },
};

/** An extension may define its own types, but its declaration does not say which. */
function hasExtensions(view: SessionView): boolean {
  const extensions = view.facts.serverCapabilities?.extensions;
  return isJsonObject(extensions) && Object.keys(extensions).length > 0;
}
