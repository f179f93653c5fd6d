import { resolve } from 'node:path';
import type { CommandInput, Commands } from '../../app/contract/commands.ts';

/** What a command line asks of the app. */
export type AppRequest = {
  /** Recordings to open, as typed: relative to the folder that the command was typed in. */
  readonly files: readonly string[];
  /** The server to connect to. */
  readonly connect?: CommandInput<'connect'> | undefined;
  /** Left out, the app chooses: Electron if its binary is there, else the browser. */
  readonly shell?: 'electron' | 'browser' | undefined;
  /** The loopback host's port; left out for the usual one. */
  readonly port?: number | undefined;
  /** Whether the loopback host may open a browser. */
  readonly openBrowser: boolean;
  /** Where recordings and settings are kept; left out for the usual place. */
  readonly dataFolder?: string | undefined;
};

/**
 * Opens what the command line names, or the error lab if it names nothing and no server is saved. `folder` is the one
 * that it was typed in. Gives one sentence for each thing that could not be opened; the app goes on.
 */
export async function carryOut(commands: Commands, request: AppRequest, folder: string): Promise<string[]> {
  const problems: string[] = [];
  await openNamed(commands, request, folder, problems);
  if (request.files.length === 0 && request.connect === undefined && !(await hasProfiles(commands))) {
    const lab = await commands.startLab({});
    if (!lab.ok) problems.push(lab.error);
  }
  return problems;
}

/** Opens what the command line names; adds to `problems` one sentence for each thing that could not be opened. */
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
