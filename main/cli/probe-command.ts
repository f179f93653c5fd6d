import { type Command, Option } from 'commander';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';
import { FAIL_ON_TERMS, REPORT_FORMATS } from '../../app/report/report.ts';
import { CommandEnd, exitCodes } from './command-end.ts';
import {
  collected,
  collectedList,
  duration,
  environment,
  noRedact,
  seconds,
  seedNumber,
} from './option-values.ts';
import type { ProbeRun } from './run-probe.ts';

export type ProbeRequest = Omit<
  ProbeRun,
  'version' | 'write' | 'writeError' | 'reaper' | 'startedAt' | 'signal' | 'dataFolder' | 'askUser'
> & { readonly dataFolder: string | null };

/** npx may have to fetch the server first. */
const START_MS = 30_000;
const BUDGET_MS = 300_000;

type ProbeTyped = {
  cwd?: string;
  env?: Record<string, string>;
  label?: string;
  data?: string;
  out?: string;
  era: SessionSettings['era'];
  revision?: string;
  call: string[];
  dryRun?: true;
  suite?: string | true;
  seed: number;
  budget: number;
  timeout: number;
  format: string;
  failOn: string[];
  only: string[];
  skip: string[];
  baseline?: string;
  baselineUpdate?: true;
  maxDuration?: number;
  config?: string;
  yes?: true;
  redact: boolean;
};

/** Adds `probe`, which provokes every kind of error, safely, and grades the server. */
export function addProbe(program: Command, act: (request: ProbeRequest) => Promise<void>): void {
  const command = program
    .command('probe')
    .description('provokes every kind of error, safely, and grades the server; keeps the recording')
    .usage('[options] -- <command> [arguments]')
    .argument('[command...]', 'the server and its arguments, after --; else those of the project file');
  withServerOptions(command)
    .option(
      '--call <tool>',
      'a tool that may be called with valid arguments; as often as needed',
      collected,
      [],
    )
    .option(
      '--suite [file]',
      'run the entries of this suite and nothing else; without a file, the suite of the project file',
    )
    .option('--dry-run', 'print every line that would be sent; starts the server to read its lists')
    .addOption(
      new Option('--seed <number>', 'decides invented values and the order').argParser(seedNumber).default(1),
    )
    .addOption(
      new Option('--budget <seconds>', 'no case begins later than that')
        .argParser((text) => seconds('--budget', text))
        .default(BUDGET_MS, String(BUDGET_MS / 1000)),
    )
    .option('--out <file>', 'the recording to write; a new one in the data folder, if none is named');
  withReportOptions(command)
    .addHelpText(
      'after',
      '\nWithout --call no tool gets valid arguments but those marked as read-only. Exit codes: 0 no case failed that is\nthe author’s, 1 one did (--fail-on says which count), 2 usage, 3 the server could not be started.',
    )
    .passThroughOptions()
    .action((typed: string[], options: ProbeTyped) => act(probeRequest(typed, options)));
}

function withServerOptions(command: Command): Command {
  return command
    .option('--label <name>', 'the name of its session')
    .option('--cwd <folder>', 'the folder that the server starts in')
    .option('--env <name=value>', 'a variable of its environment, as often as needed', environment)
    .option('--data <folder>', 'where recordings and settings are kept')
    .addOption(
      new Option('--era <era>', 'how to talk to it')
        .choices(['auto', 'initialize', 'modern'])
        .default('auto'),
    )
    .option('--revision <revision>', 'the protocol revision to ask for')
    .addOption(
      new Option('--timeout <seconds>', 'how long the start may take')
        .argParser((text) => seconds('--timeout', text))
        .default(START_MS, String(START_MS / 1000)),
    );
}

function withReportOptions(command: Command): Command {
  return command
    .addOption(new Option('--format <format>').choices(REPORT_FORMATS).default('text'))
    .option(
      '--fail-on <kinds>',
      `exit 1 if a case failed with one: ${FAIL_ON_TERMS.join(', ')}; separated by commas, or given again`,
      collectedList,
      [],
    )
    .option('--only <rules>', 'only the findings of these rules, by id', collectedList, [])
    .option('--skip <rules>', 'no findings of these rules', collectedList, [])
    .option(
      '--baseline <file>',
      'what an earlier probe printed as JSON, or its recording: what it knows fails nothing',
    )
    .option(
      '--baseline-update',
      'write this report over the baseline, so that all of it is known from then on',
    )
    .option('--config <file>', 'a project file; without it, the nearest .tierscope.json here or above')
    .option('--yes', 'start the command of a project file without a question, in CI for example')
    .addOption(
      new Option('--max-duration <ms>', 'a case fails if a call takes longer, in milliseconds').argParser(
        duration,
      ),
    )
    .addOption(noRedact());
}

function probeRequest([command = '', ...args]: readonly string[], options: ProbeTyped): ProbeRequest {
  const {
    cwd = '',
    env = {},
    label = null,
    data = null,
    out = null,
    revision = null,
    dryRun = false,
  } = options;
  const { baselineUpdate: updatesBaseline = false, yes: startsUnasked = false } = options;
  const { suite, redact, era, call: calls, seed, budget: budgetMs, timeout: timeoutMs } = options;
  const { format, failOn, only, skip, baseline, maxDuration: maxDurationMs, config: projectFile } = options;
  if (updatesBaseline && baseline === undefined)
    throw new CommandEnd('--baseline-update needs --baseline: the file to write.', exitCodes.usage);
  return {
    ...(updatesBaseline ? { updatesBaseline } : {}),
    ...{
      command,
      args,
      cwd,
      env,
      label,
      dataFolder: data,
      out,
      era,
      revision,
      calls,
      suite,
      dryRun,
      seed,
      budgetMs,
    },
    ...{ timeoutMs, format, redact, failOn, only, skip, baseline, maxDurationMs, projectFile, startsUnasked },
  };
}
