import { dirname, join } from 'node:path';
import {
  app,
  type BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  protocol,
  safeStorage,
  session,
  shell,
} from 'electron';
import { redactedText } from '../../app/frame/redaction/redactor.ts';
import { announceHost } from '../carrier/running-host.ts';
import { appPaths, dataFolder, type EntryCommands, hubOptions } from '../cli/app-paths.ts';
import { type AppRequest, forwardRequest, openRequest } from '../cli/app-request.ts';
import { claimDataFolder, disposeInTime, disposeOnCrash, outlive } from '../cli/command-end.ts';
import { eachAction, runProgram } from '../cli/program.ts';
import { headlessActions } from '../cli/run-headless.ts';
import { createHub } from '../hub/hub.ts';
import { faultText, ownOutput } from '../system/command-output.ts';
import { appMenu } from './app-menu.ts';
import { registerAppScheme, serveAppScheme } from './app-scheme.ts';
import { entryCommands, persistentPath, windowlessProgram } from './entries.ts';
import { denyPermissions, guardContents } from './guard-contents.ts';
import { keyStoreBox } from './key-store-box.ts';
import { acceptScreenPorts, openMainWindow } from './main-window.ts';
import { crash, endProcess, hideFromDock, runLikeNode } from './without-window.ts';

type ElectronAppOptions = {
  /** The folder of the built entry, `dist/main`. */
  readonly entryFolder: string;
  readonly entries: EntryCommands;
  readonly tapCommand: readonly string[];
  readonly dataFolder: string;
  /** The arguments as typed, for an instance that already runs. */
  readonly typed: readonly string[];
  /** Parses the arguments of a later instance; null if they need no window. */
  readonly readRequest: (typed: readonly string[]) => Promise<AppRequest | null>;
  /** Lets Electron become ready; called once this is known to be the only instance. */
  readonly mayBeReady: () => void;
  readonly onFault: (fault: Error) => void;
  readonly stdout: (text: string) => void;
};

const REVIVED =
  'The page crashed and was loaded again. The sessions and their recordings went on meanwhile; what was typed and not sent is lost.';

type Relay = { readonly typed: readonly string[] };

/** Runs the app in Electron until it quits; returns the exit code. An instance that already runs takes the request. */
export async function runElectronApp(request: AppRequest, options: ElectronAppOptions): Promise<number> {
  registerAppScheme(protocol);
  app.setPath('userData', join(options.dataFolder, 'electron'));
  if (!app.requestSingleInstanceLock({ typed: [...options.typed] } satisfies Relay)) return 0;
  const quit = new Promise<number>((resolve) => app.once('will-quit', () => resolve(0)));
  const early = collectOpenedFiles();
  app.on('web-contents-created', (_event, contents) =>
    guardContents(contents, {
      openLink: (address) => void shell.openExternal(address).catch(options.onFault),
      now: Date.now,
    }),
  );
  options.mayBeReady();
  await claimDataFolder(options.dataFolder, (note) => options.onFault(new Error(note)));
  if (await isHandedOver({ ...request, files: [...request.files, ...early.waiting] }, options)) return 0;
  const takeBack = await announceHost(options.dataFolder, { pid: process.pid, address: null });
  const paths = appPaths(options.entryFolder);
  const host = createHub(
    hubOptions(paths, {
      host: 'electron',
      ...options.entries,
      tapCommand: options.tapCommand,
      dataFolder: options.dataFolder,
      choosePath: async (what, defaultPath) => {
        const property = what === 'folder' ? 'openDirectory' : 'openFile';
        const chosen = await dialog.showOpenDialog({ defaultPath, properties: [property] });
        return chosen.filePaths[0] ?? '';
      },
      secretBox: keyStoreBox(safeStorage, process.platform),
    }),
  );
  disposeOnCrash(() => disposeInTime(host));
  quitOnceDisposed(async () => {
    await disposeInTime(host);
    await takeBack();
  });
  await app.whenReady();
  denyPermissions(session.defaultSession);
  serveAppScheme(protocol, paths.pageFolder);
  acceptScreenPorts(ipcMain, host, options.onFault);
  Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(process.platform)));
  const obey = async (request: AppRequest, folder: string): Promise<void> => {
    for (const text of await openRequest(host, request, folder)) {
      options.onFault(new Error(text));
      // A user who opened it from the desktop sees no stderr.
      host.notify({ level: 'error', text });
    }
  };
  await obey({ ...request, files: [...request.files, ...early.take()] }, process.cwd());
  let window: BrowserWindow | undefined;
  early.takeOver((file) => {
    comeForward(window);
    void obey({ ...request, connect: undefined, files: [file] }, process.cwd());
  });
  window = await openMainWindow({
    preload: paths.preload,
    boundsFile: join(options.dataFolder, 'window.json'),
    onFault: options.onFault,
    onRevived: () => host.notify({ level: 'warning', text: REVIVED }),
    now: Date.now,
  });
  obeyLaterInstances(window, options, obey);
  return quit;
}

/** True if the app already runs on the loopback host with this data folder and has taken the request. */
async function isHandedOver(request: AppRequest, options: ElectronAppOptions): Promise<boolean> {
  const taken = await forwardRequest(request, options.dataFolder, process.cwd());
  if (taken === undefined) return false;
  options.stdout(`Tierscope runs already, at ${taken.address}\n`);
  for (const problem of taken.problems) options.onFault(new Error(problem));
  await app.whenReady();
  const { origin } = new URL(taken.address);
  dialog.showErrorBox(
    'Tierscope runs already',
    [
      `It is in a browser, at ${origin}, with the data folder ${options.dataFolder}. What you open is opened there.`,
      'To have it in a window, end it there first, or name another folder with --data.',
      ...taken.problems,
    ].join('\n\n'),
  );
  return true;
}

/** The system may name files before the app can open them. */
function collectOpenedFiles() {
  const waiting: string[] = [];
  const take = (): string[] => waiting.splice(0);
  let open = (file: string): void => void waiting.push(file);
  app.on('open-file', (event, file) => {
    event.preventDefault();
    open(file);
  });
  return {
    /** The files named so far that are not opened yet. */
    waiting: waiting as readonly string[],
    /** The same; from now on they count as opened. */
    take,
    /** Calls `next` with each file from now on, and at once with those already waiting. */
    takeOver: (next: (file: string) => void): void => {
      open = next;
      for (const file of take()) next(file);
    },
  };
}

/** Delays the end of the app until no server process is left. */
function quitOnceDisposed(dispose: () => Promise<void>): void {
  let state: 'running' | 'disposing' | 'disposed' = 'running';
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (state === 'disposed') return;
    event.preventDefault();
    if (state === 'disposing') return;
    state = 'disposing';
    void dispose().finally(() => {
      state = 'disposed';
      app.quit();
    });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

function obeyLaterInstances(
  window: BrowserWindow,
  options: ElectronAppOptions,
  obey: (request: AppRequest, folder: string) => Promise<void>,
): void {
  app.on('second-instance', (_event, _argv, folder, data) => {
    comeForward(window);
    if (!isRelay(data) || data.typed.length === 0) return;
    void options.readRequest(data.typed).then((request) => {
      if (request !== null) void obey(request, folder);
    });
  });
}

/** Shows what was opened elsewhere. */
function comeForward(window: BrowserWindow | undefined): void {
  if (window === undefined || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}

function isRelay(data: unknown): data is Relay {
  if (typeof data !== 'object' || data === null) return false;
  const { typed } = data as Partial<Relay>;
  return Array.isArray(typed) && typed.every((one) => typeof one === 'string');
}

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
