import { lookupReport, lookupText } from '../../app/codes/lookup-report.ts';
import { VOCABULARIES } from '../../app/codes/vocabularies.ts';
import { ReportWatcher } from '../../app/judge/report-watcher.ts';
import { runReport } from '../report/run-report.ts';
import { appVersion } from './app-version.ts';
import { CommandEnd, exitCodes } from './command-end.ts';
import type { LookupRequest, ProgramActions, ProgramOutput, ReportRequest } from './program.ts';

/** The commands that need no window; each gives its exit code. */
export function headlessActions(output: ProgramOutput): Pick<ProgramActions, 'lookup' | 'report'> {
  return {
    lookup: (request) => runLookup(request, output),
    report: (request) => report(request, output),
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
