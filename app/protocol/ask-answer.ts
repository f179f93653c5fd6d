import { z } from 'zod';
import { assertNever } from '../base/assert-never.ts';
import type { AskMethod } from './client-capabilities.ts';
import { ELICITATION_CREATE, ROOTS_LIST, SAMPLING_CREATE_MESSAGE } from './methods.ts';

const jsonObject = z.record(z.string(), z.unknown());
const errorParts = {
  code: z.number(),
  message: z.string().max(65_536),
  data: z.unknown().optional(),
};

/** What a user says to a request of the server. */
export const askAnswerSchema = z.discriminatedUnion('kind', [
  /** The result exactly as it goes out, also one that the schema does not allow. */
  z.strictObject({ kind: z.literal('result'), result: jsonObject }),
  z.strictObject({ kind: z.literal('decline') }),
  z.strictObject({ kind: z.literal('cancel') }),
  z.strictObject({ kind: z.literal('error'), ...errorParts }),
  /** Never answers: the server waits until it gives up. */
  z.strictObject({ kind: z.literal('silent') }),
]);

/** What a session does with such a request by itself; `ask` waits for the user. */
export const askPolicySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ask') }),
  z.strictObject({ kind: z.literal('decline') }),
  /** Without a result: the session's roots for `roots/list`, an empty object for `ping`; others are asked. */
  z.strictObject({ kind: z.literal('canned'), result: jsonObject.optional() }),
  z.strictObject({ kind: z.literal('error'), ...errorParts }),
  z.strictObject({ kind: z.literal('silent') }),
]);

export type AskAnswer = z.infer<typeof askAnswerSchema>;
export type AskPolicy = z.infer<typeof askPolicySchema>;

/** What goes out for an answer: one of the two members of a response, or nothing at all. */
export type AskReply =
  | { readonly kind: 'result'; readonly result: { readonly [key: string]: unknown } }
  | { readonly kind: 'error'; readonly error: { code: number; message: string; data?: unknown } }
  | { readonly kind: 'nothing' };

/** The policy as an answer, where it needs no user; `roots` is the session's list. */
export function answerByPolicy(
  method: AskMethod,
  policy: AskPolicy,
  roots: readonly { readonly uri: string; readonly name?: string | undefined }[],
): AskAnswer | undefined {
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
    default:
      return assertNever(policy);
  }
}

/** Puts an answer into the words of its method. */
export function replyTo(method: AskMethod, answer: AskAnswer): AskReply {
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
    default:
      return assertNever(answer);
  }
}

/** 2025-11-25: elicitation.mdx has actions; sampling.mdx refuses with -1, roots.mdx with -32601. */
function refusal(method: AskMethod, how: 'decline' | 'cancel'): AskReply {
  switch (method) {
    case ELICITATION_CREATE:
      return { kind: 'result', result: { action: how } };
    case SAMPLING_CREATE_MESSAGE:
      return { kind: 'error', error: { code: -1, message: 'User rejected sampling request' } };
    case ROOTS_LIST:
      return { kind: 'error', error: { code: -32601, message: 'Roots not supported' } };
    case 'ping':
      return { kind: 'error', error: { code: -32601, message: 'Method not found' } };
    default:
      return assertNever(method);
  }
}
