import { type Command, Option } from 'commander';
import { FAULT_GRAMMAR, type Fault } from '../../app/faults/fault.ts';
import { isSeed } from '../../app/survey/survey-tools.ts';
import { CommandEnd, exitCodes } from './command-end.ts';
import { faultOption } from './server-commands.ts';

export type LabRequest = {
  /** Only the tools of the survey. */
  readonly isSurveyOnly: boolean;
  /** What the markers of the survey follow from; null for a random one. */
  readonly seed: string | null;
  readonly faults: readonly Fault[];
  readonly dataFolder: string | null;
};

export type LabInstallRequest = {
  readonly action: 'install' | 'uninstall';
  readonly host: string | null;
  readonly file: string | null;
  readonly isSurveyOnly: boolean;
  readonly dryRun: boolean;
};

export type LabRowsRequest = {
  readonly recording: string;
  readonly answer: string | null;
  readonly dataFolder: string | null;
};

type LabActs = {
  readonly lab: (request: LabRequest) => Promise<void>;
  readonly labInstall: (request: LabInstallRequest) => Promise<void>;
  readonly labRows: (request: LabRowsRequest) => Promise<void>;
};

type LabTyped = { survey?: boolean; seed?: string; fault?: readonly Fault[]; data?: string };

const HELP = `
The agent begins with the tool survey-start. What it reports becomes rows of the host table, in the folder "hosts" of
the data folder.

${FAULT_GRAMMAR}`;

/** Adds `lab`, which is a server for agents to fail against, and what puts it into a host's file. */
export function addLab(program: Command, acts: LabActs): void {
  const lab = program
    .command('lab')
    .description(
      'a stdio server that fails on request, and surveys what a host passes on; for agents to start',
    )
    .usage('[options]\n       tierscope lab install|uninstall|rows [options]')
    .option('--survey', 'only the tools of the survey')
    .addOption(new Option('--seed <word>', 'always the same markers for a word').argParser(seed))
    .addOption(faultOption())
    .option('--data <folder>', 'where recordings and settings are kept')
    .addHelpText('after', HELP)
    // Options after "rows" are its own.
    .enablePositionalOptions()
    .action(({ survey: isSurveyOnly = false, fault: faults = [], ...typed }: LabTyped) =>
      acts.lab({ isSurveyOnly, seed: typed.seed ?? null, faults, dataFolder: typed.data ?? null }),
    );
  addInstall(lab, acts.labInstall);
  addRows(lab, acts.labRows);
}

function addInstall(lab: Command, act: LabActs['labInstall']): void {
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
    if (action === 'install') command.option('--survey', 'only the tools of the survey');
    command.action(({ dryRun = false, survey: isSurveyOnly = false, ...typed }: InstallTyped) =>
      act({ action, host: typed.host ?? null, file: typed.file ?? null, dryRun, isSurveyOnly }),
    );
  }
}

type InstallTyped = { host?: string; file?: string; dryRun?: boolean; survey?: boolean };

function addRows(lab: Command, act: LabActs['labRows']): void {
  lab
    .command('rows')
    .description('the measured rows that follow from a recorded survey')
    .argument('<recording>')
    .option('--answer <file>', 'what the agent answered, if it did not call survey-report')
    .option('--data <folder>', 'where recordings and settings are kept')
    .action((recording: string, { answer, data }: { answer?: string; data?: string }) =>
      act({ recording, answer: answer ?? null, dataFolder: data ?? null }),
    );
}

function seed(text: string): string {
  if (isSeed(text)) return text;
  throw new CommandEnd(
    `--seed needs at most 64 small letters, digits and hyphens, not "${text}".`,
    exitCodes.usage,
  );
}
