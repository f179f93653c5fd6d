import { z } from 'zod';
import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import {
  clientCapabilityFor,
  ELICITATION_CREATE,
  ROOTS_LIST,
  SAMPLING_CREATE_MESSAGE,
  type ServerRequestMethod,
} from './methods.ts';

const jsonObject = z.record(z.string(), z.unknown());
const errorParts = {
  code: z.number(),
  message: z.string().max(65_536),
  data: z.unknown().optional(),
};

/** A user's answer to a server request: sampling, elicitation, roots or ping. */
export const serverRequestAnswerSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('result'), result: jsonObject }),
  z.strictObject({ kind: z.literal('decline') }),
  z.strictObject({ kind: z.literal('cancel') }),
  z.strictObject({ kind: z.literal('error'), ...errorParts }),
  /** Never answers; the server waits until it gives up. */
  z.strictObject({ kind: z.literal('silent') }),
]);

/** How a session answers server requests automatically; `ask` waits for the user. */
export const answerPolicySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ask') }),
  z.strictObject({ kind: z.literal('decline') }),
  /** Without a result: the session's roots for `roots/list`, an empty object for `ping`; else the user decides. */
  z.strictObject({ kind: z.literal('canned'), result: jsonObject.optional() }),
  z.strictObject({ kind: z.literal('error'), ...errorParts }),
  z.strictObject({ kind: z.literal('silent') }),
]);

export type ServerRequestAnswer = z.infer<typeof serverRequestAnswerSchema>;
export type AnswerPolicy = z.infer<typeof answerPolicySchema>;

export type ServerRequestReply =
  | { readonly kind: 'result'; readonly result: { readonly [key: string]: unknown } }
  | { readonly kind: 'error'; readonly error: { code: number; message: string; data?: unknown } }
  | { readonly kind: 'nothing' };

/** The answer by policy; undefined if the user must decide. `roots` is the session's list. */
export function answerByPolicy(
  method: ServerRequestMethod,
  policy: AnswerPolicy,
  roots: readonly { readonly uri: string; readonly name?: string | undefined }[],
): ServerRequestAnswer | undefined {
  switch (policy.kind) {
    case 'ask':
      return undefined;
    case 'canned':
      if (policy.result !== undefined) return { kind: 'result', result: policy.result };
      if (method === ROOTS_LIST) return { kind: 'result', result: { roots } };
      return method === 'ping' ? { kind: 'result', result: {} } : undefined;
    case 'decline':
    case 'error':
    case 'silent':
      return policy;
  }
}

/** Converts an answer to the response form of its method. */
export function replyTo(method: ServerRequestMethod, answer: ServerRequestAnswer): ServerRequestReply {
  switch (answer.kind) {
    case 'result':
      return { kind: 'result', result: answer.result };
    case 'decline':
    case 'cancel':
      return refusal(method, answer.kind);
    case 'error': {
      const { code, message, data } = answer;
      return { kind: 'error', error: data === undefined ? { code, message } : { code, message, data } };
    }
    case 'silent':
      return { kind: 'nothing' };
  }
}

/** 2025-11-25: elicitation.mdx has actions; sampling.mdx refuses with -1, roots.mdx with -32601. */
const REFUSALS = {
  [SAMPLING_CREATE_MESSAGE]: { code: -1, message: 'User rejected sampling request' },
  [ROOTS_LIST]: { code: -32601, message: 'Roots not supported' },
  ping: { code: -32601, message: 'Method not found' },
} as const;

function refusal(method: ServerRequestMethod, how: 'decline' | 'cancel'): ServerRequestReply {
  if (method === ELICITATION_CREATE) return { kind: 'result', result: { action: how } };
  return { kind: 'error', error: REFUSALS[method] };
}

export const POLICY_OF = {
  [ROOTS_LIST]: 'roots',
  [SAMPLING_CREATE_MESSAGE]: 'sampling',
  [ELICITATION_CREATE]: 'elicitation',
  ping: 'ping',
} as const satisfies Readonly<Record<ServerRequestMethod, string>>;
export type PolicyName = (typeof POLICY_OF)[ServerRequestMethod];

/** The policy that repeats this answer for every later request; only elicitation can be cancelled. */
export function policyOfAnswer(answer: ServerRequestAnswer): AnswerPolicy {
  switch (answer.kind) {
    case 'result':
      return { kind: 'canned', result: answer.result };
    case 'cancel':
      return { kind: 'canned', result: { action: 'cancel' } };
    case 'decline':
    case 'error':
    case 'silent':
      return answer;
  }
}

/** True if a session with these `capabilities` can answer this server request. */
export function isAnswerable(method: string, capabilities: JsonObject): method is ServerRequestMethod {
  if (method === 'ping') return true;
  const needed = clientCapabilityFor(method);
  return needed !== undefined && isJsonObject(capabilities[needed]);
}

/**
 * The undeclared part of a capability that a server request uses, such as `sampling.tools`; empty if none. A client
 * must reject such a request with -32602 (2025-11-25, client/sampling.mdx "Tools in Sampling"; client/elicitation.mdx
 * "Error Handling").
 */
export function undeclaredPart(method: string, params: JsonObject, capabilities: JsonObject): string {
  if (method === SAMPLING_CREATE_MESSAGE) {
    const { sampling } = capabilities;
    const usesTools = params.tools !== undefined || params.toolChoice !== undefined;
    return usesTools && isJsonObject(sampling) && !isJsonObject(sampling.tools) ? 'sampling.tools' : '';
  }
  if (method !== ELICITATION_CREATE || !isJsonObject(capabilities.elicitation)) return '';
  const { form, url } = capabilities.elicitation;
  if (stringAt(params, 'mode') === 'url') return isJsonObject(url) ? '' : 'elicitation.url';
  // An empty object declares form mode only, as it did before modes existed.
  return isJsonObject(form) || !isJsonObject(url) ? '' : 'elicitation.form';
}

/** What the server wants, in a few words, as in "The server asks for a model's answer". */
export function wantedBy(method: ServerRequestMethod, params: unknown): string {
  switch (method) {
    case SAMPLING_CREATE_MESSAGE:
      return "a model's answer";
    case ELICITATION_CREATE:
      return stringAt(params, 'mode') === 'url' ? 'a visit to a web page' : 'input in a form';
    case ROOTS_LIST:
      return 'the list of roots';
    case 'ping':
      return 'a sign of life';
  }
}

/** The message in the server's request; empty if it has none. */
export function serverMessage(method: ServerRequestMethod, params: unknown): string {
  return method === ELICITATION_CREATE ? (stringAt(params, 'message') ?? '') : '';
}
