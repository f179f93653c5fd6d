import { dirname } from 'node:path';
import { app, dialog } from 'electron';
import { redactedText } from '../../app/frame/redaction/redactor.ts';
import { appPaths, dataFolder } from '../cli/app-paths.ts';
import type { AppRequest } from '../cli/app-request.ts';
import { outlive } from '../cli/command-end.ts';
import { eachAction, runProgram } from '../cli/program.ts';
import { headlessActions } from '../cli/run-headless.ts';
import { faultText, ownOutput } from '../system/command-output.ts';
import { runElectronApp } from './electron-app.ts';
import { entryCommands, persistentPath, windowlessProgram } from './entries.ts';
import { crash, endProcess, hideFromDock, runLikeNode } from './without-window.ts';

/**
 * Runs the command in the arguments, and ends the process with its exit code. Resolves when Electron may become ready,
 * which only the app needs: other commands end before that, without Chromium or a display. `script` is the main entry.
 */
export function runElectronProgram(typed: readonly string[], script: string): Promise<void> {
  // The reader may stop early, as `head` does.
  outlive(process.stdout);
  outlive(process.stderr);
  const { execPath, platform } = process;
  const program = { execPath, platform, isPackaged: app.isPackaged, script };
  const entries = entryCommands(program);
  const { docs, tapWriterScript, telemetryScript } = appPaths(dirname(script));
  const lasting = { ...program, execPath: persistentPath(execPath, process.env) };
  const tapCommand = windowlessProgram(lasting);
  const place = { docs, tapCommand, tapWriterScript, telemetryScript, reaper: entries.reaper };
  const stopRunningLikeNode = runLikeNode();
  const headless = headlessActions(ownOutput, place);
  /** The request in another instance's arguments; null if they need no window. */
  const readRequest = async (arguments_: readonly string[]): Promise<AppRequest | null> => {
    let request: AppRequest | null = null;
    const runApp = async (read: AppRequest): Promise<number> => {
      request = read;
      return 0;
    };
    await runProgram(arguments_, { ...eachAction(headless, async () => 0), runApp }, ownOutput);
    return request;
  };
  let fail = crash;
  return new Promise((mayBeReady) => {
    const runApp = (request: AppRequest): Promise<number> => {
      fail = failApp;
      stopRunningLikeNode();
      return runElectronApp(request, {
        entryFolder: dirname(script),
        entries,
        tapCommand,
        dataFolder: dataFolder(request.dataFolder),
        typed,
        readRequest,
        mayBeReady,
        onFault: (fault) => ownOutput.writeError(`tierscope: ${fault.message}\n`),
        stdout: ownOutput.write,
      });
    };
    const hidden = eachAction(headless, (act) => {
      hideFromDock();
      return act();
    });
    void runProgram(typed, { ...hidden, runApp }, ownOutput)
      .then(endProcess)
      .catch((fault) => fail(fault))
      .then(mayBeReady);
  });
}

function failApp(fault: unknown): void {
  const text = faultText(fault);
  ownOutput.writeError(`tierscope: ${text}\n`);
  dialog.showErrorBox('Tierscope could not start', redactedText(text, { keepsFolders: true }));
  app.exit(70);
}
