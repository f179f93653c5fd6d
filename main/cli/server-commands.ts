import { type Command, Option } from 'commander';
import { CommandEnd, exitCodes } from './command-end.ts';
import type { RunMockOptions } from './run-mock.ts';

export type TapRequest = {
  /** Null names the tap after what its command runs. */
  readonly label: string | null;
  readonly dataFolder: string | null;
  readonly command: string;
  readonly args: readonly string[];
};
export type MockRequest = Omit<RunMockOptions, 'writeError'>;
export type TapInstallRequest = {
  readonly action: 'install' | 'uninstall';
  readonly host: string | null;
  readonly server: string | null;
  readonly dryRun: boolean;
};

type TapActs = {
  readonly tap: (request: TapRequest) => Promise<void>;
  readonly tapInstall: (request: TapInstallRequest) => Promise<void>;
};

/** Adds `tap`, which stands in front of a server, and `tap install` and `tap uninstall`. */
export function addTap(program: Command, acts: TapActs): void {
  const tap = program
    .command('tap')
    .description('a transparent proxy in front of a stdio server, which records; for agents to start')
    .usage('[options] -- <command> [arguments]\n       tierscope tap install|uninstall [options]')
    .argument('[command...]', 'the server and its arguments, after --')
    .option('--label <name>', 'the name of its session')
    .option('--data <folder>', 'where recordings and settings are kept')
    .passThroughOptions()
    .action(([command, ...args]: string[], options: { label?: string; data?: string }) => {
      if (command === undefined) {
        throw new CommandEnd('tap needs a server: tierscope tap -- command args…', exitCodes.usage);
      }
      const { label = null, data = null } = options;
      return acts.tap({ label, dataFolder: data, command, args });
    });
  for (const action of ['install', 'uninstall'] as const) {
    tap
      .command(action)
      .description(
        action === 'install'
          ? 'puts the servers in the configuration files of hosts behind the tap'
          : 'takes them out from behind it',
      )
      .option('--host <host>', 'only the files of this host, such as claude-code')
      .option('--server <name>', 'only this server')
      .option('--dry-run', 'list what would change, and write nothing')
      .action((options: { host?: string; server?: string; dryRun?: boolean }) => {
        const { host = null, server = null, dryRun = false } = options;
        return acts.tapInstall({ action, host, server, dryRun });
      });
  }
}

/** Adds `mock`, which stands in for a recorded server. */
export function addMock(program: Command, act: (request: MockRequest) => Promise<void>): void {
  program
    .command('mock')
    .description('a stdio server that answers as recorded')
    .argument('<recording>')
    .option('--session <name>', 'the session of the recording to answer as; the first, if none is named')
    .option('--strict', 'answer each recorded call once, instead of the last one again and again')
    .addOption(
      new Option('--speed <factor>', 'how much faster than recorded: a number, or max for no delays')
        .argParser(speed)
        .default(1, '1'),
    )
    .action((file: string, options: { session?: string; strict?: boolean; speed: number }) => {
      const { session = null, strict = false } = options;
      return act({ file, session, strict, speed: options.speed });
    });
}

function speed(text: string): number {
  if (text === 'max') return Number.POSITIVE_INFINITY;
  const factor = Number(text);
  if (text.trim() !== '' && Number.isFinite(factor) && factor > 0) return factor;
  throw new CommandEnd(`--speed needs a number above 0, or max, not "${text}".`, exitCodes.usage);
}
