import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import { err, ok, type Result } from '../../../app/base/result.ts';
import type { ServerRequest } from '../../../app/contract/session-info.ts';
import { ELICITATION_CREATE, ROOTS_LIST, SAMPLING_CREATE_MESSAGE } from '../../../app/protocol/methods.ts';
import type { ServerRequestAnswer } from '../../../app/protocol/server-request.ts';
import type { SessionSettings } from '../../../app/protocol/session-settings.ts';
import { startArguments } from '../../ui/forms/form-value.ts';
import { jsonFaultText } from '../../ui/forms/json-fault.ts';
import { type CallDraft, readObject, writtenArguments } from './call-draft.ts';

/** How the user writes an answer: in a form, as JSON of the form's value, as a whole result, or as an error. */
export type ServerRequestWay = 'form' | 'json' | 'result' | 'error';

/** A JSON object as typed, and its last valid value. */
export type JsonDraft = Pick<CallDraft, 'text' | 'kept'>;

export type ErrorDraft = { readonly code: string; readonly message: string; readonly data: string };

export type ServerRequestDraft = {
  readonly way: ServerRequestWay;
  /** The value in the form: the content of an accepted elicitation, or the whole result of any other request. */
  readonly typed: JsonDraft;
  readonly result: JsonDraft | undefined;
  readonly error: ErrorDraft;
};

/** The kind of elicitation: values or a visit; servers up to 2025-06-18 omit the mode. */
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
  }
}

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

/** The ways to answer a server request; only values also have a JSON view besides the whole result. */
export function waysOf(shape: ServerRequestShape): readonly ServerRequestWay[] {
  return shape === 'values' ? ['form', 'json', 'result', 'error'] : ['form', 'result', 'error'];
}

/** The whole result as a draft: as typed, else as the form produces it. */
export function resultDraft(shape: ServerRequestShape, draft: ServerRequestDraft): JsonDraft {
  if (shape === 'values' || shape === 'visit') {
    return draft.result ?? writtenArguments(acceptedResult(shape, draft.typed.kept));
  }
  return draft.typed;
}

/** The draft with a new whole result; if the form edits the same value, it changes too. */
export function withResult(
  shape: ServerRequestShape,
  draft: ServerRequestDraft,
  result: JsonDraft,
): ServerRequestDraft {
  return shape === 'values' || shape === 'visit' ? { ...draft, result } : { ...draft, typed: result };
}

/** The answer as it would be sent, or why it cannot be sent, as a sentence. */
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

/** Only an accepted form has content (2025-11-25, client/elicitation). */
function acceptedResult(shape: ServerRequestShape, typed: JsonObject): JsonObject {
  if (shape === 'values') return { action: 'accept', content: typed };
  return shape === 'visit' ? { action: 'accept' } : typed;
}

/** A typed error as an answer, or why it cannot be sent, as a sentence. */
export function errorAnswer({ code, message, data }: ErrorDraft): Result<ServerRequestAnswer> {
  const number = Number(code);
  if (code.trim() === '' || !Number.isFinite(number))
    return err('The code must be a number, such as -32603.');
  if (data.trim() === '') return ok({ kind: 'error', code: number, message });
  const fault = jsonFaultText(data);
  if (fault !== '') return err(`The data is not JSON. ${fault}.`);
  return ok({ kind: 'error', code: number, message, data: JSON.parse(data) });
}

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

/** Content that the form can show; anything else is edited as JSON. */
type SamplingContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly id: string; readonly name: string; readonly input: JsonObject }
  | { readonly kind: 'other' };

export const STOP_REASONS = ['endTurn', 'stopSequence', 'maxTokens', 'toolUse'] as const;

/** An initial result: an empty text by the server's preferred model. */
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

/** The tools of a request; tools without a name are dropped. */
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

/** A result with text content; other members are kept. */
export function withTextContent(result: JsonObject, text: string): JsonObject {
  const stopReason = result.stopReason === 'toolUse' ? 'endTurn' : result.stopReason;
  return { ...result, content: { type: 'text', text }, ...(stopReason === undefined ? {} : { stopReason }) };
}

/** A result in which the model uses a tool, which also sets the stop reason. */
export function withToolContent(result: JsonObject, id: string, name: string, input: JsonObject): JsonObject {
  return { ...result, content: [{ type: 'tool_use', id, name, input }], stopReason: 'toolUse' };
}
