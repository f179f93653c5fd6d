import { type Command, Option } from 'commander';
import { NOISE_RULES } from '../../app/compare/noise-rules.ts';
import { EXPORT_FORMAT_NAMES } from '../../app/report/export/export-format-names.ts';
import { FAIL_ON_TERMS, REPORT_FORMATS } from '../../app/report/report.ts';
import type { CompareRun } from '../recording/analysis/run-compare.ts';
import type { ConvertRun } from '../recording/convert-file.ts';
import type { CommandOutput } from '../system/command-output.ts';
import { CommandEnd, exitCodes } from './command-end.ts';
import { collectedList, duration, listed, noRedact } from './option-values.ts';
import type { ReportRun } from './run-report.ts';

export type ReportRequest = Omit<ReportRun, keyof CommandOutput>;
export type CompareRequest = Omit<CompareRun, keyof CommandOutput>;
export type ConvertRequest = Omit<ConvertRun, keyof CommandOutput>;

type ReportOptions = {
  readonly format: string;
  readonly failOn: readonly string[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly baseline?: string;
  readonly baselineUpdate?: true;
  readonly config?: string;
  readonly maxDuration?: number;
  readonly host?: string;
  readonly redact: boolean;
};

/** Adds `report`. */
export function addReport(program: Command, act: (request: ReportRequest) => Promise<void>): void {
  program
    .command('report')
    .description('tiers, findings, advice and statistics of recordings')
    .argument('<recording...>', 'recordings of any format, or folders of them')
    .addOption(new Option('--format <format>').choices(REPORT_FORMATS).default('text'))
    .option(
      '--fail-on <kinds>',
      `exit 1 if one is found: ${FAIL_ON_TERMS.join(', ')}; separated by commas, or given again`,
      collectedList,
      [],
    )
    .option('--only <rules>', 'only the findings of these rules, by id', collectedList, [])
    .option('--skip <rules>', 'no findings of these rules', collectedList, [])
    .option(
      '--baseline <file>',
      'an earlier report in JSON, or a recording: what it knows is no longer new, and fails nothing',
    )
    .option(
      '--baseline-update',
      'write this report over the baseline, so that all of it is known from then on',
    )
    .option('--config <file>', 'a project file; without it, the nearest .tierscope.json here or above')
    .addOption(
      new Option('--max-duration <ms>', 'exit 1 if a call takes longer, in milliseconds').argParser(duration),
    )
    .option(
      '--host <host>',
      'the host application whose model reads the answers, such as claude-code or claude-code@2.1.260; without it, the one that the client says it is',
    )
    .addOption(noRedact())
    .action((files: string[], options: ReportOptions) => act(reportRequest(files, options)));
}

function reportRequest(files: readonly string[], options: ReportOptions): ReportRequest {
  const { format, failOn, only, skip, baseline, maxDuration: maxDurationMs, host, redact } = options;
  const { baselineUpdate: updatesBaseline = false, config: projectFile } = options;
  if (updatesBaseline && baseline === undefined)
    throw new CommandEnd('--baseline-update needs --baseline: the file to write.', exitCodes.usage);
  const asked = { files, format, failOn, only, skip, baseline, maxDurationMs, hostName: host, redact };
  return { ...asked, updatesBaseline, projectFile };
}

type CompareOptions = {
  readonly format: string;
  readonly keepNoise?: string;
  readonly setAside?: readonly string[];
  readonly redact: boolean;
};

/** Adds `compare`. */
export function addCompare(program: Command, act: (request: CompareRequest) => Promise<void>): void {
  program
    .command('compare')
    .description('what changed from one recording to another; exit 1 if a tier got worse')
    .argument('<before>')
    .argument('<after>')
    .addOption(new Option('--format <format>').choices(['text', 'json']).default('text'))
    .option('--keep-noise <rules>', 'count differences that are set aside as noise otherwise; see below')
    .option('--set-aside <rules...>', 'more noise: /a regular expression/, or a path such as **.updatedAt')
    .addOption(noRedact())
    .addHelpText('after', `\n${noiseHelp()}`)
    .action((before: string, after: string, options: CompareOptions) => {
      const { format, keepNoise, setAside = [], redact } = options;
      return act({ before, after, format, keepNoise: listed(keepNoise), setAside, redact });
    });
}

/** Adds `convert`. */
export function addConvert(program: Command, act: (request: ConvertRequest) => Promise<void>): void {
  program
    .command('convert')
    .description('a recording of any format in another one')
    .argument('<recording>')
    .addOption(
      new Option('--to <format>', 'the format to write').choices(EXPORT_FORMAT_NAMES).makeOptionMandatory(),
    )
    .option('--out <file>', 'the file to write; stdout, if none is named')
    .addOption(noRedact())
    .action((file: string, options: { to: string; out?: string; redact: boolean }) =>
      act({ file, to: options.to, output: options.out ?? null, redact: options.redact }),
    );
}

function noiseHelp(): string {
  const widest = Math.max(...NOISE_RULES.map(({ name }) => name.length));
  const rules = NOISE_RULES.map(({ name, title }) => `  ${name.padEnd(widest)}  ${title}`);
  return [
    'Tiers from good to bad: ok, tool, protocol, client, transport.',
    'Set aside as noise, unless --keep-noise names them, separated by commas, or says all:',
    ...rules,
  ].join('\n');
}
