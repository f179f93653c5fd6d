import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type LoopbackServer, startLoopbackServer } from '../carrier/loopback-server.ts';
import { announceHost } from '../carrier/running-host.ts';
import type { HostApi } from '../hub/host-api.ts';
import { writeStderr } from '../system/command-output.ts';
import { type AppPaths, hubOptions, nodeEntries, nodeTapCommand } from './app-paths.ts';
import { type AppRequest, forwardRequest, openRequest, refuseBesideWindow } from './app-request.ts';
import {
  CommandEnd,
  claimDataFolder,
  disposeInTime,
  disposeOnCrash,
  endSignal,
  exitCodes,
  outlive,
} from './command-end.ts';
import { browserPlans, hasDisplay, openBrowser } from './open-browser.ts';

/** The page's settings belong to its address, so the port stays the same if possible. */
const USUAL_PORT = 41_414;

/** Runs the app on the loopback host until a signal or its window ends it. A running host takes the request. */
export async function runLoopback(request: AppRequest, paths: AppPaths, dataFolder: string): Promise<number> {
  // The reader of the address may be gone, as after `head`; the app continues.
  outlive(process.stdout);
  await claimDataFolder(dataFolder, complain);
  await refuseBesideWindow(request, dataFolder);
  const taken = await forwardRequest(request, dataFolder, process.cwd());
  if (taken !== undefined) {
    process.stdout.write(`Tierscope runs already, at ${taken.address}\n`);
    for (const problem of taken.problems) complain(problem);
    return taken.problems.length === 0 ? exitCodes.done : exitCodes.cannotOpen;
  }
  const signal = endSignal();
  let serve = (_host: HostApi): void => undefined;
  const ready = new Promise<HostApi>((resolve) => {
    serve = resolve;
  });
  const server = await listen(ready, request.port, paths.pageFolder);
  const takeBack = await announceHost(dataFolder, { pid: process.pid, address: server.address });
  process.stdout.write(`Tierscope is at ${server.address}\n`);
  const window = request.openBrowser ? showWindow(server, join(dataFolder, 'browser')) : undefined;
  // Most of the program: it loads while the browser starts.
  const { createHub } = await import('../hub/hub.ts');
  const entries = { ...nodeEntries(paths), tapCommand: nodeTapCommand(paths) };
  const host = createHub(hubOptions(paths, { host: 'loopback', dataFolder, ...entries }));
  disposeOnCrash(() => disposeInTime(host));
  serve(host);
  const problems = await openRequest(host, request, process.cwd());
  for (const text of problems) {
    complain(text);
    host.notify({ level: 'error', text });
  }
  await Promise.race([signal, ...(window === undefined ? [] : [window.closed])]);
  window?.end();
  await takeBack();
  await server.close();
  await disposeInTime(host);
  return problems.length === 0 ? exitCodes.done : exitCodes.cannotOpen;
}

async function listen(
  host: Promise<HostApi>,
  port: number | undefined,
  pageFolder: string,
): Promise<LoopbackServer> {
  try {
    const ports = port === undefined ? [USUAL_PORT, 0] : [port];
    return await startLoopbackServer({
      host,
      pageFolder,
      ports,
      onFault: (fault) => complain(fault.message),
    });
  } catch (error) {
    throw new CommandEnd(
      `Port ${port ?? USUAL_PORT} of 127.0.0.1 ${portFault(error)}. Choose another with --port.`,
      exitCodes.cannotOpen,
    );
  }
}

function portFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'is taken by another program';
  if (code === 'EACCES') return 'is not yours to open';
  return `could not be had: ${message}`;
}

function showWindow(
  server: LoopbackServer,
  profile: string,
): { closed: Promise<void>; end: () => void } | undefined {
  const { platform, env } = process;
  if (!hasDisplay({ platform, env })) {
    complain('there is no display here; open the address in a browser');
    return undefined;
  }
  const place = { platform, env, isRoot: process.getuid?.() === 0, exists: existsSync };
  let close = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const end = openBrowser({
    plans: () => browserPlans(server.entryAddress(), profile, place),
    // A browser that passed the address on to another process ends too, before any screen connects.
    onClosed: () => server.screens().ever > 0 && server.screens().open === 0 && close(),
    onNone: () => complain('no browser could be started; open the address in one'),
  });
  return { closed, end };
}

function complain(sentence: string): void {
  writeStderr(`tierscope: ${sentence}\n`);
}
