import { randomUUID } from 'node:crypto';
import { type JsonObject, stringAt } from '../../app/base/json-value.ts';
import type { AskReply } from '../../app/protocol/ask-answer.ts';
import {
  type ClientTask,
  endOfTask,
  noSuchTask,
  taskMembers,
  taskResult,
} from '../../app/protocol/client-tasks.ts';

type Held = { task: ClientTask; reply: Promise<AskReply>; cancel(): void };

const TASK_METHODS = ['tasks/get', 'tasks/result', 'tasks/list', 'tasks/cancel'];

/** The tasks that a server gave its client: requests that a user answers while the server looks now and then. */
export class TaskDesk {
  readonly #held = new Map<string, Held>();

  /** Begins a task for a question; gives the `CreateTaskResult`. `cancel` takes the question back. */
  begin(wanted: JsonObject, answer: Promise<AskReply>, cancel: () => void): AskReply {
    const now = new Date().toISOString();
    const ttl = typeof wanted.ttl === 'number' ? wanted.ttl : null;
    const task: ClientTask = {
      taskId: randomUUID(),
      ttl,
      createdAt: now,
      status: 'working',
      lastUpdatedAt: now,
    };
    const held: Held = { task, cancel, reply: answer };
    this.#held.set(task.taskId, held);
    void answer.then((reply) => this.#end(held, endOfTask(reply)));
    return { kind: 'result', result: { task: taskMembers(task) } };
  }

  /** True for a method that this desk answers. */
  answers(method: string): boolean {
    return TASK_METHODS.includes(method) && this.#held.size > 0;
  }

  /** The answer to a task method; that of `tasks/result` comes when the user has answered. */
  async answer(method: string, params: JsonObject): Promise<AskReply> {
    if (method === 'tasks/list') {
      const tasks = [...this.#held.values()].map(({ task }) => taskMembers(task));
      return { kind: 'result', result: { tasks } };
    }
    const held = this.#held.get(stringAt(params, 'taskId') ?? '');
    if (held === undefined) return noSuchTask();
    if (method === 'tasks/result') return taskResult(held.task.taskId, await held.reply);
    if (method === 'tasks/cancel') {
      this.#end(held, 'cancelled');
      held.cancel();
    }
    return { kind: 'result', result: taskMembers(held.task) };
  }

  #end(held: Held, status: ClientTask['status'] | undefined): void {
    if (status === undefined || held.task.status !== 'working') return;
    held.task = { ...held.task, status, lastUpdatedAt: new Date().toISOString() };
  }
}
