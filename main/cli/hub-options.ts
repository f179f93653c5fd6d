import { homedir } from 'node:os';
import type { HubOptions } from '../hub/host-api.ts';
import type { AppPaths } from './app-paths.ts';
import { appVersion } from './app-version.ts';

/** What the hub needs to know of the host that it runs in. */
export function hubOptions(
  paths: AppPaths,
  where: Pick<HubOptions, 'host' | 'dataFolder' | 'secretBox'>,
): HubOptions {
  // Electron's binary runs a script as Node does when it is told to.
  const env: Record<string, string> = where.host === 'electron' ? { ELECTRON_RUN_AS_NODE: '1' } : {};
  const node = { command: process.execPath, env };
  return {
    ...where,
    version: appVersion,
    lab: { command: node.command, args: [paths.labScript], env },
    reaperScript: paths.reaperScript,
    openWorkerScript: paths.openWorkerScript,
    exportWorkerScript: paths.exportWorkerScript,
    searchWorkerScript: paths.searchWorkerScript,
    compareWorkerScript: paths.compareWorkerScript,
    place: { platform: process.platform, home: homedir(), env: process.env, project: process.cwd() },
    node,
  };
}
