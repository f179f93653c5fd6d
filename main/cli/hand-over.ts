import { errorMessage } from '../../app/base/result.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import { HostCaller, runningHost } from '../carrier/running-host.ts';
import { type AppRequest, openNamed } from './app-request.ts';
import { CommandEnd, exitCodes } from './command-end.ts';

type HandedOver = {
  /** The address of the app that took the request. */
  readonly address: string;
  /** One sentence for each thing that it could not open. */
  readonly problems: readonly string[];
};

/**
 * Hands what the command line asks for to the app that runs already on the data folder, so that there is one list
 * of tabs; undefined if none runs, or if a port was named: then this start wants a host of its own.
 */
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

/**
 * Throws the end of a start on the loopback host if the app runs already in a window of Electron on the data folder:
 * nothing can be handed over there from outside, and there is to be one list of tabs. A named port asks for one beside.
 */
export async function refuseBesideWindow(request: AppRequest, dataFolder: string): Promise<void> {
  if (request.port !== undefined) return;
  const host = await runningHost(dataFolder);
  if (host?.address !== null) return;
  throw new CommandEnd(
    `Tierscope runs already with the data folder ${dataFolder}, in a window of its own (process ${host.pid}). Go on there or quit it, name another folder with --data, or run a second one beside it with --port.`,
    exitCodes.cannotOpen,
  );
}
