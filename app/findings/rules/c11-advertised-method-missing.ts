import { stringAt } from '../../base/json-value.ts';
import { targetOf } from '../../frame/target.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';
import { methodFacts, serverCapabilityFor } from '../../protocol/methods.ts';
import { paramsFault } from '../../protocol/params-fault.ts';
import { isStateless } from '../../protocol/revisions.ts';
import { errorTextOf, saysUnknown } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import type { RuleCheck } from '../rule.ts';

const OPTIONAL = 'resources/templates/list';

export const rule: RuleCheck = {
  reaction: true,
  codes: [-32601],
  error(answer, view) {
    const { method } = answer;
    if (answer.exchange?.sender !== 'client-to-server') return undefined;
    const path = serverCapabilityFor(method);
    if (path === undefined || !isDeclared(view.facts.serverCapabilities ?? {}, path)) return undefined;
    // 2026-07-28 removed some methods but kept their capabilities, so the answer is right.
    if (isStateless(answer.revision) && methodFacts(method)?.until !== undefined) return undefined;
    // A method that was served before exists: something else was not found.
    const named = answer.text.includes(method) || stringAt(answer.error.data, 'method') === method;
    if ((view.served.has(method) && !named) || !isAboutMethod(answer)) return undefined;
    // rmcp answers this way when it cannot read the params, which T05 reports.
    if (paramsFault(method, answer.params, view.facts) !== undefined) return undefined;
    const declared = path.join('.');
    return {
      values: { declared, method },
      ...(method === OPTIONAL
        ? { severity: 'advice', after: { kind: 'result', result: { resourceTemplates: [] } } }
        : {}),
    };
  },
};

/** False for an unknown name or URI, a tool that needs a task, or a nested method: other rules report these. */
function isAboutMethod(answer: ErrorAnswer): boolean {
  const { method, text, params, error } = answer;
  const other = stringAt(error.data, 'method');
  if ((other !== undefined && other !== method) || (method === 'tools/call' && /\btasks?\b/i.test(text)))
    return false;
  const target = targetOf(method, params);
  if (target !== '' && text.includes(target) && !text.includes(method)) return false;
  return /method/i.test(text) || text.includes(method) || !saysUnknown(errorTextOf(answer));
}
