import { type Command, Option } from 'commander';
import { FAULT_GRAMMAR } from '../../app/lab/faults/fault.ts';
import { isSeed } from '../../app/lab/survey/survey-tools.ts';
import type { LabInstallOptions } from '../checks/lab/lab-install.ts';
import type { LabRowsOptions } from '../checks/lab/lab-rows.ts';
import type { RunLabOptions } from '../checks/lab/run-lab.ts';
import { type Act, DATA, option, type ServerOptions, wrong } from './options.ts';
import { faultOption } from './server-commands.ts';

type DataFolder = Pick<ServerOptions, 'dataFolder'>;

export type LabRequest = Omit<RunLabOptions, 'save'> & DataFolder;
export type LabInstallRequest = Pick<LabInstallOptions, 'action' | 'host' | 'file' | 'dryRun'> &
  Pick<RunLabOptions, 'isSurveyOnly'>;
export type LabRowsRequest = Pick<LabRowsOptions, 'recording' | 'answer'> & DataFolder;

const HELP = `
The agent begins with the tool survey-start. What it reports becomes rows of the host table, in the folder "hosts" of
the data folder.

${FAULT_GRAMMAR}`;

const SURVEY = option('--survey', 'only the tools of the survey', 'isSurveyOnly');

/** Adds `lab`, which is a server for agents to fail against, and what puts it into a host's file. */
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
    .addOption(new Option('--seed <word>', 'always the same markers for a word').argParser(seed))
    .addOption(faultOption())
    .addOption(DATA)
    .addHelpText('after', HELP)
    // Options after "rows" are its own.
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
    .addOption(DATA)
    .action((recording: string, options: Omit<LabRowsRequest, 'recording'>) =>
      acts.labRows({ ...options, recording }),
    );
}

function seed(text: string): string {
  if (isSeed(text)) return text;
  throw wrong('--seed', 'at most 64 small letters, digits and hyphens', text);
}
