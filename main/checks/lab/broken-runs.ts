import type { JsonObject } from '../../../app/base/json-value.ts';
import type { LabToolOf } from '../../../app/lab/lab-tools.ts';
import {
  choiceArgument,
  goodAnswer,
  integerArgument,
  type LabCall,
  type LabRun,
  textResult,
  WRITTEN,
  writeMessage,
} from './lab-call.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** The tools for malformed answers: each writes its own bytes. */
export const brokenAnswerRuns = {
  'answer-both-members': (call) =>
    writeMessage(call, {
      ...goodAnswer(call, 'Done, and yet not.'),
      error: { code: -32603, message: 'The index could not be saved' },
    }),
  'answer-neither-member': (call) => writeMessage(call, { jsonrpc: '2.0', id: call.id }),
  'answer-without-message': (call) => writeError(call, { code: -32603 }),
  'answer-error-string': (call) => writeError(call, 'something went wrong'),
  'answer-null-id': (call) =>
    writeMessage(call, { jsonrpc: '2.0', id: null, error: { code: -32603, message: 'handler panicked' } }),
  'answer-string-code': (call) => writeError(call, { code: 'INVALID_PARAMS', message: 'query is required' }),
  'answer-code-zero': (call) => writeError(call, { code: 0, message: 'tool failed' }),
  'answer-float-code': (call) => writeError(call, { code: -32602.5, message: 'query is required' }),
  'answer-unknown-id': (call) =>
    writeMessage(call, { ...goodAnswer(call, 'This answers nobody.'), id: 987_654_321 }),
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
  'answer-unknown-block': (call) =>
    writeMessage(call, {
      ...goodAnswer(call, ''),
      result: {
        content: [
          { type: 'text', text: 'The next block is of a type that no revision knows.' },
          { type: 'hologram', data: 'AAEC', depth: 3 },
        ],
      },
    }),
} satisfies Record<LabToolOf<'brokenAnswer'>, LabRun>;

function writeError(call: LabCall, error: JsonObject | string) {
  return writeMessage(call, { jsonrpc: '2.0', id: call.id, error });
}

export const crashRuns = {
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
} satisfies Record<LabToolOf<'crash'>, LabRun>;

export const stdoutRuns = {
  'stdout-noise': async ({ wire }) => {
    await wire.writeLine('DEBUG connecting to db.example:5432 …');
    return textResult('The answer is fine; the line before it was not.');
  },
  'stdout-other-json': async ({ wire }) => {
    await wire.writeLine(JSON.stringify({ level: 'info', msg: 'cache warmed', entries: 42 }));
    return textResult('The answer is fine; the line before it was not.');
  },
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
} satisfies Record<LabToolOf<'stdout'>, LabRun>;
