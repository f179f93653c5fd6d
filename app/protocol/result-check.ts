import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { inputRequestsIn } from './input-required.ts';
import { RELATED_TASK_KEY } from './meta-keys.ts';
import { ELICITATION_CREATE, methodFacts, ROOTS_LIST, SAMPLING_CREATE_MESSAGE } from './methods.ts';
import { CREATED_TASK, resultShape } from './result-shapes.ts';
import { isStateless, type Revision } from './revisions.ts';
import {
  type Found,
  faultOf,
  inside,
  misfit,
  missing,
  type Reading,
  type ResultFault,
  wrong,
} from './shape-misfit.ts';

type ResultContext = {
  readonly method: string;
  readonly revision: Revision;
  /** True if the request asked for a task (2025-11-25). */
  readonly taskAsked: boolean;
  /** True if an extension that both sides may support can define its own `resultType`. */
  readonly extended: boolean;
};

/** The methods that return tool results. */
export const TOOL_RESULTS: readonly string[] = ['tools/call', 'tasks/result'];
/** With one of these, clients do not default a missing `content` to empty (client 2.4.0, codec of 2025-11-25). */
const OTHER_FAMILIES = ['task', 'inputRequests', 'requestState'];
const INPUT_METHODS: readonly string[] = [ELICITATION_CREATE, SAMPLING_CREATE_MESSAGE, ROOTS_LIST];

/** True if a result of `method` reports a tool failure; an empty method means unknown. */
export function isToolError(method: string, result: unknown): result is JsonObject {
  if (!isJsonObject(result) || result.isError !== true) return false;
  return method === '' || TOOL_RESULTS.includes(method);
}

/** No more faulty items than this are collected. */
const MAX_OTHERS = 1000;

/** The first fault in a result and those of the other items in its list; undefined if there is none. */
export function resultFault(result: unknown, context: ResultContext): ResultFault | undefined {
  const first = firstFault(result, context);
  const [list, index] = first?.path ?? [];
  const items = isJsonObject(result) && typeof list === 'string' ? result[list] : undefined;
  if (first === undefined || list === undefined || typeof index !== 'number' || !Array.isArray(items))
    return first;
  const others: ResultFault[] = [];
  for (let at = index + 1; at < items.length && others.length < MAX_OTHERS; at += 1) {
    const fault = firstFault({ ...Object(result), [list]: [items[at]] }, context);
    if (fault?.client !== first.client || fault.path[0] !== list || fault.path[1] !== 0) continue;
    others.push({ ...fault, path: [list, at, ...fault.path.slice(2)], item: nameOf(items[at]) });
  }
  return { ...first, item: nameOf(items[index]), others };
}

function nameOf(item: unknown): string {
  return stringAt(item, 'name') ?? stringAt(item, 'uri') ?? '';
}

function firstFault(result: unknown, context: ResultContext): ResultFault | undefined {
  if (!isJsonObject(result)) return faultOf(wrong(result, 'object'), 'waits');
  const meta = result._meta === undefined ? undefined : metaFault(result._meta, context.revision);
  if (meta !== undefined) return faultOf(meta, 'waits');
  const lenient: Reading = { revision: context.revision, strict: false, passed: false };
  const found = read(result, context, lenient);
  if (found !== undefined) return faultOf(found, 'throws');
  if (!lenient.passed) return undefined;
  const passed = read(result, context, { ...lenient, strict: true });
  return passed === undefined ? undefined : faultOf(passed, 'takes');
}

function read(result: JsonObject, context: ResultContext, reading: Reading): Found | undefined {
  if (isStateless(context.revision)) return statelessFault(result, context, reading);
  return handshakeFault(result, context, reading);
}

/** `RequestMetaSchema` of client 1.x, which also applies to results. */
function metaFault(meta: unknown, revision: Revision): Found | undefined {
  if (!isJsonObject(meta)) return inside('_meta', { ...wrong(meta, 'object'), optional: true });
  if (isStateless(revision)) return undefined;
  const { progressToken: token, [RELATED_TASK_KEY]: task } = meta;
  if (token !== undefined && typeof token !== 'string' && !Number.isSafeInteger(token)) {
    return inside('_meta', inside('progressToken', wrong(token, 'text')));
  }
  if (task === undefined || (isJsonObject(task) && typeof task.taskId === 'string')) return undefined;
  return inside('_meta', inside(RELATED_TASK_KEY, wrong(task, 'object')));
}

function handshakeFault(result: JsonObject, context: ResultContext, reading: Reading): Found | undefined {
  const { method, taskAsked } = context;
  if (taskAsked && result.task !== undefined) return misfit(CREATED_TASK, result, reading);
  // If the revision is unknown, the tasks may be those of 2025-11-25 or of the extension.
  if (context.revision === 'unknown' && method.startsWith('tasks/')) return undefined;
  const shape = resultShape(TOOL_RESULTS.includes(method) ? 'tools/call' : method, 'initialize');
  if (shape === undefined) return undefined;
  if (method === 'tools/call' && result.content === undefined) {
    if (OTHER_FAMILIES.some((name) => name in result))
      return missing('content', { kind: 'list', of: 'any', most: 0 });
  }
  return misfit(shape, result, reading);
}

function statelessFault(result: JsonObject, context: ResultContext, reading: Reading): Found | undefined {
  // Clients cannot send a method that the revision removed, so nothing defines how they would read its result.
  if (methodFacts(context.method)?.until !== undefined) return undefined;
  const type = result.resultType;
  if (type === undefined) return missing('resultType', 'text');
  if (typeof type !== 'string') return inside('resultType', wrong(type, 'text'));
  if (type === 'input_required') return inputFault(result);
  if (type !== 'complete') {
    if (context.extended) return undefined;
    return inside('resultType', wrong(type, { kind: 'one-of', texts: ['complete', 'input_required'] }));
  }
  const shape = resultShape(context.method, 'modern');
  return shape === undefined ? undefined : misfit(shape, result, reading);
}

/** Checks an `input_required` result (2026-07-28, basic/patterns/mrtr) like client 2.4.0 before it calls a handler. */
function inputFault(result: JsonObject): Found | undefined {
  const requests = inputRequestsIn(result.inputRequests);
  if (requests.length === 0 && typeof result.requestState !== 'string')
    return missing('inputRequests', 'object');
  for (const { key, method } of requests) {
    if (INPUT_METHODS.includes(method)) continue;
    const found =
      method === ''
        ? missing('method', 'text')
        : inside('method', wrong(method, { kind: 'one-of', texts: INPUT_METHODS }));
    return inside('inputRequests', inside(key, found));
  }
  return undefined;
}
