import { runProgram } from './program.ts';
import { runApp } from './run-app.ts';
import { headlessActions } from './run-headless.ts';

// The entry of the command line, in plain Node.

const typed = process.argv.slice(2);
const output = {
  stdout: (text: string): void => void process.stdout.write(text),
  stderr: (text: string): void => void process.stderr.write(text),
};
// Whoever read the output may stop early, as `head` does.
process.stdout.on('error', () => process.exit());

process.exitCode = await runProgram(
  typed,
  { ...headlessActions(output), runApp: (request) => runApp(request, import.meta.dirname, typed) },
  output,
);
// A browser or a socket that lingers does not hold the end back; output that is still on its way does.
setTimeout(() => process.exit(), 500).unref();
