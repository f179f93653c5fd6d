import { fileURLToPath } from 'node:url';
import { Command, CommanderError, Option } from 'commander';
import { eraOf } from '../../app/protocol/revisions.ts';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { appVersion } from './app-paths.ts';
import type { AppRequest } from './app-request.ts';
import { CommandEnd, exitCodes } from './command-end.ts';
import { addLab, type LabInstallRequest, type LabRequest, type LabRowsRequest } from './lab-commands.ts';
import { collected, environment, port, timeout } from './option-values.ts';
import { addProbe, type ProbeRequest } from './probe-command.ts';
import {
  addCompare,
  addConvert,
  addReport,
  type CompareRequest,
  type ConvertRequest,
  type ReportRequest,
} from './recording-commands.ts';
import {
  addDoctor,
  addMock,
  addServe,
  addTap,
  type DoctorRequest,
  type MockRequest,
  type ServeRequest,
  type TapInstallRequest,
  type TapRequest,
} from './server-commands.ts';

export type LookupRequest = {
  readonly query: string;
  readonly vocabulary: string | null;
  readonly format: string;
};

/** What each command does; every one gives the exit code. */
export type ProgramActions = {
  readonly runApp: (request: AppRequest) => Promise<number>;
  readonly lookup: (request: LookupRequest) => Promise<number>;
  readonly report: (request: ReportRequest) => Promise<number>;
  readonly compare: (request: CompareRequest) => Promise<number>;
  readonly convert: (request: ConvertRequest) => Promise<number>;
  readonly doctor: (request: DoctorRequest) => Promise<number>;
  readonly probe: (request: ProbeRequest) => Promise<number>;
  readonly tap: (request: TapRequest) => Promise<number>;
  readonly tapInstall: (request: TapInstallRequest) => Promise<number>;
  readonly mock: (request: MockRequest) => Promise<number>;
  readonly lab: (request: LabRequest) => Promise<number>;
  readonly labInstall: (request: LabInstallRequest) => Promise<number>;
  readonly labRows: (request: LabRowsRequest) => Promise<number>;
  readonly serve: (request: ServeRequest) => Promise<number>;
};

export type ProgramOutput = {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
};

/**
 * Reads the arguments after the program's name and runs the command that they name. Gives the exit code:
 * 2 for a usage error, whose sentence goes to stderr; help and version go to stdout with 0.
 */
export async function runProgram(
  typed: readonly string[],
  actions: ProgramActions,
  output: ProgramOutput,
): Promise<number> {
  let exitCode: number = exitCodes.done;
  const ending = (act: (request: never) => Promise<number>) => async (request: never) => {
    exitCode = await act(request);
  };
  const acts = Object.fromEntries(
    Object.entries(actions).map(([name, act]) => [name, ending(act)]),
  ) as unknown as Acts;
  const program = createProgram(acts, output);
  try {
    await program.parseAsync([...typed], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    if (!(error instanceof CommandEnd)) throw error;
    output.stderr(`tierscope: ${error.message}\n`);
    return error.exitCode;
  }
}

type Acts = {
  readonly [Name in keyof ProgramActions]: (request: Parameters<ProgramActions[Name]>[0]) => Promise<void>;
};

function createProgram(acts: Acts, output: ProgramOutput): Command {
  const program = new Command('tierscope')
    .description('Desktop inspector that traces error tiers in MCP. Without a command it opens the app.')
    .version(appVersion, '-V, --version', 'print the version')
    .addHelpText('after', help)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: output.stdout, writeErr: output.stderr });
  addAppCommands(program, acts.runApp);
  addLookup(program, acts.lookup);
  addReport(program, acts.report);
  addCompare(program, acts.compare);
  addConvert(program, acts.convert);
  addDoctor(program, acts.doctor);
  addProbe(program, acts.probe);
  addTap(program, acts);
  addMock(program, acts.mock);
  addLab(program, acts);
  addServe(program, acts.serve);
  return program;
}

const help = `
Without a command the options of "open" count; see tierscope open --help.
Recordings may also be those of other tools: see the list in the documentation.

Exit codes: 0 done, 1 findings, a failed check or a worse tier, 2 usage, 3 a file or server could not be opened.
A tap ends as its server ends.`;

function addLookup(program: Command, act: Acts['lookup']): void {
  program
    .command('lookup')
    .description('every meaning of a code, a name, a reason or a message, ranked')
    .argument(
      '<words...>',
      'a code, a name, a reason or a text, or - for what is on stdin; a negative code needs no quotes',
    )
    .option('--vocabulary <id>', 'only the meanings in this vocabulary')
    .addOption(new Option('--format <format>').choices(['text', 'json']).default('text'))
    .action((query: string[], options: { vocabulary?: string; format: string }) =>
      act({ query: query.join(' '), vocabulary: options.vocabulary ?? null, format: options.format }),
    );
}

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
function addAppCommands(program: Command, act: (request: AppRequest) => Promise<void>): void {
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
    .action((command: string[], options: ConnectOptions) =>
      act({ ...appRequest(options), connect: connection(command, options) }),
    );
}

function withAppOptions(command: Command): Command {
  return command
    .addOption(new Option('--shell <shell>', 'the window to use').choices(['electron', 'browser']))
    .addOption(new Option('--port <number>', 'the port of the loopback host').argParser(port))
    .option('--no-open', 'open no browser')
    .option('--data <folder>', 'where recordings and settings are kept');
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

function connection(typed: readonly string[], options: ConnectOptions): NonNullable<AppRequest['connect']> {
  const { label, cwd, env, era, revision, timeout: timeoutMs, watch, repeatLastCall } = options;
  if (repeatLastCall === true && watch === undefined) {
    throw new CommandEnd('--repeat-last-call needs --watch: it is about restarts.', exitCodes.usage);
  }
  if (era !== undefined && era !== 'auto' && revision !== undefined && eraOf(revision) !== era) {
    throw new CommandEnd(`The revision ${revision} does not belong to the era ${era}.`, exitCodes.usage);
  }
  const [command = '', ...args] = typed;
  if (command.trim() === '')
    throw new CommandEnd('connect needs a server: its command is empty.', exitCodes.usage);
  const settings = { era, revision, timeoutMs, watch, repeatLastCall };
  const isSet = Object.values(settings).some((value) => value !== undefined);
  return {
    commandLine: joinCommandLine(command, args),
    label,
    cwd,
    env,
    settings: isSet ? settings : undefined,
  };
}

/** The path of a file as it was typed, or as a desktop hands it over: some give an address, `file:///…`. */
export function typedFile(text: string): string {
  if (!/^file:\/\//i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch {
    // No address of this machine: it is reported as it was typed.
    return text;
  }
}
