import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';

export type InputRequest = { readonly key: string; readonly method: string; readonly params: JsonObject };

/** An `input_required` result (2026-07-28, mrtr.mdx); `state` must be echoed unchanged. */
export type InputRequired = { readonly requests: readonly InputRequest[]; readonly state: unknown };

/** More rounds than this count as a loop, as in client 2.4.0 (`inputRequired.maxRounds`). */
export const MAX_ROUNDS = 10;

/** Reads a result that asks for input; undefined for any other result. */
export function readInputRequired(result: unknown): InputRequired | undefined {
  if (!isJsonObject(result) || result.resultType !== 'input_required') return undefined;
  return { requests: inputRequestsIn(result.inputRequests), state: result.requestState };
}

/** The members of `inputRequests` in a result or task; empty if it is not an object. */
export function inputRequestsIn(inputRequests: unknown): readonly InputRequest[] {
  const requests = isJsonObject(inputRequests) ? Object.entries(inputRequests) : [];
  return requests.map(([key, request]) => ({
    key,
    method: stringAt(request, 'method') ?? '',
    params: isJsonObject(request) && isJsonObject(request.params) ? request.params : {},
  }));
}

/** The params of the retry: those of the first request, plus the answers by key and the state. */
export function retryParams(
  params: JsonObject,
  responses: ReadonlyMap<string, JsonObject>,
  state: unknown,
): JsonObject {
  return {
    ...params,
    ...(responses.size === 0 ? {} : { inputResponses: Object.fromEntries(responses) }),
    ...(state === undefined ? {} : { requestState: state }),
  };
}
