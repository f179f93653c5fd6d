import { Command, CommanderError, Option } from 'commander';
import { addAppCommands } from './app-commands.ts';
import { appVersion } from './app-paths.ts';
import type { AppRequest } from './app-request.ts';
import { CommandEnd, exitCodes } from './command-end.ts';
import {
  addCompare,
  addConvert,
  addReport,
  type CompareRequest,
  type ConvertRequest,
  type ReportRequest,
} from './recording-commands.ts';
import {
  addMock,
  addTap,
  type MockRequest,
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
  readonly tap: (request: TapRequest) => Promise<number>;
  readonly tapInstall: (request: TapInstallRequest) => Promise<number>;
  readonly mock: (request: MockRequest) => Promise<number>;
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
  const ending =
    <Request>(act: (request: Request) => Promise<number>) =>
    async (request: Request): Promise<void> => {
      exitCode = await act(request);
    };
  const acts: Acts = {
    runApp: ending(actions.runApp),
    lookup: ending(actions.lookup),
    report: ending(actions.report),
    compare: ending(actions.compare),
    convert: ending(actions.convert),
    tap: ending(actions.tap),
    tapInstall: ending(actions.tapInstall),
    mock: ending(actions.mock),
  };
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
  addTap(program, acts);
  addMock(program, acts.mock);
  return program;
}

const help = `
Without a command the options of "open" count; see tierscope open --help.
Recordings may also be those of other tools: see the list in the documentation.

Exit codes: 0 done, 1 findings or a worse tier, 2 usage, 3 a file or server could not be opened.
A tap ends as its server ends.`;

function addLookup(program: Command, act: Acts['lookup']): void {
  program
    .command('lookup')
    .description('every meaning of a code, a name, a reason or a message, ranked')
    .argument('<words...>', 'a code, a name, a reason or a text; a negative code needs no quotes')
    .option('--vocabulary <id>', 'only the meanings in this vocabulary')
    .addOption(new Option('--format <format>').choices(['text', 'json']).default('text'))
    .action((words: string[], options: { vocabulary?: string; format: string }) =>
      act({ query: words.join(' '), vocabulary: options.vocabulary ?? null, format: options.format }),
    );
}
