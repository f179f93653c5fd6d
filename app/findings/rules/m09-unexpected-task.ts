import { isJsonObject } from '../../base/json-value.ts';
import { TASKS_EXTENSION } from '../../protocol/meta-keys.ts';
import { asError } from '../repair.ts';
import { revisionRule, statelessOnly } from '../rule.ts';

export const rule = revisionRule({
  title: 'A task for a client that does not know tasks',
  source: 'MCP extension io.modelcontextprotocol/tasks, tasks.md:61',
  severity: statelessOnly('violation'),
  reaction: true,
  result(answer, view) {
    if (answer.result.resultType !== 'task') return undefined;
    const declared = view.facts.capabilitiesFor(answer.exchange);
    if (declared === undefined) return undefined;
    const extensions = isJsonObject(declared.extensions) ? declared.extensions : {};
    if (TASKS_EXTENSION in extensions) return undefined;
    return {
      explanation:
        'The server answered with a task, and the request did not declare the tasks extension, so the client cannot follow it.',
      todo: 'The server must finish the work within the call, or answer with error -32021.',
      after: asError(-32021, 'Missing required client capability', {
        requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
      }),
    };
  },
});
