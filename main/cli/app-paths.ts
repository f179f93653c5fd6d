import { join } from 'node:path';

/** Where the built parts of the program lie. */
export type AppPaths = {
  /** The program's folder: the clone, or what was packaged. */
  readonly root: string;
  /** The script that starts the command line. */
  readonly cliScript: string;
  readonly pageFolder: string;
  readonly preload: string;
  readonly electronEntry: string;
  readonly labScript: string;
  readonly reaperScript: string;
  readonly openWorkerScript: string;
  readonly exportWorkerScript: string;
  readonly searchWorkerScript: string;
  readonly compareWorkerScript: string;
  readonly tapWriterScript: string;
};

/** `entryFolder` is the folder of the built entries, `dist/main`. */
export function appPaths(entryFolder: string): AppPaths {
  return {
    root: join(entryFolder, '..', '..'),
    cliScript: join(entryFolder, '..', '..', 'main', 'bin', 'tierscope.js'),
    pageFolder: join(entryFolder, '..', 'renderer'),
    preload: join(entryFolder, '..', 'preload', 'preload.cjs'),
    electronEntry: join(entryFolder, 'electron.js'),
    labScript: join(entryFolder, 'error-lab.js'),
    reaperScript: join(entryFolder, 'reaper.js'),
    openWorkerScript: join(entryFolder, 'open-worker.js'),
    exportWorkerScript: join(entryFolder, 'export-worker.js'),
    searchWorkerScript: join(entryFolder, 'search-worker.js'),
    compareWorkerScript: join(entryFolder, 'compare-worker.js'),
    tapWriterScript: join(entryFolder, 'tap-writer.js'),
  };
}
