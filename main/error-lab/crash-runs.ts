import type { CRASH_TOOLS } from '../../app/lab/crash-tools.ts';
import { choiceArgument, integerArgument } from './lab-arguments.ts';
import { type LabRun, WRITTEN } from './lab-call.ts';

/** What the tools of `CRASH_TOOLS` do. */
export const crashRuns = {
  'crash-exit': ({ args, process, wire }) => {
    const code = integerArgument(args, 'code', { fallback: 3, min: 0, max: 255 });
    wire.writeStderr(`[error-lab] crash-exit: giving up with code ${code}\n`);
    process.exit(code);
    return WRITTEN;
  },
  'crash-signal': ({ args, process }) => {
    process.kill(choiceArgument(args, 'signal', ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGABRT', 'SIGSEGV']));
    return WRITTEN;
  },
  'crash-exception': ({ process }) => {
    process.throwUncaught(new Error('the connection pool is gone'));
    return WRITTEN;
  },
} satisfies Record<(typeof CRASH_TOOLS)[number]['name'], LabRun>;
