import { isJsonObject, stringAt } from '../base/json-value.ts';
import { ELICITATION_CREATE, SUBSCRIPTIONS_LISTEN } from '../protocol/methods.ts';

/** The target of a call: the tool, prompt or URI; empty if the method has none. */
export function targetOf(method: string, params: unknown): string {
  const target = wholeTarget(method, params);
  return target.length > TARGET_CHARS ? `${target.slice(0, TARGET_CHARS)}…` : target;
}

/** A data URI may contain a whole file; a row only names it, the frame has all of it. */
const TARGET_CHARS = 500;

function wholeTarget(method: string, params: unknown): string {
  if (!isJsonObject(params)) return '';
  switch (method) {
    case 'tools/call':
    case 'prompts/get':
      return stringAt(params, 'name') ?? '';
    case 'resources/read':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
    case 'notifications/resources/updated':
      return stringAt(params, 'uri') ?? '';
    case 'completion/complete':
      return stringAt(params.argument, 'name') ?? '';
    case 'initialize':
      return stringAt(params.clientInfo, 'name') ?? '';
    case 'logging/setLevel':
      return stringAt(params, 'level') ?? '';
    case 'notifications/message':
      return stringAt(params, 'logger') ?? stringAt(params, 'level') ?? '';
    case 'notifications/progress':
      return scalar(params.progressToken);
    case 'notifications/cancelled':
      return scalar(params.requestId);
    case 'tasks/get':
    case 'tasks/result':
    case 'tasks/update':
    case 'tasks/cancel':
    case 'notifications/tasks':
    case 'notifications/tasks/status':
      return stringAt(params, 'taskId') ?? '';
    case SUBSCRIPTIONS_LISTEN:
      return listenedTo(params.notifications);
    case ELICITATION_CREATE:
      return stringAt(params, 'mode') ?? 'form';
    default:
      return stringAt(params, 'name') ?? stringAt(params, 'uri') ?? '';
  }
}

function listenedTo(filter: unknown): string {
  if (!isJsonObject(filter)) return '';
  const lists = ['tools', 'prompts', 'resources'].filter((list) => filter[`${list}ListChanged`] === true);
  const named = [filter.resourceSubscriptions, filter.taskIds].flat();
  return [...lists, ...named.filter((name) => typeof name === 'string')].join(', ');
}

function scalar(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
