import { type Command, Option } from 'commander';
import { FAULT_GRAMMAR, type Fault, parseFault } from '../../app/lab/faults/fault.ts';
import { LIST_SHAPES, USUAL_SHAPES } from '../../app/lab/survey/list-survey.ts';
import { isSeed } from '../../app/lab/survey/survey-tools.ts';
import type { LabInstallOptions } from '../checks/lab/lab-install.ts';
import type { LabRowsOptions } from '../checks/lab/lab-rows.ts';
import type { RunLabOptions } from '../checks/lab/run-lab.ts';
import type { TapInstallOptions } from '../tap/install/run-tap-install.ts';
import { type AskedTakers, START_MS, takersOption } from './check-commands.ts';
import { CommandEnd, exitCodes } from './command-end.ts';
import {
  type Act,
  type AddressOptions,
  addressOptions,
  CWD,
  checkBaseline,
  collected,
  DATA,
  ENV,
  eraOption,
  httpAddress,
  LABEL,
  option,
  portOption,
  REVISION,
  type ReportFilters,
  type ServerOptions,
  secondsOption,
  type TypedServer,
  timeoutOption,
  typedServer,
  wholeNumber,
  withOptions,
  withReportFilters,
  wrong,
} from './options.ts';
import type { RunMockOptions } from './run-mock.ts';

type ServerCommand = { readonly command: string; readonly args: readonly string[] };

export type TapRequest = TapOptions &
  (
    | ServerCommand
    | { readonly remote: string; readonly server: readonly string[]; readonly port?: number }
    | (AddressOptions & { readonly url: URL; readonly port?: number; readonly keepsOrigin?: boolean })
  );

type TapOptions = Pick<ServerOptions, 'label' | 'dataFolder'> & {
  /** A collector that gets spans and metrics. */
  readonly otlp?: URL;
  readonly otlpPayloads?: boolean;
  /** The receiver of a `tap --remote` on another machine. */
  readonly to?: URL;
};

export type MockRequest = Omit<RunMockOptions, 'writeError'> & HttpOptions;
export type TapInstallRequest = Pick<TapInstallOptions, 'action' | 'host' | 'server' | 'dryRun'> &
  Pick<ServerOptions, 'dataFolder'>;

export type ProbeRequest = TypedServer &
  ServerOptions &
  Pick<Required<ServerOptions>, 'era' | 'timeoutMs'> &
  ReportFilters &
  AskedTakers & {
    /** The tools that may be called with valid arguments. */
    readonly calls?: readonly string[];
    /** A suite to run instead of the cases; true for the project file's. */
    readonly suite?: string | true;
    readonly dryRun?: boolean;
    readonly seed: number;
    /** No case starts later than this, in milliseconds. */
    readonly budgetMs: number;
    /** The path of the recording; by default a new one in the data folder. */
    readonly out?: string;
    /** True to start a command from a project file without asking. */
    readonly startsUnasked?: boolean;
  };

export type ServeRequest = Pick<ServerOptions, 'dataFolder'> & {
  /** Recordings and folders to serve in addition to the data folder. */
  readonly paths: readonly string[];
  /** True to let an agent probe servers without asking the user. */
  readonly allowsProbe?: boolean;
} & HttpOptions;

const BUDGET_MS = 300_000;
const MAX_SEED = 0xffff_ffff;

/** The typed command of a server; ends the program if there is none. */
function serverCommand([command = '', ...args]: readonly string[], name: string): ServerCommand {
  if (command.trim() !== '') return { command, args };
  throw new CommandEnd(`${name} needs a server: tierscope ${name} -- command args…`, exitCodes.usage);
}

