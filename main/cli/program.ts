import { fileURLToPath } from 'node:url';
import { Command, CommanderError, Option } from 'commander';
import { nearestName } from '../../app/findings/call-name.ts';
import { eraOf } from '../../app/protocol/revisions.ts';
import type { SettingsChange } from '../../app/protocol/session-settings.ts';
import { joinCommandLine } from '../session/command-line.ts';
import type { CommandOutput } from '../system/command-output.ts';
import { appVersion } from './app-paths.ts';
import type { AppRequest } from './app-request.ts';
import {
  type AnyDoctorRequest,
  addDoctor,
  addEras,
  addHosts,
  type ErasRequest,
  type HostsRequest,
} from './check-commands.ts';
import { CommandEnd, exitCodes } from './command-end.ts';
import {
  type Act,
  type AddressOptions,
  addressOptions,
  CWD,
  collected,
  DATA,
  ENV,
  eraOption,
  option,
  portOption,
  REVISION,
  type ServerOptions,
  timeoutOption,
  typedServer,
  withOptions,
} from './options.ts';
import {
  addCompare,
  addConvert,
  addHelp,
  addLookup,
  addReport,
  type CompareRequest,
  type ConvertRequest,
  type HelpRequest,
  type LookupRequest,
  type ReportRequest,
} from './recording-commands.ts';
import {
  addLab,
  addMock,
  addProbe,
  addServe,
  addTap,
  type LabInstallRequest,
  type LabRequest,
  type LabRowsRequest,
  type MockRequest,
  type ProbeRequest,
  type ServeRequest,
  type TapInstallRequest,
  type TapRequest,
} from './server-commands.ts';

export type Requests = {
  readonly runApp: AppRequest;
  readonly help: HelpRequest;
  readonly lookup: LookupRequest;
  readonly report: ReportRequest;
  readonly compare: CompareRequest;
  readonly convert: ConvertRequest;
  readonly doctor: AnyDoctorRequest;
  readonly hosts: HostsRequest;
  readonly eras: ErasRequest;
  readonly probe: ProbeRequest;
  readonly tap: TapRequest;
  readonly tapInstall: TapInstallRequest;
  readonly mock: MockRequest;
  readonly lab: LabRequest;
  readonly labInstall: LabInstallRequest;
  readonly labRows: LabRowsRequest;
  readonly serve: ServeRequest;
};

/** The action of each command; each returns the exit code. */
export type ProgramActions = {
  readonly [Name in keyof Requests]: (request: Requests[Name]) => Promise<number>;
};

type Acts = { readonly [Name in keyof Requests]: Act<Requests[Name]> };

/** Wraps every action so that a request calls `perform` with it. */
export function eachAction(actions: object, perform: (act: () => Promise<number>) => Promise<unknown>) {
  const each = Object.entries(actions).map(([name, act]) => [
    name,
    (request: object) => perform(() => act(request)),
  ]);
  return Object.fromEntries(each);
}

export type ProgramOutput = Omit<CommandOutput, 'version'>;

/** Runs the command in the arguments. Returns the exit code: 2 for a usage error, 0 for help and version. */
export async function runProgram(
  typed: readonly string[],
  actions: ProgramActions,
  output: ProgramOutput,
): Promise<number> {
  let exitCode: number = exitCodes.done;
  const acts: Acts = eachAction(actions, async (act) => {
    exitCode = await act();
  });
  const program = createProgram(acts, output);
  try {
    await program.parseAsync([...typed], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    if (!(error instanceof CommandEnd)) throw error;
    output.writeError(`tierscope: ${error.message}\n`);
    return error.exitCode;
  }
}

function createProgram(acts: Acts, output: ProgramOutput): Command {
  const program = new Command('tierscope')
    .description('Desktop inspector that traces error tiers in MCP. Without a command it opens the app.')
    .version(appVersion, '-V, --version', 'print the version')
    .addHelpText('after', help)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: output.write, writeErr: output.writeError });
  addAppCommands(program, acts.runApp);
  addHelp(program, acts.help);
  addLookup(program, acts.lookup);
  addReport(program, acts.report);
  addCompare(program, acts.compare);
  addConvert(program, acts.convert);
  addDoctor(program, acts.doctor);
  addHosts(program, acts.hosts);
  addEras(program, acts.eras);
  addProbe(program, acts.probe);
  addTap(program, acts);
  addMock(program, acts.mock);
  addLab(program, acts);
  addServe(program, acts.serve);
  return program;
}

