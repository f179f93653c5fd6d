import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import type { LabToolName, LabToolOf } from '../../../app/lab/lab-tools.ts';
import {
  choiceArgument,
  goodAnswer,
  integerArgument,
  type LabAnswer,
  LabArgumentError,
  type LabCall,
  type LabRun,
  stringArgument,
  textResult,
  WRITTEN,
  writeMessage,
} from './lab-call.ts';
import type { LabWire } from './lab-process.ts';
import { errorToneWav, TRIANGLE_PNG } from './sample-media.ts';
import written from './written-answers.json' with { type: 'json' };

export const trafficRuns = {
  'server-request-same-id': async (call) => {
    const method = choiceArgument(call.args, 'method', ['ping', 'roots/list', 'sampling/createMessage']);
    const reply = await call.request(
      call.id,
      method,
      method === 'sampling/createMessage' ? SAMPLING : undefined,
    );
    return textResult(`The client answered ${method} with the same id: ${JSON.stringify(reply)}`);
  },
  'server-request-unknown-method': async (call) => {
    const reply = await call.request(`lab-${call.id}`, 'lab/doesNotExist');
    return textResult(`The client answered lab/doesNotExist: ${JSON.stringify(reply)}`);
  },
  'stderr-output': stderrOutput,
  'notification-burst': async ({ args, wire, signal }) => {
    const count = integerArgument(args, 'count', { fallback: 300, min: 0, max: 1_000_000 });
    const sent = await sendBurst(wire, count, signal);
    return textResult(`Sent ${sent} notifications.`);
  },
  'slow-progress': slowProgress,
  'slow-bytes': ({ id, args, wire }) => {
    const bytesPerSecond = integerArgument(args, 'bytesPerSecond', { fallback: 100, min: 1, max: 1_000_000 });
    wire.slowDown(id, bytesPerSecond);
    return textResult(`This answer comes with ${bytesPerSecond} bytes a second.`);
  },
  hang: () => WRITTEN,
  // A raw message: the SDK's server sends nothing after notifications/cancelled.
  'late-answer': async (call) => {
    const delayMs = integerArgument(call.args, 'delayMs', { fallback: 65_000, min: 0, max: 3_600_000 });
    await call.process.sleep(delayMs);
    return writeMessage(call, goodAnswer(call, `This answer took ${delayMs} ms.`));
  },
} satisfies Record<LabToolOf<'traffic'>, LabRun>;

const SAMPLING = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Say one word.' } }],
  maxTokens: 5,
};

const STDERR_PARTS = [
  '\x1b[36mINFO\x1b[0m  stderr-output: opening the inde',
  'x\n\x1b[33mWARN\x1b[0m  the cache is cold, this takes lon',
  'ger\n\x1b[1;31mERROR\x1b[0m row 17 skipped: \x1b[4mbad dat',
  'e\x1b[0m\n',
];

async function stderrOutput({ args, wire, process }: LabCall): Promise<LabAnswer> {
  const pauseMs = integerArgument(args, 'pauseMs', { fallback: 40, min: 0, max: 10_000 });
  for (const [index, part] of STDERR_PARTS.entries()) {
    if (index > 0) await process.sleep(pauseMs);
    wire.writeStderr(part);
  }
  return textResult('Done; three lines went to stderr.');
}

async function slowProgress({ args, wire, process, signal, progressToken }: LabCall): Promise<LabAnswer> {
  const steps = integerArgument(args, 'steps', { fallback: 5, min: 1, max: 1000 });
  const stepMs = integerArgument(args, 'stepMs', { fallback: 400, min: 0, max: 60_000 });
  for (let step = 1; step <= steps; step += 1) {
    await process.sleep(stepMs, signal);
    if (signal.aborted) return WRITTEN;
    if (progressToken === undefined) continue;
    const params = { progressToken, progress: step, total: steps, message: `step ${step} of ${steps}` };
    await wire.writeLine(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }));
  }
  const progress = progressToken === undefined ? 'nobody asked for progress' : 'each reported as progress';
  return textResult(`Done after ${steps} steps of ${stepMs} ms, ${progress}.`);
}

/** Enough lines per write that system calls do not set the pace. */
const LINES_PER_WRITE = 200;

/** Sends `count` log notifications as fast as the pipe accepts them. Returns how many, fewer if `signal` aborts. */
export async function sendBurst(wire: LabWire, count: number, signal: AbortSignal): Promise<number> {
  let sent = 0;
  while (sent < count && !signal.aborted) {
    const lines: string[] = [];
    while (lines.length < LINES_PER_WRITE && sent < count) {
      sent += 1;
      lines.push(`${logLine(sent, count)}\n`);
    }
    await wire.writeRaw(lines.join(''));
  }
  return sent;
}

function logLine(index: number, count: number): string {
  const params = { level: 'info', logger: 'error-lab', data: `notification ${index} of ${count}` };
  return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params });
}

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

const BYTE_ORDER_MARK = '\uFEFF';

/** The tools that write malformed bytes, and those that end the server. */
export const brokenRuns = {
  'answer-string-id': (call) =>
    writeMessage(call, { ...goodAnswer(call, 'The id became a string.'), id: String(call.id) }),
  // In one write: a client may send its next request between two.
  'answer-twice': async (call) => {
    const answers = ['The first answer.', 'The second answer.'].map((text) => goodAnswer(call, text));
    await call.wire.writeLine(answers.map((answer) => JSON.stringify(answer)).join('\n'));
    return WRITTEN;
  },
  'answer-without-version': (call) => {
    const { id, result } = goodAnswer(call, 'No version.');
    return writeMessage(call, { id, result });
  },
  'answer-byte-order-mark': async (call) => {
    await call.wire.writeLine(BYTE_ORDER_MARK + JSON.stringify(goodAnswer(call, 'Behind a mark.')));
    return WRITTEN;
  },
  'answer-batch': (call) => writeMessage(call, [goodAnswer(call, 'In a batch.')]),
  // The id comes last, as the SDK writes it, so the remaining half names no call.
  'half-answer': async (call) => {
    const { result, jsonrpc, id } = goodAnswer(call, 'This sentence is cut off in the middle of the line.');
    const line = JSON.stringify({ result, jsonrpc, id });
    await call.wire.writeLine(line.slice(0, Math.floor(line.length / 2)));
    return WRITTEN;
  },
  'two-messages-one-line': async (call) => {
    const notification = {
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', logger: 'error-lab', data: 'no line feed follows' },
    };
    const answer = goodAnswer(call, 'Nobody can read this.');
    await call.wire.writeLine(JSON.stringify(notification) + JSON.stringify(answer));
    return WRITTEN;
  },
  'close-stdout': ({ process }) => {
    process.closeStdout();
    return WRITTEN;
  },
  'crash-exit': ({ args, process, wire }) => {
    const code = integerArgument(args, 'code', { fallback: 3, min: 0, max: 255 });
    wire.writeStderr(`[error-lab] crash-exit: giving up with code ${code}\n`);
    process.exit(code);
    return WRITTEN;
  },
  'crash-signal': ({ args, process }) => {
    process.kill(choiceArgument(args, 'signal', ['SIGSEGV', 'SIGABRT', 'SIGKILL', 'SIGTERM', 'SIGINT']));
    return WRITTEN;
  },
  'crash-exception': ({ process }) => {
    process.throwUncaught(new Error('the connection pool is gone'));
    return WRITTEN;
  },
} satisfies Partial<Record<LabToolName, LabRun>>;

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