const KEEP_ORIGIN = option(
  '--keep-origin',
  'pass on the Origin of a page, which is left out otherwise',
  'keepsOrigin',
);
const OTLP = option(
  '--otlp <address>',
  'send spans and metrics to this collector while traffic flows, such as http://127.0.0.1:4318',
  'otlp',
).argParser(httpAddress('--otlp'));
const REMOTE = option(
  '--remote <host>',
  'print the ssh line of a tap on this host, and take what it records: user@host',
  'remote',
).argParser((text: string) => {
  if (/^[\w[][\w.@:%[\]-]{0,200}$/.test(text)) return text;
  throw wrong('--remote', 'a host for ssh, such as user@host', text);
});
const TO = option('--to <address>', 'where the recording goes too; tap --remote prints it', 'to').argParser(
  httpAddress('--to'),
);
const TAP_HELP = `
With --url it listens on 127.0.0.1, prints the address to give to the agent, and ends with Ctrl+C. The address is
always the same for the same server, unless --port chooses another.`;

/** Adds `tap`, which runs in front of a server, and `tap install` and `tap uninstall`. */
export function addTap(
  program: Command,
  acts: { tap: Act<TapRequest>; tapInstall: Act<TapInstallRequest> },
): void {
  const tap = program
    .command('tap')
    .description(
      'a transparent proxy in front of a server, which records; for agents to start, or to connect to',
    )
    .usage(
      '[options] -- <command> [arguments]\n       tierscope tap --url <address> [options]\n       tierscope tap install|uninstall [options]',
    )
    .argument('[command...]', 'the server and its arguments, after --');
  withOptions(
    tap,
    LABEL,
    DATA,
    ...addressOptions(),
    portOption('the port of the address for the agent'),
    KEEP_ORIGIN,
    OTLP,
    option('--otlp-payloads', 'send arguments and results too, without their secrets', 'otlpPayloads'),
    REMOTE,
    TO,
  )
    .addHelpText('after', TAP_HELP)
    .passThroughOptions()
    .action(
      (typed: string[], { url, remote, ...options }: TapOptions & AddressOptions & { remote?: string }) => {
        if (remote !== undefined && url !== undefined)
          throw new CommandEnd('tap takes --remote or --url, not both.', exitCodes.usage);
        if (remote !== undefined) return acts.tap({ ...options, remote, server: typed });
        if (url !== undefined && typed.length === 0) return acts.tap({ ...options, url });
        if (url !== undefined)
          throw new CommandEnd('tap takes a command or --url, not both.', exitCodes.usage);
        return acts.tap({ ...options, ...serverCommand(typed, 'tap') });
      },
    );
  for (const action of ['install', 'uninstall'] as const) {
    const command = tap
      .command(action)
      .description(
        action === 'install'
          ? 'puts the servers in the configuration files of hosts behind the tap'
          : 'takes them out from behind it',
      )
      .option('--host <host>', 'only the files of this host, such as claude-code')
      .option('--server <name>', 'only this server')
      .option('--dry-run', 'list what would change, and write nothing');
    if (action === 'install') command.addOption(DATA);
    command.action((options: Omit<TapInstallRequest, 'action'>) => acts.tapInstall({ ...options, action }));
  }
}

/** Adds `probe`, which safely provokes every kind of error and grades the server. */
export function addProbe(program: Command, act: Act<ProbeRequest>): void {
  const command = program
    .command('probe')
    .description('provokes every kind of error, safely, and grades the server; keeps the recording')
    .usage('[options] -- <command> [arguments]\n       tierscope probe --url <address> [options]')
    .argument('[command...]', 'the server and its arguments, after --; else those of the project file');
  withOptions(
    command,
    ...addressOptions(),
    LABEL,
    CWD,
    ENV,
    DATA,
    eraOption().default('auto'),
    REVISION,
    takersOption(),
    ...probeOptions(),
  );
  withReportFilters(command, {
    failOn: 'exit 1 if a case failed with one',
    baseline: 'what an earlier probe printed as JSON, or its recording: what it knows fails nothing',
    limited: 'a case fails if a call',
  })
    .addOption(
      option(
        '--yes',
        'start the command of a project file without a question, in CI for example',
        'startsUnasked',
      ),
    )
    .addHelpText(
      'after',
      '\nWithout --call no tool gets valid arguments but those marked as read-only. Exit codes: 0 no case failed that is\nthe author’s, 1 one did (--fail-on says which count), 2 usage, 3 the server could not be started.',
    )
    .passThroughOptions()
    .action((words: string[], options: Omit<ProbeRequest, 'command' | 'args'> & AddressOptions) => {
      checkBaseline(options);
      const isNamed = words.length > 0 || options.url !== undefined;
      const server = isNamed ? typedServer(words, options, 'probe') : { command: '', args: [] };
      return act({ ...options, ...server });
    });
}

function probeOptions(): Option[] {
  return [
    timeoutOption('how long the start may take').default(START_MS, String(START_MS / 1000)),
    option('--call <tool>', 'a tool that may be called with valid arguments; repeatable', 'calls').argParser(
      collected,
    ),
    new Option(
      '--suite [file]',
      'run the entries of this suite and nothing else; without a file, the suite of the project file',
    ),
    new Option('--dry-run', 'print every line that would be sent; starts the server to read its lists'),
    new Option('--seed <number>', 'decides invented values and the order')
      .argParser(wholeNumber('--seed', MAX_SEED))
      .default(1),
    secondsOption('--budget', 'no case begins later than that', 'budgetMs').default(
      BUDGET_MS,
      String(BUDGET_MS / 1000),
    ),
    new Option('--out <file>', 'the recording to write; a new one in the data folder, if none is named'),
  ];
}

const HTTP = option('--http', 'as an HTTP server on 127.0.0.1, until Ctrl+C', 'isHttp');
const HTTP_PORT = portOption('the port with --http; any free one, if none is named');

/** Adds `mock`, which replays a recorded server. */
export function addMock(program: Command, act: Act<MockRequest>): void {
  program
    .command('mock')
    .description('a server on stdio, or over HTTP, that answers as recorded')
    .argument('<recording>')
    .option('--session <name>', 'the session of the recording to answer as; the first, if none is named')
    .option('--strict', 'answer each recorded call once, instead of the last one again and again')
    .addOption(
      new Option('--speed <factor>', 'how much faster than recorded: a number, or max for no delays')
        .argParser(speed)
        .default(1, '1'),
    )
    .addOption(faultOption())
    .addOption(HTTP)
    .addOption(HTTP_PORT)
    .addHelpText('after', `\n${FAULT_GRAMMAR}`)
    .action((file: string, options: Omit<MockRequest, 'file'>) => act({ ...options, file }));
}

/** The repeatable `--fault`; an invalid fault ends the command with a sentence. */
export function faultOption(): Option {
  return option('--fault <fault>', 'what goes wrong on purpose; repeatable', 'faults').argParser(fault);
}

function fault(text: string, earlier: readonly Fault[] = []): readonly Fault[] {
  const parsed = parseFault(text);
  if (!parsed.ok) throw new CommandEnd(`--fault "${text}": ${parsed.error}`, exitCodes.usage);
  return [...earlier, parsed.value];
}

function speed(text: string): number {
  if (text === 'max') return Number.POSITIVE_INFINITY;
  const factor = Number(text);
  if (text.trim() !== '' && Number.isFinite(factor) && factor > 0) return factor;
  throw wrong('--speed', 'a number above 0, or max', text);
}

/** Adds `serve`, an MCP server for coding agents. */
export function addServe(program: Command, act: Act<ServeRequest>): void {
  const command = program
    .command('serve')
    .description(
      'an MCP server on stdio, or over HTTP: a coding agent asks for sessions, problems and explanations',
    )
    .argument('[recording...]', 'recordings, or folders of them, besides those of the data folder');
  withOptions(
    command,
    DATA,
    option('--allow-probe', 'let the agent start servers and probe them without asking you', 'allowsProbe'),
    HTTP,
    HTTP_PORT,
  ).action((paths: string[], options: Omit<ServeRequest, 'paths'>) => act({ ...options, paths }));
}

type DataFolder = Pick<ServerOptions, 'dataFolder'>;

export type LabRequest = Omit<RunLabOptions, 'save'> & DataFolder & HttpOptions;
type HttpOptions = { readonly isHttp?: boolean; readonly port?: number };
export type LabInstallRequest = Pick<LabInstallOptions, 'action' | 'host' | 'file' | 'dryRun'> &
  Pick<RunLabOptions, 'isSurveyOnly'>;
export type LabRowsRequest = Pick<LabRowsOptions, 'recording' | 'answer' | 'transcript'> & DataFolder;

const HELP = `
The agent begins with the tool survey-start. What it reports becomes rows of the host table, in the folder "hosts" of
the data folder.

${FAULT_GRAMMAR}`;

const shapes = (flag: string) => (text: string) => {
  const named = text.split(',').map((part) => part.trim());
  if (named.every((one) => LIST_SHAPES.includes(one))) return named;
  throw wrong(flag, `one or more of ${LIST_SHAPES.join(', ')}, with commas between`, text);
};
const LISTS = new Option('--lists [shapes]', 'a survey of tool lists, of all shapes or of these')
  .preset(USUAL_SHAPES.join())
  .argParser(shapes('--lists'));
const LOST = new Option('--lost <shapes>', 'shapes for which the host showed no tools at all')
  .implies({ lists: USUAL_SHAPES })
  .argParser(shapes('--lost'));
const SURVEY = option('--survey', 'only the tools of the survey', 'isSurveyOnly');

/** Adds `lab`, a server that produces errors for agents, and the commands that add it to a host's file. */
export function addLab(
  program: Command,
  acts: { lab: Act<LabRequest>; labInstall: Act<LabInstallRequest>; labRows: Act<LabRowsRequest> },
): void {
  const lab = program
    .command('lab')
    .description(
      'a stdio server that fails on request, and surveys what a host passes on; for agents to start',
    )
    .usage('[options]\n       tierscope lab install|uninstall|rows [options]')
    .addOption(SURVEY)
    .addOption(LISTS)
    .addOption(LOST)
    .addOption(new Option('--seed <word>', 'always the same markers for a word').argParser(seed))
    .addOption(faultOption())
    .addOption(DATA)
    .addOption(HTTP)
    .addOption(HTTP_PORT)
    .addHelpText('after', HELP)
    // Options after "rows" belong to that command.
    .enablePositionalOptions()
    .action((options: LabRequest) => acts.lab(options));
  for (const action of ['install', 'uninstall'] as const) {
    const command = lab
      .command(action)
      .description(
        action === 'install'
          ? "puts the lab into a host's configuration file, as tierscope-lab"
          : 'takes it out again',
      )
      .option('--host <host>', 'the host, such as claude-code')
      .option('--file <file>', "another file than the user's own")
      .option('--dry-run', 'show what would change, and write nothing');
    if (action === 'install') command.addOption(SURVEY);
    command.action((options: Omit<LabInstallRequest, 'action'>) => acts.labInstall({ ...options, action }));
  }
  lab
    .command('rows')
    .description('the measured rows that follow from a recorded survey')
    .argument('<recording>')
    .option('--answer <file>', 'what the agent answered, if it did not call survey-report')
    .option('--transcript <file>', 'the transcript of the host: what its model read of each answer')
    .addOption(DATA)
    .action((recording: string, options: Omit<LabRowsRequest, 'recording'>) =>
      acts.labRows({ ...options, recording }),
    );
}

function seed(text: string): string {
  if (isSeed(text)) return text;
  throw wrong('--seed', 'at most 64 small letters, digits and hyphens', text);
}
