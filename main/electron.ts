import { ENTRIES, readEntry, typedArguments } from './window/entries.ts';
import { crash, endProcess, hideFromDock, runLikeNode } from './window/without-window.ts';

// The entry of Electron's main process; it takes the same arguments as the command line. Electron starts Chromium and
// becomes ready only when this file has run to its end (Electron 45, page "ES Modules"): what shows no window ends the
// process before that. A package does not obey ELECTRON_RUN_AS_NODE, so this is also how its own processes start.

const { filename } = import.meta;
const typed = typedArguments(process.argv, filename);
const entry = readEntry(typed);

if (entry === undefined) {
  const { runElectronProgram } = await import('./window/electron-program.ts');
  await runElectronProgram(typed, filename);
} else if (entry.kind === 'unknown-entry') {
  process.stderr.write(`tierscope: there is no entry "${entry.name}".\n`);
  await endProcess(2);
} else {
  hideFromDock();
  runLikeNode();
  // Where Node has them.
  process.argv = [process.execPath, filename, ...entry.args];
  await ENTRIES[entry.name]()
    .then(({ ended }) => ended)
    .then(() => endProcess(0), crash);
}
