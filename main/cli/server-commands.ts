import { type Command, Option } from 'commander';
import { FAULT_GRAMMAR, type Fault, parseFault } from '../../app/faults/fault.ts';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';
import { CommandEnd, exitCodes } from './command-end.ts';
import { environment, noRedact, timeout } from './option-values.ts';
import type { RunMockOptions } from './run-mock.ts';

export type TapRequest = {
  /** Null names the tap after what its command runs. */
  readonly label: string | null;
  readonly dataFolder: string | null;
  readonly command: string;
  readonly args: readonly string[];
};
export type DoctorRequest = {
  readonly command: string;
  readonly args: readonly string[];
  /** Empty for the folder that the program was started in. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly era: SessionSettings['era'];
  /** How long the handshake and a call may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly format: string;
  readonly redact: boolean;
};
export type MockRequest = Omit<RunMockOptions, 'writeError'>;
export type TapInstallRequest = {
  readonly action: 'install' | 'uninstall';
  readonly host: string | null;
  readonly server: string | null;
  readonly dryRun: boolean;
};

export type ServeRequest = {
  /** Recordings, and folders of them, that are served besides those of the data folder. */
  readonly paths: readonly string[];
  readonly dataFolder: string | null;
  /** True if an agent may have servers probed without a question to the user. */
  readonly allowsProbe: boolean;
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

/** What Claude Code waits for a server at its start (MCP_TIMEOUT), in milliseconds. */
const START_MS = 30_000;

type DoctorOptions = {
  cwd?: string;
  env?: Record<string, string>;
  era: SessionSettings['era'];
  timeout: number;
  format: string;
  redact: boolean;
};

/** Adds `doctor`, which says what fails first when a server is started. */
export function addDoctor(program: Command, act: (request: DoctorRequest) => Promise<void>): void {
  program
    .command('doctor')
    .description('an ordered checklist of a connection: what failed first, and what to do')
    .usage('[options] -- <command> [arguments]')
    .argument('[command...]', 'the server and its arguments, after --')
    .option('--cwd <folder>', 'the folder that the server starts in')
    .option('--env <name=value>', 'a variable of its environment, as often as needed', environment)
    .addOption(
      new Option('--era <era>', 'how to talk to it')
        .choices(['auto', 'initialize', 'modern'])
        .default('auto'),
    )
    .addOption(
      new Option('--timeout <seconds>', 'how long an answer may take')
        .argParser(timeout)
        .default(START_MS, String(START_MS / 1000)),
    )
    .addOption(new Option('--format <format>').choices(['text', 'json']).default('text'))
    .addOption(noRedact())
    .addHelpText(
      'after',
      '\nIt starts the server, reads its lists, and makes one call that changes nothing. Exit codes: 0 no check\nfailed, 1 a check failed, also if the server could not be started, 2 usage.',
    )
    .passThroughOptions()
    .action(([command = '', ...args]: string[], options: DoctorOptions) => {
      if (command.trim() === '') {
        throw new CommandEnd('doctor needs a server: tierscope doctor -- command args…', exitCodes.usage);
      }
      const { cwd = '', env = {}, era, timeout: timeoutMs, format, redact } = options;
      return act({ command, args, cwd, env, era, timeoutMs, format, redact });
    });
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
    .addOption(faultOption())
    .addHelpText('after', `\n${FAULT_GRAMMAR}`)
    .action((file: string, options: MockTyped) => {
      const { session = null, strict = false, fault: faults = [] } = options;
      return act({ file, session, strict, speed: options.speed, faults });
    });
}

type MockTyped = { session?: string; strict?: boolean; speed: number; fault?: readonly Fault[] };

/** `--fault`, as often as needed; a wrong one ends the command with a sentence. */
export function faultOption(): Option {
  return new Option('--fault <fault>', 'what goes wrong on purpose, as often as needed').argParser(fault);
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
  throw new CommandEnd(`--speed needs a number above 0, or max, not "${text}".`, exitCodes.usage);
}

/** Adds `serve`, which coding agents ask. */
export function addServe(program: Command, act: (request: ServeRequest) => Promise<void>): void {
  program
    .command('serve')
    .description('an MCP server over stdio: a coding agent asks for sessions, problems and explanations')
    .argument('[recording...]', 'recordings, or folders of them, besides those of the data folder')
    .option('--data <folder>', 'where recordings and settings are kept')
    .option('--allow-probe', 'let the agent start servers and probe them without asking you')
    .action((paths: string[], { data, allowProbe = false }: { data?: string; allowProbe?: boolean }) =>
      act({ paths, dataFolder: data ?? null, allowsProbe: allowProbe }),
    );
}
