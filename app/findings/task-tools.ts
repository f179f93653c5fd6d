import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { createdTask, taskEnd } from '../frame/task-end.ts';

/** A server that never ends its tasks must not fill the memory. */
const MAX_KEPT = 1000;

/** Which tool a task carries out, by the task's id. */
export class TaskTools {
  readonly #tools = new Map<string, string>();

  /** Takes the result of a `tools/call`, which may be a task. */
  learn(params: unknown, result: JsonObject): void {
    const taskId = stringAt(createdTask(result), 'taskId');
    const tool = stringAt(params, 'name');
    if (taskId === undefined || tool === undefined) return;
    const [oldest] = this.#tools.keys();
    if (oldest !== undefined && this.#tools.size >= MAX_KEPT) this.#tools.delete(oldest);
    this.#tools.set(taskId, tool);
  }

  /** The tool of the task that a request names; undefined if its call was not seen. */
  find(params: unknown): string | undefined {
    return this.#tools.get(stringAt(params, 'taskId') ?? '');
  }

  clear(): void {
    this.#tools.clear();
  }
}

/** What the call of a task came to, in an answer about the task; undefined if it holds no result. */
export function resultOfTask(method: string, answer: JsonObject): JsonObject | undefined {
  if (method === 'tasks/result') return answer;
  const end = taskEnd(method, answer);
  return end?.kind === 'result' && isJsonObject(end.result) ? end.result : undefined;
}
