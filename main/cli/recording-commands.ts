import { type Command, Option } from 'commander';
import { NOISE_RULES } from '../../app/analysis/compare/noise-rules.ts';
import { EXPORT_FORMAT_NAMES } from '../../app/report/report.ts';
import type { CompareRun } from '../recording/analysis/run-compare.ts';
import type { ConvertRun } from '../recording/convert-file.ts';
import type { CommandOutput } from '../system/command-output.ts';
import {
  type Act,
  checkBaseline,
  collectedList,
  formatOption,
  NO_REDACT,
  option,
  type ReportFilters,
  withOptions,
  withReportFilters,
} from './options.ts';

export type LookupRequest = {
  readonly query: string;
  readonly vocabulary?: string;
  readonly format: string;
  /** True to print every meaning in full. */
  readonly all?: boolean;
};
export type ReportRequest = ReportFilters & {
  readonly files: readonly string[];
  /** A host of the table by id, optionally with its version after an @, and ids of providers. */
  readonly hostName?: string;
};
/** A documentation page, by file name. */
export type HelpRequest = { readonly topic: string };
export type CompareRequest = Omit<CompareRun, keyof CommandOutput>;
export type ConvertRequest = Omit<ConvertRun, keyof CommandOutput>;

/** `help COMMAND` prints the help of a command, `help TOPIC` a page of the documentation. */
export function addHelp(program: Command, act: Act<HelpRequest>): void {
  program
    .helpCommand(false)
    .command('help')
    .description('the help of a command, or a page of the documentation')
    .argument('[topic]', 'a command, or a page such as connect, python or ci; "topics" lists them')
    .action((topic?: string) => {
      const of = topic === undefined ? program : program.commands.find((one) => one.name() === topic);
      return of === undefined ? act({ topic: topic ?? '' }) : of.help();
    });
}

export function addLookup(program: Command, act: Act<LookupRequest>): void {
  program
    .command('lookup')
    .description('every meaning of a code, a name, a reason or a message, ranked')
    .argument(
      '<words...>',
      'a code, a name, a reason or a text, or - for what is on stdin; a negative code needs no quotes',
    )
    .option('--vocabulary <id>', 'only the meanings in this vocabulary')
    .option('--all', 'every meaning whole, instead of the first whole and the others as a line each')
    .addOption(formatOption(['text', 'json']))
    .action((words: string[], options: Omit<LookupRequest, 'query'>) =>
      act({ ...options, query: words.join(' ') }),
    );
}

export function addReport(program: Command, act: Act<ReportRequest>): void {
  const command = program
    .command('report')
    .description('tiers, findings, advice and statistics of recordings')
    .argument('<recording...>', 'recordings of any format, or folders of them');
  withReportFilters(command, {
    failOn: 'exit 1 if one is found',
    baseline: 'an earlier report in JSON, or a recording: what it knows is not new, and fails nothing',
    limited: 'exit 1 if a call',
  })
    .addOption(
      option(
        '--host <ids>',
        'the host application whose model reads the answers, such as claude-code or claude-code@2.1.260, and providers that take its tools, such as openai-strict; without it, the host that the client says it is',
        'hostName',
      ),
    )
    .action((files: string[], options: Omit<ReportRequest, 'files'>) => {
      checkBaseline(options);
      return act({ ...options, files });
    });
}

export function addCompare(program: Command, act: Act<CompareRequest>): void {
  const command = program
    .command('compare')
    .description('what changed from one recording to another; exit 1 if a tier got worse')
    .argument('<before>')
    .argument('<after>');
  withOptions(
    command,
    formatOption(['text', 'json']),
    new Option(
      '--keep-noise <rules>',
      'count differences that are set aside as noise otherwise; see below',
    ).argParser(collectedList),
    new Option(
      '--set-aside <rules...>',
      'more noise: /a regular expression/, or a path such as **.updatedAt',
    ),
    NO_REDACT,
  )
    .addHelpText('after', `\n${noiseHelp()}`)
    .action((before: string, after: string, options: Omit<CompareRequest, 'before' | 'after'>) =>
      act({ ...options, before, after }),
    );
}

export function addConvert(program: Command, act: Act<ConvertRequest>): void {
  const command = program
    .command('convert')
    .description('a recording of any format in another one')
    .argument('<recording>');
  withOptions(
    command,
    new Option('--to <format>', 'the format to write').choices(EXPORT_FORMAT_NAMES).makeOptionMandatory(),
    option('--out <file>', 'the file to write; stdout, if none is named', 'output'),
    NO_REDACT,
  ).action((file: string, options: Omit<ConvertRequest, 'file'>) => act({ ...options, file }));
}

function noiseHelp(): string {
  const widest = Math.max(...NOISE_RULES.map(({ name }) => name.length));
  const rules = NOISE_RULES.map(({ name, title }) => `  ${name.padEnd(widest)}  ${title}`);
  return [
    'Tiers from good to bad: ok, tool, protocol, client, transport.',
    'Differences that are ignored, unless --keep-noise names them, separated by commas, or says all:',
    ...rules,
  ].join('\n');
}
