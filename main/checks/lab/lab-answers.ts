import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import type { LabToolName } from '../../../app/lab/lab-tools.ts';
import {
  goodAnswer,
  integerArgument,
  type LabAnswer,
  LabArgumentError,
  type LabCall,
  type LabRun,
  stringArgument,
  textResult,
  writeMessage,
} from './lab-call.ts';
import type { LabWire } from './lab-process.ts';
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

/** The tools whose results and errors follow from their arguments. */
export const madeAnswerRuns = {
  'ok-structured': ({ args }) => {
    const weather = { city: stringArgument(args, 'city', 'Oslo'), celsius: 7.5, sky: 'cloudy' };
    return textResult(JSON.stringify(weather), { structuredContent: weather });
  },
  'large-text': ({ args }) => textResult(textOfBytes(megabytes(args) * MEGABYTE)),
  'large-structured': largeStructured,
  'ok-records': ({ args }) => {
    const count = integerArgument(args, 'count', { fallback: 12, min: 0, max: 20_000 });
    const orders = Array.from({ length: count }, (_, index) => order(index + 1));
    return textResult(`${count} orders, see the structured content.`, { structuredContent: { orders } });
  },
  // A raw message, because a server that validates its results would not send it.
  'records-break-schema': (call) => {
    const { state: _none, ...stateless } = order(2);
    const orders = [order(1), { ...stateless, total: 'free' }, { id: 3, customer: 'Ada', state: 'lost' }];
    const result = { content: [{ type: 'text', text: '3 orders' }], structuredContent: { orders } };
    return writeMessage(call, { ...goodAnswer(call, ''), result });
  },
  // A raw message, because the SDK's server sends only what its schema allows.
  'tool-error-any': (call) => {
    const { result = {} } = call.args;
    if (!isJsonObject(result)) throw new LabArgumentError('result must be an object.');
    return writeMessage(call, { ...goodAnswer(call, ''), result: { isError: true, ...result } });
  },
  'internal-error': internalError,
  'custom-code': customCode,
  'every-nth-call': everyNth,
} satisfies Partial<Record<LabToolName, LabRun>>;

const MEGABYTE = 1_048_576;

/** Numbered ASCII lines, so that a reader sees where the text was cut; exactly `bytes` long. */
function textOfBytes(bytes: number): string {
  const lineBytes = 64;
  const lines: string[] = [];
  for (let index = 0; index * lineBytes < bytes; index += 1) {
    lines.push(`${`line ${index + 1} `.padEnd(lineBytes - 1, 'lorem ipsum dolor ')}\n`);
  }
  return lines.join('').slice(0, bytes);
}

function largeStructured({ args }: LabCall): LabAnswer {
  const bytes = megabytes(args) * MEGABYTE;
  const records: object[] = [];
  let size = 0;
  while (size < bytes) {
    const id = records.length + 1;
    const record = { id, name: `record ${id}`, active: id % 3 === 0, tags: ['alpha', 'beta'], score: id / 8 };
    records.push(record);
    size += JSON.stringify(record).length + 1;
  }
  return textResult(`${records.length} records, see the structured content.`, {
    structuredContent: { records },
  });
}

function megabytes(args: LabCall['args']): number {
  return integerArgument(args, 'megabytes', { fallback: 5, min: 1, max: 64 });
}

const STATES = ['open', 'paid', 'sent'];

function order(id: number): JsonObject {
  const lines = [{ article: `A-${id % 7}`, pieces: (id % 4) + 1 }];
  const state = STATES[id % 3] ?? 'open';
  const short = { id, customer: `Customer ${id}`, total: (id * 37) % 101, state };
  return id % 5 === 0 ? short : { ...short, lines };
}

const ANY_INTEGER = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

/** Logs as a careful server would, then rethrows. */
function internalError({ id, wire }: LabCall): never {
  const error = new TypeError('Cannot read properties of undefined (reading "rows")');
  wire.writeStderr(`[error-lab] request ${id}: internal-error failed\n${error.stack ?? error.message}\n`);
  throw error;
}

function customCode({ args }: LabCall): LabAnswer {
  const code = integerArgument(args, 'code', { ...ANY_INTEGER, fallback: 4242 });
  const message = stringArgument(args, 'message', 'The quota of this workspace is used up');
  const { data = { workspace: 'acme', quota: 1000, used: 1000 } } = args;
  return { kind: 'error', code, message, ...(data === null ? {} : { data }) };
}

/** How often each lab was called: a process has one lab, a test several. */
const counts = new WeakMap<LabWire, number>();

function everyNth({ args, wire }: LabCall): LabAnswer {
  const n = integerArgument(args, 'n', { fallback: 3, min: 1, max: 1_000_000 });
  const code = integerArgument(args, 'code', { ...ANY_INTEGER, fallback: -32603 });
  const call = (counts.get(wire) ?? 0) + 1;
  counts.set(wire, call);
  return call % n === 0
    ? { kind: 'error', code, message: `Call ${call} fails` }
    : textResult(`Call ${call} is fine.`);
}
