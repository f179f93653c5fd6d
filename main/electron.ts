import { app, dialog, protocol } from 'electron';
import { appPaths, dataFolder } from './cli/app-paths.ts';
import type { AppRequest } from './cli/app-request.ts';
import { outlive } from './cli/command-end.ts';
import { type ProgramActions, runProgram } from './cli/program.ts';
import { headlessActions } from './cli/run-headless.ts';
import { registerAppScheme } from './window/app-scheme.ts';
import { runElectronApp } from './window/electron-app.ts';
import { typedArguments } from './window/typed-arguments.ts';

// The entry of Electron's main process; it takes the same arguments as the command line.

// Whoever reads the output may stop early, as `head` does.
outlive(process.stdout);
outlive(process.stderr);
const output = {
  stdout: (text: string): void => void process.stdout.write(text),
  stderr: (text: string): void => void process.stderr.write(text),
};
const typed = typedArguments(process.argv, import.meta.filename);
const { tapWriterScript, reaperScript } = appPaths(import.meta.dirname);
const tapCommand = app.isPackaged ? [process.execPath] : [process.execPath, import.meta.filename];

registerAppScheme(protocol);
// Not awaited here: Electron becomes ready only after this file has run.
void runProgram(
  typed,
  { ...headlessActions(output, { tapCommand, tapWriterScript, reaperScript }), runApp },
  output,
).then((exitCode) => app.exit(exitCode), fail);

function runApp(request: AppRequest): Promise<number> {
  return runElectronApp(request, {
    entryFolder: import.meta.dirname,
    dataFolder: dataFolder(request.dataFolder),
    typed,
    readRequest,
    onFault: (fault) => output.stderr(`tierscope: ${fault.message}\n`),
  });
}

/** The request in another instance's arguments; null if they ask for something without a window. */
async function readRequest(arguments_: readonly string[]): Promise<AppRequest | null> {
  let request: AppRequest | null = null;
  const none = async (): Promise<number> => 0;
  const actions: ProgramActions = {
    runApp: async (read) => {
      request = read;
      return 0;
    },
    lookup: none,
    report: none,
    compare: none,
    convert: none,
    tap: none,
    tapInstall: none,
    mock: none,
  };
  await runProgram(arguments_, actions, output);
  return request;
}

function fail(fault: unknown): void {
  const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  output.stderr(`tierscope: ${text}\n`);
  dialog.showErrorBox('Tierscope could not start', text);
  app.exit(70);
}
