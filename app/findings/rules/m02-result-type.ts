import { isJsonObject, jsonText } from '../../base/json-value.ts';
import { methodFacts } from '../../protocol/methods.ts';
import { changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

export const rule: RuleCheck = {
  result(answer, view) {
    const type = answer.result.resultType;
    // What the revision no longer has, such as initialize, is answered as an earlier one says.
    if (methodFacts(answer.method)?.until !== undefined) return undefined;
    // "task" has a rule of its own.
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

/** An extension may define types of its own; which ones, its declaration does not say. */
function hasExtensions(view: SessionView): boolean {
  const extensions = view.facts.serverCapabilities?.extensions;
  return isJsonObject(extensions) && Object.keys(extensions).length > 0;
}
