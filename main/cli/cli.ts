import { faultText, ownOutput, writeStderr } from '../system/command-output.ts';
import { appPaths, nodeEntries, nodeTapCommand } from './app-paths.ts';
import type { AppRequest } from './app-request.ts';
import { endWith, exitCodes, isStdoutClosed, outlive } from './command-end.ts';
import { runProgram } from './program.ts';
import { headlessActions } from './run-headless.ts';

// The entry of the command line, in plain Node.

/** How long lingering handles may delay the exit, in milliseconds. */
const LINGER_MS = 500;

function leave(sentence: string | undefined): void {
  if (sentence === undefined) process.exit();
  writeStderr(`tierscope: ${sentence}\n`, () => process.exit(exitCodes.cannotOpen));
}

const isClosed = isStdoutClosed();

let isPrinting = false;
function print(text: string): void {
  // The reader may stop early, as `head` does. A tap or a mock does not print, so it continues.
  if (!isPrinting) endWith(process.stdout, leave);
  isPrinting = true;
  if (isClosed) leave('The output cannot be written: stdout is closed.');
  else ownOutput.write(text);
}

// A failing stderr is no reason to stop a server.
outlive(process.stderr);
const typed = process.argv.slice(2);
const output = { ...ownOutput, write: print };
const paths = appPaths(import.meta.dirname);

/** Ends with code 1, as Node does by default; an app ends its servers first. */
function crash(fault: unknown): void {
  if (process.listenerCount('uncaughtException') > 1) return;
  writeStderr(`${faultText(fault)}\n`, () => process.exit(1));
}
process.on('uncaughtException', crash);

async function runApp(request: AppRequest): Promise<number> {
  const app = await import('./run-app.ts');
  return app.runApp(request, import.meta.dirname, typed);
}

const place = {
  docs: paths.docs,
  tapCommand: nodeTapCommand(paths),
  tapWriterScript: paths.tapWriterScript,
  telemetryScript: paths.telemetryScript,
  reaper: nodeEntries(paths).reaper,
};
process.exitCode = await runProgram(typed, { ...headlessActions(output, place), runApp }, output);
// A lingering browser or socket does not delay the exit; pending output does.
process.stdout.write('', () => setTimeout(() => process.exit(), LINGER_MS).unref());
