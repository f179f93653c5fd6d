import { homedir } from 'node:os';
import { lookupReport, lookupText } from '../../app/codes/lookup-report.ts';
import { VOCABULARIES } from '../../app/codes/vocabularies.ts';
import { ReportWatcher } from '../../app/judge/report-watcher.ts';
import { runCompare } from '../compare/run-compare.ts';
import { runMock } from '../mock/run-mock.ts';
import { convertFile } from '../recording/convert-file.ts';
import { runReport } from '../report/run-report.ts';
import { serverLabel } from '../session/server-label.ts';
import { runTapInstall } from '../tap/install/run-tap-install.ts';
import { tapServer } from '../tap/run-tap.ts';
import { appVersion } from './app-version.ts';
import { CommandEnd, exitCodes } from './command-end.ts';
import { dataFolder } from './data-folder.ts';
import type { LookupRequest, ProgramActions, ProgramOutput } from './program.ts';
import type { CompareRequest, ReportRequest } from './recording-commands.ts';
import type { TapInstallRequest, TapRequest } from './server-commands.ts';

/**
 * The commands that need no window; each gives its exit code. `script` is the absolute path of the
 * program's script, which `tap install` writes into the hosts' files.
 */
export function headlessActions(output: ProgramOutput, script: string): Omit<ProgramActions, 'runApp'> {
  const { stdout: write, stderr: writeError } = output;
  return {
    lookup: (request) => runLookup(request, output),
    report: (request) => report(request, output),
    compare: (request) => compare(request, output),
    convert: ({ file, ...rest }) =>
      convertFile({ ...rest, input: file, version: appVersion, write, writeError }),
    tap: (request) => tap(request, output),
    tapInstall: (request) => tapInstall(request, output, script),
    mock: ({ file, ...rest }) => runMock({ ...rest, path: file, writeError }),
  };
}

/** Prints every meaning of the query; a vocabulary that the catalogue does not have is a usage error. */
async function runLookup(
  { query, vocabulary, format }: LookupRequest,
  output: ProgramOutput,
): Promise<number> {
  if (vocabulary !== null && !VOCABULARIES.some((one) => one.id === vocabulary)) {
    const known = VOCABULARIES.map((one) => one.id).join(', ');
    throw new CommandEnd(`There is no vocabulary "${vocabulary}". There are: ${known}.`, exitCodes.usage);
  }
  const options = vocabulary === null ? {} : { vocabulary };
  if (format === 'json') output.stdout(`${JSON.stringify(lookupReport(query, options), null, 2)}\n`);
  else output.stdout(lookupText(query, options));
  return exitCodes.done;
}

function report({ files, format, failOn }: ReportRequest, output: ProgramOutput): Promise<number> {
  return runReport({
    paths: files,
    format,
    failOn,
    version: appVersion,
    write: output.stdout,
    writeError: output.stderr,
    watch: () => new ReportWatcher(),
  });
}

function compare({ keepNoise, ...rest }: CompareRequest, output: ProgramOutput): Promise<number> {
  return runCompare({
    ...rest,
    keepNoise,
    version: appVersion,
    write: output.stdout,
    writeError: output.stderr,
    watch: () => new ReportWatcher(),
  });
}

function tap({ label, command, args, ...request }: TapRequest, output: ProgramOutput): Promise<number> {
  const { platform, env } = process;
  return tapServer({
    dataFolder: dataFolder(request.dataFolder, { platform, env, home: homedir() }),
    version: appVersion,
    label: label ?? serverLabel(command, args),
    command,
    args,
    writeError: output.stderr,
  });
}

function tapInstall(request: TapInstallRequest, output: ProgramOutput, script: string): Promise<number> {
  const { platform, env } = process;
  return runTapInstall({
    ...request,
    host: request.host ?? undefined,
    server: request.server ?? undefined,
    place: { platform, env, home: homedir(), project: process.cwd() },
    tapCommand: [process.execPath, script],
    write: output.stdout,
    writeError: output.stderr,
  });
}
