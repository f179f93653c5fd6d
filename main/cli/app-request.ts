import { resolve } from 'node:path';
import { errorMessage } from '../../app/base/result.ts';
import type { CommandInput, Commands } from '../../app/contract/commands.ts';
import { HostCaller, runningHost } from '../carrier/running-host.ts';
import type { HostApi } from '../hub/host-api.ts';
import { CommandEnd, exitCodes } from './command-end.ts';

export type AppRequest = {
  /** Recordings to open, as typed: relative to the working folder. */
  readonly files: readonly string[];
  /** The command that the first file may have been meant as, if no such file exists. */
  readonly meant?: string | undefined;
  readonly connect?: CommandInput<'connect'> | undefined;
  /** If omitted, the app chooses: Electron if its binary is present, else the browser. */
  readonly shell?: 'electron' | 'browser' | undefined;
  /** The loopback host's port; undefined for the default. */
  readonly port?: number | undefined;
  /** Whether the loopback host may open a browser. */
  readonly openBrowser: boolean;
  /** Where recordings and settings are kept; undefined for the default. */
  readonly dataFolder?: string | undefined;
};

/** Opens what was named relative to `folder`, else what was open last, else the lab. Returns a sentence per failure. */
export async function openRequest(
  { commands, reopen }: Pick<HostApi, 'commands' | 'reopen'>,
  request: AppRequest,
  folder: string,
): Promise<string[]> {
  const problems: string[] = [];
  await openNamed(commands, request, folder, problems);
  const isNamed = request.files.length > 0 || request.connect !== undefined;
  if (!isNamed && !(await reopen()) && !(await hasProfiles(commands))) {
    const lab = await commands.startLab({});
    if (!lab.ok) problems.push(lab.error);
  }
  return problems;
}

/** Opens what the command line names; adds one sentence per failure to `problems`. */
export async function openNamed(
  commands: Pick<Commands, 'openRecording' | 'connect'>,
  request: AppRequest,
  folder: string,
  problems: string[],
): Promise<void> {
  for (const file of request.files) {
    const opened = await commands.openRecording({ path: resolve(folder, file) });
    if (!opened.ok) problems.push(opened.error);
  }
  if (request.connect !== undefined) {
    const cwd = resolve(folder, request.connect.cwd ?? '.');
    const connected = await commands.connect({ ...request.connect, cwd });
    if (!connected.ok) problems.push(connected.error);
  }
}

async function hasProfiles(commands: Commands): Promise<boolean> {
  const saved = await commands.listProfiles({});
  return saved.ok && saved.value.profiles.length > 0;
}

type HandedOver = {
  /** The address of the app that took the request. */
  readonly address: string;
  /** One sentence for each item that it could not open. */
  readonly problems: readonly string[];
};

/** Forwards the request to the app that runs on the data folder; undefined if none runs or a port was given. */
export async function forwardRequest(
  request: AppRequest,
  dataFolder: string,
  folder: string,
): Promise<HandedOver | undefined> {
  if (request.port !== undefined) return undefined;
  const host = await runningHost(dataFolder);
  if (host === undefined || host.address === null) return undefined;
  const { address } = host;
  const caller = await HostCaller.connect(address).catch(() => undefined);
  if (caller === undefined) return undefined;
  const problems: string[] = [];
  try {
    const commands = {
      openRecording: (input: CommandInput<'openRecording'>) => caller.call('openRecording', input),
      connect: (input: CommandInput<'connect'>) => caller.call('connect', input),
    };
    await openNamed(commands, request, folder, problems);
  } catch (error) {
    problems.push(`${errorMessage(error)}.`);
  } finally {
    caller.close();
  }
  return { address, problems };
}

/** Throws a `CommandEnd` if an Electron window runs on the data folder, since it cannot take requests. */
export async function refuseBesideWindow(request: AppRequest, dataFolder: string): Promise<void> {
  if (request.port !== undefined) return;
  const host = await runningHost(dataFolder);
  if (host?.address !== null) return;
  throw new CommandEnd(
    `Tierscope runs already with the data folder ${dataFolder}, in a window of its own (process ${host.pid}). Go on there or quit it, name another folder with --data, or run a second one beside it with --port.`,
    exitCodes.cannotOpen,
  );
}
