import type { LabToolName } from '../../../app/lab/lab-tools.ts';
import {
  choiceArgument,
  goodAnswer,
  integerArgument,
  type LabRun,
  WRITTEN,
  writeMessage,
} from './lab-call.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** The tools that write malformed bytes, and those that end the server. */
export const brokenRuns = {
  'answer-string-id': (call) =>
    writeMessage(call, { ...goodAnswer(call, 'The id became a string.'), id: String(call.id) }),
  'answer-twice': async (call) => {
    await writeMessage(call, goodAnswer(call, 'The first answer.'));
    return writeMessage(call, goodAnswer(call, 'The second answer.'));
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
