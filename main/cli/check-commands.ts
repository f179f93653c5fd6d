import { type Command, Option } from 'commander';
import { EACH_MS } from '../../app/checks/hosts/host-report.ts';
import {
  type Act,
  type AddressOptions,
  addressOptions,
  CWD,
  DATA,
  ENV,
  eraOption,
  formatOption,
  NO_REDACT,
  option,
  type ReportFilters,
  type ServerOptions,
  type TypedServer,
  timeoutOption,
  typedServer,
  withOptions,
} from './options.ts';

/** How long Claude Code waits for a server (MCP_TIMEOUT), in milliseconds; npx may have to download it first. */
export const START_MS = 30_000;

/** The ids of the hosts and providers that must accept every tool, separated by commas. */
export type AskedTakers = { readonly takers?: string };

export type DoctorRequest = TypedServer &
  Pick<ServerOptions, 'cwd'> &
  Pick<Required<ServerOptions>, 'era' | 'timeoutMs'> &
  Pick<ReportFilters, 'format' | 'redact'> &
  AskedTakers;
/** `doctor` of one server, of all servers of hosts, or of the server that a log tells of. */
export type AnyDoctorRequest = DoctorRequest & DoctorScope & Pick<ServerOptions, 'dataFolder'>;
type DoctorScope = {
  readonly all?: boolean;
  /** The log of a host, and the server in it; without that the last one whose start failed. */
  readonly log?: string;
  readonly server?: string;
  /** True to start commands that files name without a question. */
  readonly startsUnasked?: boolean;
};
export type ErasRequest = Omit<DoctorRequest, 'era'> & {
  /** A recording whose traffic is checked for changes in 2026-07-28. */
  readonly traffic?: string;
};

/** Adds `doctor`, which reports the first failure when a server is started. */
export function addDoctor(program: Command, act: Act<AnyDoctorRequest>): void {
  addCheck(program, 'doctor', act, {
    what: 'an ordered checklist of a connection: what failed first, and what to do',
    options: [
      eraOption().default('auto'),
      takersOption(),
      new Option(
        '--all',
        'check every server of every host on this machine, one after the other, and print one table; each answer may take 15 s',
      ),
      new Option(
        '--log <file>',
        "check the server in a host's log, with the command and PATH that the log names",
      ),
      new Option('--server <name>', 'which server, if the log has several'),
      option('--yes', 'start commands that files name without asking, in CI for example', 'startsUnasked'),
      DATA,
      formatOption(['text', 'json']),
    ],
    isServerOf: ({ all, log }) => all === true || log !== undefined,
    help: 'It starts the server, reads its lists, and makes one call that changes nothing. Exit codes: 0 no check\nfailed, 1 a check failed, also if the server could not be started, 2 usage.',
  });
}

export type HostsRequest = Pick<ReportFilters, 'format' | 'redact'>;

export function addHosts(program: Command, act: Act<HostsRequest>): void {
  const command = program
    .command('hosts')
    .description(
      'the hosts on this machine: their files, logs and servers, and what the last start of each said',
    );
  withOptions(command, formatOption(['text', 'markdown', 'json']), NO_REDACT).action(act);
}

/** Adds `eras`, which reports the revisions that a server supports, and the hosts that can therefore connect. */
export function addEras(program: Command, act: Act<ErasRequest>): void {
  addCheck(program, 'eras', act, {
    what: 'which revisions of MCP a server speaks, which hosts therefore connect, and what to change',
    options: [
      new Option('--traffic <recording>', 'list what of this session changes with 2026-07-28'),
      formatOption(['text', 'markdown', 'json']),
    ],
    help: 'It starts the server once for each revision, as strict as a client of its time. Exit codes: 0 clients of both\neras connect, 1 those of one era or none, 2 usage.',
  });
}

export function takersOption(): Option {
  const words =
    'exit 1 if one of these hosts or providers would lose a tool, such as claude-code,cursor,openai-strict';
  return option('--host <ids>', words, 'takers');
}

type CheckCommand = {
  readonly what: string;
  readonly options: readonly Option[];
  /** True if the options name the servers, and no command does. */
  readonly isServerOf?: (given: DoctorScope) => boolean;
  readonly help: string;
};

/** Adds a command that starts a server, or calls its address, and prints its findings. */
function addCheck<Request extends ErasRequest>(
  program: Command,
  name: string,
  act: Act<Request>,
  { what, options, isServerOf, help }: CheckCommand,
): void {
  const command = program
    .command(name)
    .description(what)
    .usage(`[options] -- <command> [arguments]\n       tierscope ${name} --url <address> [options]`)
    .argument('[command...]', 'the server and its arguments, after --');
  const timeout = timeoutOption('how long an answer may take').default(START_MS, String(START_MS / 1000));
  withOptions(command, ...addressOptions(), CWD, ENV, timeout, ...options, NO_REDACT)
    .addHelpText('after', `\n${help}`)
    .passThroughOptions()
    .action((typed: string[], given: Omit<Request, 'command' | 'args'> & AddressOptions & DoctorScope) => {
      const isUsual = command.getOptionValueSource('timeoutMs') === 'default';
      const timeoutMs = given.all === true && isUsual ? EACH_MS : given.timeoutMs;
      const server = isServerOf?.(given) ? { command: '', args: [] } : typedServer(typed, given, name);
      return act({ ...given, ...server, timeoutMs } as Request);
    });
}