const help = `
Without a command the options of "open" count; see tierscope open --help.
Recordings may also be those of other tools: see tierscope help recordings.

Exit codes: 0 done, 1 findings, a failed check or a worse tier, 2 usage, 3 a file or server could not be opened.
A tap ends as its server ends.`;

type AppOptions = Omit<AppRequest, 'files' | 'connect'>;
type ConnectOptions = AppOptions &
  AddressOptions &
  Omit<ServerOptions, 'dataFolder'> &
  Pick<SettingsChange, 'watch' | 'repeatLastCall'>;

function addAppCommands(program: Command, act: Act<AppRequest>): void {
  withAppOptions(program.command('open', { isDefault: true }))
    .description('the app, with these recordings; without one, the error lab')
    .argument('[recording...]')
    .action((files: string[], options: AppOptions) =>
      act({ ...options, files: files.map(typedFile), meant: meantCommand(program, files) }),
    );
  const connect = withAppOptions(program.command('connect'))
    .description('the app, connected to this server')
    .usage('[options] -- <command> [arguments]\n       tierscope connect --url <address> [options]')
    .argument('[command...]', 'the server and its arguments, after --');
  withOptions(
    connect,
    ...addressOptions(),
    new Option('--label <name>', 'the name of its tab'),
    CWD,
    ENV,
    eraOption(),
    REVISION,
    timeoutOption('how long a call may take without an answer'),
    new Option('--watch <path>', 'restart it when this file, folder or glob in its folder changes').argParser(
      collected,
    ),
    new Option('--repeat-last-call', 'make the last call again after such a restart'),
  )
    .passThroughOptions()
    .action((command: string[], { shell, port, openBrowser, dataFolder, ...server }: ConnectOptions) =>
      act({ files: [], shell, port, openBrowser, dataFolder, connect: connection(command, server) }),
    );
}

/** The command that was probably meant in place of the first file; undefined if none is close. */
function meantCommand(program: Command, [word = '']: readonly string[]): string | undefined {
  return /^[a-z]+$/i.test(word)
    ? nearestName(
        word,
        program.commands.map((one) => one.name()),
      )
    : undefined;
}

function withAppOptions(command: Command): Command {
  return withOptions(
    command,
    new Option('--shell <shell>', 'the window to use').choices(['electron', 'browser']),
    portOption('the port of the loopback host'),
    option('--no-open', 'open no browser', 'openBrowser'),
    DATA,
  );
}

function connection(
  words: readonly string[],
  typed: Omit<ConnectOptions, keyof AppOptions>,
): NonNullable<AppRequest['connect']> {
  const { command, args, env, settings: reached = {} } = typedServer(words, typed, 'connect');
  const { label, cwd, env: _, url, headers, ca, cert, key, insecure, tokenEnv, ...own } = typed;
  const settings = { ...own, ...reached };
  const { era, revision, watch, repeatLastCall } = settings;
  const usage = (sentence: string) => new CommandEnd(sentence, exitCodes.usage);
  if (repeatLastCall === true && watch === undefined)
    throw usage('--repeat-last-call needs --watch: it is about restarts.');
  if (era !== undefined && era !== 'auto' && revision !== undefined && eraOf(revision) !== era)
    throw usage(`The revision ${revision} does not belong to the era ${era}.`);
  const isSet = Object.keys(settings).length > 0;
  return {
    commandLine: joinCommandLine(command, args),
    label,
    cwd,
    env,
    settings: isSet ? settings : undefined,
  };
}

/** The path of a file as typed, or from the `file:///…` address that some desktops pass. */
export function typedFile(text: string): string {
  if (!/^file:\/\//i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch {
    // Not an address of this machine: reported as typed.
    return text;
  }
}
