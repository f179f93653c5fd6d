import type { JsonObject } from '../../../app/base/json-value.ts';
import {
  goodAnswer,
  type LabAnswer,
  type LabCall,
  type LabRun,
  textResult,
  writeMessage,
} from './lab-call.ts';
import { errorToneWav, TRIANGLE_PNG } from './sample-media.ts';
import written from './written-answers.json' with { type: 'json' };

/** An answer that is the same for every call. Other members than these belong to the result with the `text`. */
type WrittenAnswer = {
  /** For readers of the table: why the answer looks like this. */
  readonly note?: string;
  /** A line on stdout before the answer. */
  readonly before?: string;
  /** A result with one block of text. */
  readonly text?: string;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  /** Members of a message that bypasses the SDK; they replace those of a good answer if there is a `text`. */
  readonly message?: JsonObject;
};

/** The tools whose answers are in the table. */
export const writtenRuns = Object.fromEntries(
  Object.entries(written).map(([name, answer]) => [name, (call) => answered(filled(answer), call)]),
) as Readonly<Record<keyof typeof written, LabRun>>;

async function answered(answer: WrittenAnswer, call: LabCall): Promise<LabAnswer> {
  const { note: _, before, text, result, error, message, ...more } = answer;
  if (before !== undefined) await call.wire.writeLine(before);
  if (error !== undefined) return { kind: 'error', ...error };
  if (result !== undefined) return { kind: 'result', result };
  if (message === undefined) return textResult(text ?? '', more);
  const good = text === undefined ? { jsonrpc: '2.0', id: call.id } : goodAnswer(call, text);
  return writeMessage(call, { ...good, ...message });
}

const MEDIA: Readonly<Record<string, () => string>> = {
  '{triangle}': () => TRIANGLE_PNG,
  '{tone}': () => errorToneWav(),
};

/** With lines of text joined and media filled in. */
function filled(answer: object): WrittenAnswer {
  return JSON.parse(JSON.stringify(answer), (name, value) => {
    if (name === 'text' && Array.isArray(value)) return value.join('\n');
    return MEDIA[value]?.() ?? value;
  });
}
