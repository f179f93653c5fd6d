import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import { assertNever, err, ok, type Result } from '../../../app/base/result.ts';
import type { ServerRequest } from '../../../app/contract/session-info.ts';
import { ELICITATION_CREATE, ROOTS_LIST, SAMPLING_CREATE_MESSAGE } from '../../../app/protocol/methods.ts';
import type { ServerRequestAnswer } from '../../../app/protocol/server-request.ts';
import type { SessionSettings } from '../../../app/protocol/session-settings.ts';
import { startArguments } from '../../ui/forms/form-value.ts';
import { jsonFaultText } from '../../ui/forms/json-fault.ts';
import { type CallDraft, readObject, writtenArguments } from './call-draft.ts';

/** How the user writes an answer: in a form, the form's value as JSON, a whole result, or an error. */
export type ServerRequestWay = 'form' | 'json' | 'result' | 'error';

/** A JSON object as it is typed, and its last value that could be read. */
export type JsonDraft = Pick<CallDraft, 'text' | 'kept'>;

export type ErrorDraft = { readonly code: string; readonly message: string; readonly data: string };

/** The answer to one server request as written so far. */
export type ServerRequestDraft = {
  readonly way: ServerRequestWay;
  /** What the form edits: the content of an accepted elicitation, the whole result of anything else. */
  readonly typed: JsonDraft;
  readonly result: JsonDraft | undefined;
  readonly error: ErrorDraft;
};

/** What an elicitation wants: values, or a visit; the mode is left out by servers up to 2025-06-18. */
export type ServerRequestShape = 'values' | 'visit' | 'message' | 'roots' | 'nothing';

export function serverRequestShape({
  method,
  params,
}: Pick<ServerRequest, 'method' | 'params'>): ServerRequestShape {
  switch (method) {
    case ELICITATION_CREATE:
      return stringAt(params, 'mode') === 'url' ? 'visit' : 'values';
    case SAMPLING_CREATE_MESSAGE:
      return 'message';
    case ROOTS_LIST:
      return 'roots';
    case 'ping':
      return 'nothing';
    default:
      return assertNever(method);
  }
}

/** The draft of a server request without any answer yet. */
export function firstServerRequestDraft(
  serverRequest: Pick<ServerRequest, 'method' | 'params'>,
  roots: SessionSettings['roots'],
): ServerRequestDraft {
  return {
    way: 'form',
    typed: writtenArguments(startOf(serverRequest, roots)),
    result: undefined,
    error: { code: '-32603', message: 'Internal error', data: '' },
  };
}

function startOf(
  serverRequest: Pick<ServerRequest, 'method' | 'params'>,
  roots: SessionSettings['roots'],
): JsonObject {
  switch (serverRequestShape(serverRequest)) {
    case 'values':
      return startArguments(serverRequest.params.requestedSchema);
    case 'message':
      return startSampling(serverRequest.params);
    case 'roots':
      return { roots };
    case 'visit':
    case 'nothing':
      return {};
  }
}

/** The ways to answer a server request; only values have a JSON beside the whole result. */
export function waysOf(shape: ServerRequestShape): readonly ServerRequestWay[] {
  return shape === 'values' ? ['form', 'json', 'result', 'error'] : ['form', 'result', 'error'];
}

/** The whole result as a draft: what was typed there, else what the form makes. */
export function resultDraft(shape: ServerRequestShape, draft: ServerRequestDraft): JsonDraft {
  if (shape === 'values' || shape === 'visit') {
    return draft.result ?? writtenArguments(acceptedResult(shape, draft.typed.kept));
  }
  return draft.typed;
}

/** The draft with another whole result; if the form edits the same, both change. */
export function withResult(
  shape: ServerRequestShape,
  draft: ServerRequestDraft,
  result: JsonDraft,
): ServerRequestDraft {
  return shape === 'values' || shape === 'visit' ? { ...draft, result } : { ...draft, typed: result };
}

/** The answer as it would go out, or a sentence on what cannot be sent. */
export function answerOfDraft(
  shape: ServerRequestShape,
  draft: ServerRequestDraft,
): Result<ServerRequestAnswer> {
  if (draft.way === 'error') return errorAnswer(draft.error);
  const written = draft.way === 'result' ? resultDraft(shape, draft) : draft.typed;
  const value = readObject(written.text);
  if (!value.ok) return value;
  const whole = draft.way === 'result' ? value.value : acceptedResult(shape, value.value);
  return ok({ kind: 'result', result: { ...whole } });
}

