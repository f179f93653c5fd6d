import { fileURLToPath } from 'node:url';
import { type Command, Option } from 'commander';
import { eraOf } from '../../app/protocol/revisions.ts';
import type { SessionSettings, SettingsChange } from '../../app/protocol/session-settings.ts';
import { joinCommandLine } from '../session/command-line.ts';
import type { AppRequest } from './app-request.ts';
import { CommandEnd, exitCodes } from './command-end.ts';

type AppOptions = { shell?: 'electron' | 'browser'; port?: number; open: boolean; data?: string };
type ConnectOptions = AppOptions & {
  label?: string;
  cwd?: string;
  env?: Record<string, string>;
  era?: SessionSettings['era'];
  revision?: string;
  timeout?: number;
  watch?: string[];
  repeatLastCall?: true;
};

/** Adds `open`, which is also what happens without a command, and `connect`. */
export function addAppCommands(program: Command, act: (request: AppRequest) => Promise<void>): void {
  withAppOptions(program.command('open', { isDefault: true }))
    .description('the app, with these recordings; without one, the error lab')
    .argument('[recording...]')
    .action((files: string[], options: AppOptions) =>
      act({ ...appRequest(options), files: files.map(typedFile) }),
    );
  withAppOptions(program.command('connect'))
    .description('the app, connected to this server')
    .argument('<command...>', 'the server and its arguments, after --')
    .option('--label <name>', 'the name of its tab')
    .option('--cwd <folder>', 'the folder that the server starts in')
    .option('--env <name=value>', 'a variable of its environment, as often as needed', environment)
    .addOption(new Option('--era <era>', 'how to talk to it').choices(['auto', 'initialize', 'modern']))
    .option('--revision <revision>', 'the protocol revision to ask for')
    .addOption(
      new Option('--timeout <seconds>', 'how long a call may take without an answer').argParser(timeout),
    )
    .option('--watch <path>', 'restart it when this file, folder or glob in its folder changes', collected)
    .option('--repeat-last-call', 'make the last call again after such a restart')
    .passThroughOptions()
    .action((words: string[], options: ConnectOptions) =>
      act({ ...appRequest(options), connect: connection(words, options) }),
    );
}

function withAppOptions(command: Command): Command {
  return command
    .addOption(new Option('--shell <shell>', 'the window to use').choices(['electron', 'browser']))
    .addOption(new Option('--port <number>', 'the port of the loopback host').argParser(port))
    .option('--no-open', 'open no browser')
    .option('--data <folder>', 'where recordings and settings live');
}

function appRequest(options: AppOptions): AppRequest {
  return {
    files: [],
    connect: null,
    shell: options.shell ?? null,
    port: options.port ?? null,
    openBrowser: options.open,
    dataFolder: options.data ?? null,
  };
}

function connection(words: readonly string[], options: ConnectOptions): NonNullable<AppRequest['connect']> {
  const { label, cwd, env, watch = [] } = options;
  if (options.repeatLastCall === true && watch.length === 0) {
    throw new CommandEnd('--repeat-last-call needs --watch: it is about restarts.', exitCodes.usage);
  }
  const { era, revision } = options;
  if (era !== undefined && era !== 'auto' && revision !== undefined && eraOf(revision) !== era) {
    throw new CommandEnd(`The revision ${revision} does not belong to the era ${era}.`, exitCodes.usage);
  }
  const settings = connectSettings(options, watch);
  const [command = '', ...args] = words;
  if (command.trim() === '')
    throw new CommandEnd('connect needs a server: its command is empty.', exitCodes.usage);
  return {
    commandLine: joinCommandLine(command, args),
    ...(label === undefined ? {} : { label }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
}

function connectSettings(options: ConnectOptions, watch: readonly string[]): SettingsChange {
  const { era, revision, timeout: timeoutMs, repeatLastCall } = options;
  return {
    ...(era === undefined ? {} : { era }),
    ...(revision === undefined ? {} : { revision }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(watch.length === 0 ? {} : { watch: [...watch] }),
    ...(repeatLastCall === undefined ? {} : { repeatLastCall }),
  };
}

function collected(text: string, earlier: string[] = []): string[] {
  return [...earlier, text];
}

/** Seconds as typed, in milliseconds. */
function timeout(text: string): number {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  if (seconds >= 0.001 && seconds <= 3600) return Math.round(seconds * 1000);
  throw new CommandEnd(`--timeout needs seconds from 0.001 to 3600, not "${text}".`, exitCodes.usage);
}

function environment(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const equals = text.indexOf('=');
  if (equals > 0) return { ...earlier, [text.slice(0, equals)]: text.slice(equals + 1) };
  throw new CommandEnd(`--env needs NAME=value, not "${text}".`, exitCodes.usage);
}

function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new CommandEnd(`--port needs a number from 0 to 65535, not "${text}".`, exitCodes.usage);
}

/** The path of a file as it was typed, or as a desktop hands it over: some give an address, `file:///…`. */
export function typedFile(text: string): string {
  if (!/^file:\/\//i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch {
    // No address of this machine: it is told as it was typed.
    return text;
  }
}
