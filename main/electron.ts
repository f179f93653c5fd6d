import { ENTRIES, readEntry, typedArguments } from './window/entries.ts';
import { crash, endProcess, hideFromDock, runLikeNode } from './window/without-window.ts';

// The entry of Electron's main process; it takes the same arguments as the command line. Electron starts Chromium and
// becomes ready only after this file has run (Electron 45, page "ES Modules"), so a command without a window ends the
// process before that. Packaged builds ignore ELECTRON_RUN_AS_NODE, so the program's own processes start here too.

const { filename } = import.meta;
const typed = typedArguments(process.argv, filename);
const entry = readEntry(typed);

if (entry === undefined) {
  const { runElectronProgram } = await import('./window/electron-app.ts');
  await runElectronProgram(typed, filename);
} else if (entry.kind === 'unknown-entry') {
  process.stderr.write(`tierscope: there is no entry "${entry.name}".\n`);
  await endProcess(2);
} else {
  hideFromDock();
  runLikeNode();
  // Matches the position of arguments in Node.
  process.argv = [process.execPath, filename, ...entry.args];
  await ENTRIES[entry.name]()
    .then(({ ended }) => ended)
    .then(() => endProcess(0), crash);
}
