import { z } from 'zod';
import { command, session } from './command.ts';

export const MAX_ANSWER_CHARS = 1_000_000;
/** The maximum number of orders of a tap, and of answers it holds at once. */
export const MAX_ORDERS = 20;
export const MAX_HELD = 32;
/** The longest delay, in milliseconds. */
const MAX_DELAY_MS = 600_000;

const name = z.string().min(1).max(500);
const text = z.string().max(MAX_ANSWER_CHARS);

const protocolErrorSchema = z.strictObject({
  kind: z.literal('protocol-error'),
  code: z.number().int(),
  message: text,
  data: z.json().optional(),
});
const toolErrorSchema = z.strictObject({
  kind: z.literal('tool-error'),
  text,
  structuredContent: z.record(z.string(), z.json()).optional(),
});
const dropSchema = z.strictObject({ kind: z.literal('never-answer') });

/** The answers that an order applies to: only to client requests, and never within a batch. */
const targetSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('any') }),
  z.strictObject({ kind: z.literal('tool'), name }),
  z.strictObject({ kind: z.literal('method'), method: name }),
]);

/** What a tap does with answers: with the next one, or with every nth until the order is withdrawn. */
export const answerOrderSchema = z.strictObject({
  target: targetSchema,
  when: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('next') }),
    z.strictObject({ kind: z.literal('every'), nth: z.number().int().min(1).max(10_000) }),
  ]),
  action: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('hold') }),
    z.strictObject({ kind: z.literal('delay'), ms: z.number().int().min(1).max(MAX_DELAY_MS) }),
    protocolErrorSchema,
    toolErrorSchema,
    dropSchema,
  ]),
});

/** How a held answer is released. An edited text is a single line with any content. */
export const heldEndSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('unchanged') }),
  z.strictObject({
    kind: z.literal('edited'),
    text: text.refine((line) => !/[\r\n]/.test(line), {
      message: 'The text has more than one line; a message on stdio is one line.',
    }),
  }),
  protocolErrorSchema,
  toolErrorSchema,
  dropSchema,
]);

export type AnswerOrder = z.infer<typeof answerOrderSchema>;
export type HeldEnd = z.infer<typeof heldEndSchema>;
/** The replacement of an answer, with the same id. */
export type AnswerInstead = z.infer<typeof protocolErrorSchema> | z.infer<typeof toolErrorSchema>;

const orderId = z.string().min(1).max(20);
const heldId = z.string().min(1).max(20);

const armedOrderSchema = z.object({ orderId, order: answerOrderSchema, seen: z.number().int() });

const heldAnswerSchema = z.object({
  heldId,
  /** The id as on the wire, cut to a preview, and the request; empty if it was sent before the order. */
  requestId: z.string().max(200),
  method: z.string().max(600),
  target: z.string().max(600),
  /** When the answer came, in milliseconds since 1970. */
  since: z.number(),
  /** When it is released automatically, in milliseconds since 1970; null if it waits for the user. */
  until: z.number().nullable(),
  sizeBytes: z.number().int(),
  tier: z.enum(['ok', 'tool', 'protocol']),
  /** True once the client has cancelled its request. */
  isCancelled: z.boolean(),
});

/** The orders of a tap, and the answers that it holds, oldest first. */
export const controlStateSchema = z.object({
  orders: z.array(armedOrderSchema).max(MAX_ORDERS),
  held: z.array(heldAnswerSchema).max(MAX_HELD),
});

export type ArmedOrder = Readonly<z.infer<typeof armedOrderSchema>>;
export type HeldAnswer = Readonly<z.infer<typeof heldAnswerSchema>>;
export type ControlState = Readonly<z.infer<typeof controlStateSchema>>;

export const NOTHING_CONTROLLED: ControlState = { orders: [], held: [] };

export const ANSWER_COMMANDS = {
  armAnswers: command({ session, order: answerOrderSchema }).gives<null>(),
  disarmAnswers: command({ session, orderId }).gives<null>(),
  readHeldAnswer: command({ session, heldId }).gives<HeldText>(),
  endHeldAnswer: command({ session, heldId, end: heldEndSchema }).gives<null>(),
  /** Withdraws all orders and releases all held answers unchanged. */
  letAnswersGo: command({ session }).gives<null>(),
} as const;

/** The text of a held answer without its line end; bytes that are not UTF-8 show as U+FFFD. */
export type HeldText = { readonly text: string; readonly isUtf8: boolean };