/** 2025-11-25, client/elicitation: only an accepted form has content. */
function acceptedResult(shape: ServerRequestShape, typed: JsonObject): JsonObject {
  if (shape === 'values') return { action: 'accept', content: typed };
  return shape === 'visit' ? { action: 'accept' } : typed;
}

/** A typed error as an answer, or a sentence on what cannot be sent. */
export function errorAnswer({ code, message, data }: ErrorDraft): Result<ServerRequestAnswer> {
  const number = Number(code);
  if (code.trim() === '' || !Number.isFinite(number))
    return err('The code must be a number, such as -32603.');
  if (data.trim() === '') return ok({ kind: 'error', code: number, message });
  const fault = jsonFaultText(data);
  if (fault !== '') return err(`The data is not JSON. ${fault}.`);
  return ok({ kind: 'error', code: number, message, data: JSON.parse(data) });
}

/** A draft that says what a kept answer says. */
export function draftOfAnswer(
  shape: ServerRequestShape,
  draft: ServerRequestDraft,
  answer: ServerRequestAnswer,
): ServerRequestDraft {
  if (answer.kind === 'error') {
    const { code, message, data } = answer;
    const text = data === undefined ? '' : JSON.stringify(data, null, 2);
    return { ...draft, way: 'error', error: { code: String(code), message, data: text } };
  }
  if (answer.kind !== 'result') return draft;
  const { action, content, ...others } = answer.result;
  const byForm = shape === 'values' && action === 'accept' && isJsonObject(content);
  if (byForm && Object.keys(others).length === 0) {
    return { ...draft, way: 'form', typed: writtenArguments(content), result: undefined };
  }
  const way = shape === 'message' || shape === 'roots' ? 'form' : 'result';
  return { ...withResult(shape, draft, writtenArguments(answer.result)), way };
}

/** A tool that a model may use in its answer (2025-11-25, client/sampling, tools). */
export type SamplingTool = { readonly name: string; readonly inputSchema: unknown };

/** What the form can show of a result's content; anything else is edited as JSON. */
type SamplingContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly id: string; readonly name: string; readonly input: JsonObject }
  | { readonly kind: 'other' };

export const STOP_REASONS = ['endTurn', 'stopSequence', 'maxTokens', 'toolUse'] as const;

/** A result to begin with: an empty text of the model that the server would like best. */
function startSampling(params: JsonObject): JsonObject {
  const preferences = params.modelPreferences;
  const hints = isJsonObject(preferences) && Array.isArray(preferences.hints) ? preferences.hints : [];
  return {
    role: 'assistant',
    content: { type: 'text', text: '' },
    model: stringAt(hints[0], 'name') ?? 'answered-by-hand',
    stopReason: 'endTurn',
  };
}

/** The tools of a request, without what has no name. */
export function samplingTools({ tools }: JsonObject): SamplingTool[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) => {
    const name = stringAt(tool, 'name');
    return name === undefined || !isJsonObject(tool) ? [] : [{ name, inputSchema: tool.inputSchema ?? {} }];
  });
}

export function readContent(content: unknown): SamplingContent {
  const [only, ...more]: unknown[] = Array.isArray(content) ? content : [content];
  if (!isJsonObject(only) || more.length > 0) return { kind: 'other' };
  if (only.type === 'text' && typeof only.text === 'string') return { kind: 'text', text: only.text };
  if (only.type !== 'tool_use' || !isJsonObject(only.input)) return { kind: 'other' };
  return {
    kind: 'tool',
    id: stringAt(only, 'id') ?? '',
    name: stringAt(only, 'name') ?? '',
    input: only.input,
  };
}

/** A result whose content is a text; what else it says stays. */
export function withTextContent(result: JsonObject, text: string): JsonObject {
  const stopReason = result.stopReason === 'toolUse' ? 'endTurn' : result.stopReason;
  return { ...result, content: { type: 'text', text }, ...(stopReason === undefined ? {} : { stopReason }) };
}

/** A result in which the model uses a tool; such a result stops because of it. */
export function withToolContent(result: JsonObject, id: string, name: string, input: JsonObject): JsonObject {
  return { ...result, content: [{ type: 'tool_use', id, name, input }], stopReason: 'toolUse' };
}
