import { isJsonObject, isReadInPart, type JsonObject } from '../../base/json-value.ts';
import { firstMisfit } from '../../base/schema/check-schema.ts';
import { taskEnd } from '../../frame/task-end.ts';
import { TRAIT } from '../error-text.ts';
import type { ResultAnswer, ToolAnswer } from '../message.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

export const rule: RuleCheck = {
  methods: ['tasks/result', 'tasks/get'],
  traits: TRAIT.outputSchema,
  toolOk(answer, view) {
    const lack = isFinal(answer) ? lackOf(answer.tool, answer.result, view) : undefined;
    return lack === undefined ? undefined : verdict(answer, view, lack);
  },
  result(answer, view) {
    const result = resultOfTask(answer.method, answer.result);
    const tool = view.taskTools.find(answer.params);
    if (result === undefined || tool === undefined || result.isError === true) return undefined;
    const lack = lackOf(tool, result, view);
    return lack === undefined ? undefined : verdict(answer, view, lack);
  },
};

function verdict(answer: ResultAnswer, view: SessionView, lack: string): Verdict {
  return {
    evidence: [view.facts.tools.listSeq, answer.exchange?.requestSeq ?? answer.seq, answer.seq],
    values: { lack },
  };
}

/** A task or a request for input is not yet the tool's result. */
function isFinal({ params, result }: ToolAnswer): boolean {
  if (isJsonObject(params) && params.task !== undefined) return false;
  return result.resultType === undefined || result.resultType === 'complete';
}

function lackOf(tool: string, result: JsonObject, view: SessionView): string | undefined {
  const schema = view.facts.tools.find(tool)?.outputSchema;
  if (schema === undefined) return undefined;
  if (result.structuredContent === undefined)
    return isReadInPart(result) ? undefined : 'structuredContent is missing';
  const misfit = firstMisfit(schema, result.structuredContent);
  return misfit === undefined ? undefined : `${misfit.place} does not fit: ${misfit.message}`;
}

/** The result of a task's call, in an answer about the task; undefined if it has none. */
function resultOfTask(method: string, answer: JsonObject): JsonObject | undefined {
  if (method === 'tasks/result') return answer;
  const end = taskEnd(method, answer);
  return end?.kind === 'result' && isJsonObject(end.result) ? end.result : undefined;
}
