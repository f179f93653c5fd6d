import type { STDOUT_TOOLS } from '../../app/lab/stdout-tools.ts';
import { goodAnswer, type LabRun, textResult, WRITTEN } from './lab-call.ts';

/** What the tools of `STDOUT_TOOLS` do. */
export const stdoutRuns = {
  'stdout-noise': async ({ wire }) => {
    await wire.writeLine('DEBUG connecting to db.example:5432 …');
    return textResult('The answer is fine; the line before it was not.');
  },
  'stdout-other-json': async ({ wire }) => {
    await wire.writeLine(JSON.stringify({ level: 'info', msg: 'cache warmed', entries: 42 }));
    return textResult('The answer is fine; the line before it was not.');
  },
  // The id comes last, as the SDK writes it, so the half that is left names no call.
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
} satisfies Record<(typeof STDOUT_TOOLS)[number]['name'], LabRun>;
