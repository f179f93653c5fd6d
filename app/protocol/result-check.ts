import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { inputRequestsIn } from './input-required.ts';
import { RELATED_TASK_KEY } from './meta-keys.ts';
import { ELICITATION_CREATE, methodFacts, ROOTS_LIST, SAMPLING_CREATE_MESSAGE } from './methods.ts';
import { CREATED_TASK, resultShape } from './result-shapes.ts';
import { isStateless, type Revision } from './revisions.ts';
import {
  type Found,
  inside,
  misfits,
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

export const TOOL_RESULTS: readonly string[] = ['tools/call', 'tasks/result'];
/** With one of these, clients do not default a missing `content` to empty (client 2.4.0, codec of 2025-11-25). */
const OTHER_FAMILIES = ['task', 'inputRequests', 'requestState'];
const INPUT_METHODS: readonly string[] = [ELICITATION_CREATE, SAMPLING_CREATE_MESSAGE, ROOTS_LIST];

/** True if a result of `method` reports a tool failure; an empty method means unknown. */
export function isToolError(method: string, result: unknown): result is JsonObject {
  if (!isJsonObject(result) || result.isError !== true) return false;
  return method === '' || TOOL_RESULTS.includes(method);
}

/** The first fault in a result, with all others; undefined if there is none. */
export function resultFault(result: unknown, context: ResultContext): ResultFault | undefined {
  const { faults, client } = faultsOf(result, context);
  const [first, ...others] = faults.map((one) =>
    named({ ...one, path: one.path.toReversed(), client, item: '', others: [] }, result),
  );
  return first === undefined ? undefined : { ...first, others };
}

function named(fault: ResultFault, result: unknown): ResultFault {
  const [list, index] = fault.path;
  const items = isJsonObject(result) && typeof list === 'string' ? result[list] : undefined;
  const item: unknown = Array.isArray(items) && typeof index === 'number' ? items[index] : undefined;
  return { ...fault, item: stringAt(item, 'name') ?? stringAt(item, 'uri') ?? '' };
}

type Faults = { readonly faults: readonly Found[]; readonly client: ResultFault['client'] };

function faultsOf(result: unknown, context: ResultContext): Faults {
  if (!isJsonObject(result)) return { faults: [wrong(result, 'object')], client: 'waits' };
  const meta = result._meta === undefined ? undefined : metaFault(result._meta, context.revision);
  if (meta !== undefined) return { faults: [meta], client: 'waits' };
  const lenient: Reading = { revision: context.revision, strict: false, passed: false };
  const faults = read(result, context, lenient);
  if (faults.length > 0 || !lenient.passed) return { faults, client: 'throws' };
  return { faults: read(result, context, { ...lenient, strict: true }), client: 'takes' };
}

function read(result: JsonObject, context: ResultContext, reading: Reading): readonly Found[] {
  if (isStateless(context.revision)) return statelessFaults(result, context, reading);
  return handshakeFaults(result, context, reading);
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

function handshakeFaults(result: JsonObject, context: ResultContext, reading: Reading): readonly Found[] {
  const { method, taskAsked } = context;
  if (taskAsked && result.task !== undefined) return misfits(CREATED_TASK, result, reading);
  // If the revision is unknown, the tasks may be those of 2025-11-25 or of the extension.
  if (context.revision === 'unknown' && method.startsWith('tasks/')) return [];
  const shape = resultShape(TOOL_RESULTS.includes(method) ? 'tools/call' : method, 'initialize');
  if (shape === undefined) return [];
  if (method === 'tools/call' && result.content === undefined) {
    if (OTHER_FAMILIES.some((name) => name in result))
      return [missing('content', { kind: 'list', of: 'any', most: 0 })];
  }
  return misfits(shape, result, reading);
}

function statelessFaults(result: JsonObject, context: ResultContext, reading: Reading): readonly Found[] {
  // Clients cannot send a method that the revision removed, so nothing defines how they would read its result.
  if (methodFacts(context.method)?.until !== undefined) return [];
  const type = result.resultType;
  if (type === undefined) return [missing('resultType', 'text')];
  if (typeof type !== 'string') return [inside('resultType', wrong(type, 'text'))];
  if (type === 'input_required') return inputFaults(result);
  if (type !== 'complete') {
    if (context.extended) return [];
    return [inside('resultType', wrong(type, { kind: 'one-of', texts: ['complete', 'input_required'] }))];
  }
  const shape = resultShape(context.method, 'modern');
  return shape === undefined ? [] : misfits(shape, result, reading);
}

/** Checks an `input_required` result (2026-07-28, basic/patterns/mrtr) like client 2.4.0 before it calls a handler. */
function inputFaults(result: JsonObject): readonly Found[] {
  const requests = inputRequestsIn(result.inputRequests);
  if (requests.length === 0 && typeof result.requestState !== 'string')
    return [missing('inputRequests', 'object')];
  return requests.flatMap(({ key, method }) => {
    if (INPUT_METHODS.includes(method)) return [];
    const found =
      method === ''
        ? missing('method', 'text')
        : inside('method', wrong(method, { kind: 'one-of', texts: INPUT_METHODS }));
    return inside('inputRequests', inside(key, found));
  });
}
