import type { LabToolName, LabToolOf } from '../../../app/lab/lab-tools.ts';
import {
  choiceArgument,
  goodAnswer,
  integerArgument,
  type LabAnswer,
  type LabCall,
  type LabRun,
  textResult,
  WRITTEN,
  writeMessage,
} from './lab-call.ts';
import type { LabWire } from './lab-process.ts';

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
