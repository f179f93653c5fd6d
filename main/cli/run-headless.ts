import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { ProgramCommand } from '../session/reaper-client.ts';
import type { CommandOutput } from '../system/command-output.ts';
import { appVersion, dataFolder } from './app-paths.ts';
import { CommandEnd, endSignal, exitCodes } from './command-end.ts';
import type { LabInstallRequest, LabRequest, LabRowsRequest } from './lab-commands.ts';
import type { ProbeRequest } from './probe-command.ts';
import type { LookupRequest, ProgramActions, ProgramOutput } from './program.ts';
import type { CompareRequest, ConvertRequest, ReportRequest } from './recording-commands.ts';
import type {
  DoctorRequest,
  MockRequest,
  ServeRequest,
  TapInstallRequest,
  TapRequest,
} from './server-commands.ts';

// Each command loads what it needs: an agent waits for the tap at every start, and not for its tables.

type HeadlessPlace = {
  /** The command that starts this program from any folder, which `tap install` and `lab install` write into files. */
  readonly tapCommand: readonly string[];
  /** The built thread that writes the recording of a tap. */
  readonly tapWriterScript: string;
  /** The program that ends what a killed tap left behind. */
  readonly reaper: ProgramCommand;
};

/** The commands that need no window; each gives its exit code. */
export function headlessActions(output: ProgramOutput, place: HeadlessPlace): Omit<ProgramActions, 'runApp'> {
  return {
    lookup: (request) => lookup(request, output),
    report: (request) => report(request, output),
    compare: (request) => compare(request, output),
    convert: (request) => convert(request, output),
    doctor: (request) => doctor(request, output, place),
    probe: (request) => probe(request, output, place),
    tap: (request) => tap(request, output, place),
    tapInstall: (request) => tapInstall(request, output, place),
    mock: (request) => mock(request, output),
    lab,
    labInstall: (request) => labInstall(request, output, place),
    labRows: (request) => labRows(request, output),
    serve: (request) => serve(request, output, place),
  };
}

/**
 * Prints every meaning of the query, in the built-in vocabularies and in the user's own; a vocabulary that
 * there is not is a usage error. What is wrong with a user's file goes to stderr.
 */
async function lookup(
  { query: typed, vocabulary, format }: LookupRequest,
  output: ProgramOutput,
): Promise<number> {
  const { VOCABULARIES } = await import('../../app/codes/vocabularies.ts');
  const { lookupReport, lookupDocument } = await import('../../app/codes/lookup-report.ts');
  const { terminalText } = await import('../../app/document/text-writer.ts');
  const { readOwnVocabularies, vocabularyFolder } = await import('../hub/read-own-vocabularies.ts');
  const folder = vocabularyFolder(dataFolder(null));
  const { vocabularies: own, problems } = await readOwnVocabularies(folder);
  for (const { file, message } of problems) output.stderr(`tierscope: ${file}: ${message}\n`);
  const ids = [...own.map((one) => one.vocabulary.id), ...VOCABULARIES.map((one) => one.id)];
  if (vocabulary !== null && !ids.includes(vocabulary)) {
    const known = ids.join(', ');
    throw new CommandEnd(`There is no vocabulary "${vocabulary}". There are: ${known}.`, exitCodes.usage);
  }
  const options = vocabulary === null ? { own } : { own, vocabulary };
  const query = typed === '-' ? await pastedText() : typed;
  if (format === 'json') output.stdout(`${JSON.stringify(lookupReport(query, options), null, 2)}\n`);
  else output.stdout(terminalText(lookupDocument(query, options)));
  return exitCodes.done;
}

/** What is written to this program: a line of a log, or a whole one. */
async function pastedText(): Promise<string> {
  const { MAX_PASTE_CHARS } = await import('../../app/codes/look-up-text.ts');
  const { readAtMost } = await import('./read-stdin.ts');
  const { ownStdin } = await import('../system/own-stdin.ts');
  return readAtMost(ownStdin(), MAX_PASTE_CHARS);
}

async function report(request: ReportRequest, output: ProgramOutput): Promise<number> {
  // V8 compiles a pattern anew once it has run, and a report runs some hundred patterns a few times: compiling each of
  // them once, for good, spares an eighth of the time of a small file.
  setFlagsFromString('--no-regexp-tier-up');
  const { runReport } = await import('./run-report.ts');
  const { hostsFolder, readOwnHosts } = await import('../hub/read-own-hosts.ts');
  const { files: ownHosts, problems } = await readOwnHosts(hostsFolder(dataFolder(null)));
  for (const { file, message } of problems) output.stderr(`tierscope: ${file}: ${message}\n`);
  // GitHub Actions names the file of a step's summary so.
  const { GITHUB_STEP_SUMMARY: summaryFile } = process.env;
  return runReport({ ...request, ownHosts, summaryFile, ...printing(output) });
}

async function compare(request: CompareRequest, output: ProgramOutput): Promise<number> {
  const { runCompare } = await import('../recording/analysis/run-compare.ts');
  return runCompare({ ...request, ...printing(output) });
}

async function convert(request: ConvertRequest, output: ProgramOutput): Promise<number> {
  const { convertFile } = await import('../recording/convert-file.ts');
  return convertFile({ ...request, ...printing(output) });
}

async function mock(request: MockRequest, output: ProgramOutput): Promise<number> {
  const { runMock } = await import('./run-mock.ts');
  return runMock({ ...request, writeError: output.stderr });
}

/** How long an interpreter may take to say its version, in milliseconds. */
const VERSION_MS = 5000;

/** Prints the checks of a start; what could not be started is a check that failed. */
async function doctor(
  { command, args, cwd, env, era, timeoutMs, format, redact }: DoctorRequest,
  output: ProgramOutput,
  place: HeadlessPlace,
): Promise<number> {
  const { runDoctor } = await import('../checks/doctor/run-doctor.ts');
  const { doctorDocument } = await import('../../app/doctor/doctor-document.ts');
  const { terminalText } = await import('../../app/document/text-writer.ts');
  const { Redactor } = await import('../../app/frame/redaction/redactor.ts');
  const { redactedDocument } = await import('../../app/frame/redaction/redacted-document.ts');
  const { writeReplaced } = await import('../system/command-output.ts');
  const { ReaperClient } = await import('../session/reaper-client.ts');
  const reaper = new ReaperClient(place.reaper);
  const seconds = timeoutMs / 1000;
  output.stderr(`tierscope: starting the server. An answer may take up to ${seconds} s.\n`);
  const report = await runDoctor({
    spec: { command, args, cwd, env },
    settings: { era, timeoutMs },
    version: appVersion,
    reaper,
    versionMs: VERSION_MS,
    platform: process.platform,
    now: () => performance.now(),
  }).finally(() => reaper.close());
  const redactor = new Redactor();
  redactor.learnText(JSON.stringify([env, args, report]));
  const shown = redact ? redactedDocument(report, redactor) : report;
  output.stdout(
    format === 'json' ? `${JSON.stringify(shown, null, 2)}\n` : terminalText(doctorDocument(shown)),
  );
  writeReplaced(printing(output), redactor);
  return report.failed === null ? exitCodes.done : exitCodes.findings;
}

/** Probes a server. The first signal that asks the program to end ends the probe, whose report is printed all the same. */
async function probe(
  { dataFolder: folder, ...request }: ProbeRequest,
  output: ProgramOutput,
  { reaper }: HeadlessPlace,
): Promise<number> {
  const { probeCommand } = await import('./run-probe.ts');
  const { terminalQuestion } = await import('./confirm-command.ts');
  const stop = new AbortController();
  void endSignal().then(() => stop.abort());
  const { GITHUB_STEP_SUMMARY: summaryFile } = process.env;
  return probeCommand({
    ...request,
    summaryFile,
    ...printing(output),
    dataFolder: dataFolder(folder),
    reaper,
    startedAt: new Date(),
    signal: stop.signal,
    askUser: terminalQuestion(stop.signal),
  });
}

async function tap(
  { label, command, args, ...rest }: TapRequest,
  output: ProgramOutput,
  { tapWriterScript, reaper }: HeadlessPlace,
): Promise<number> {
  const { tapServer } = await import('../tap/run-tap.ts');
  const { serverLabel } = await import('../session/server-spec.ts');
  return tapServer({
    dataFolder: dataFolder(rest.dataFolder),
    version: appVersion,
    label: label ?? serverLabel(command, args),
    command,
    args,
    writerScript: tapWriterScript,
    reaper,
    writeError: output.stderr,
  });
}

async function tapInstall(
  request: TapInstallRequest,
  output: ProgramOutput,
  { tapCommand }: HeadlessPlace,
): Promise<number> {
  const { runTapInstall } = await import('../tap/install/run-tap-install.ts');
  const { platform, env } = process;
  return runTapInstall({
    ...request,
    host: request.host ?? undefined,
    server: request.server ?? undefined,
    place: { platform, env, home: homedir(), project: process.cwd() },
    tapCommand,
    write: output.stdout,
    writeError: output.stderr,
  });
}

async function lab({ dataFolder: folder, ...request }: LabRequest): Promise<number> {
  const { runLab } = await import('../checks/lab/run-lab.ts');
  return runLab({ ...request, save: await rowSaver(folder) });
}

async function labInstall(
  { isSurveyOnly, host, file, ...request }: LabInstallRequest,
  output: ProgramOutput,
  { tapCommand }: HeadlessPlace,
): Promise<number> {
  const { runLabInstall } = await import('../checks/lab/lab-install.ts');
  const { platform, env } = process;
  return runLabInstall({
    ...request,
    host: host ?? undefined,
    file: file === null ? undefined : resolve(file),
    place: { platform, env, home: homedir(), project: process.cwd() },
    labCommand: [...tapCommand, 'lab', ...(isSurveyOnly ? ['--survey'] : [])],
    write: output.stdout,
    writeError: output.stderr,
  });
}

async function labRows(request: LabRowsRequest, output: ProgramOutput): Promise<number> {
  const { runLabRows } = await import('../checks/lab/lab-rows.ts');
  return runLabRows({
    ...request,
    save: await rowSaver(request.dataFolder),
    write: output.stdout,
    writeError: output.stderr,
  });
}

async function serve(
  request: ServeRequest,
  output: ProgramOutput,
  { reaper }: HeadlessPlace,
): Promise<number> {
  const { runServe } = await import('./serve/run-serve.ts');
  const { hostTable } = await import('../../app/host-lens/host-table.ts');
  const { hostsFolder, readOwnHosts } = await import('../hub/read-own-hosts.ts');
  const { readOwnVocabularies, vocabularyFolder } = await import('../hub/read-own-vocabularies.ts');
  const folder = dataFolder(request.dataFolder);
  const hosts = await readOwnHosts(hostsFolder(folder));
  const vocabularies = await readOwnVocabularies(vocabularyFolder(folder));
  for (const { file, message } of [...hosts.problems, ...vocabularies.problems])
    output.stderr(`tierscope: ${file}: ${message}\n`);
  return runServe({
    version: appVersion,
    dataFolder: folder,
    paths: request.paths,
    report: { hosts: hostTable(hosts.files) },
    vocabularies: vocabularies.vocabularies,
    allowsProbe: request.allowsProbe,
    reaper,
    writeError: output.stderr,
  });
}

/** Saves measured rows beside a user's own, whose names of hosts count too. */
async function rowSaver(typedFolder: string | null) {
  const { hostTable } = await import('../../app/host-lens/host-table.ts');
  const { hostsFolder, readOwnHosts } = await import('../hub/read-own-hosts.ts');
  const { savingRows } = await import('../checks/lab/measured-rows.ts');
  const folder = hostsFolder(dataFolder(typedFolder));
  const { files } = await readOwnHosts(folder);
  return savingRows({ folder, table: hostTable(files), now: () => new Date() });
}

function printing({ stdout, stderr }: ProgramOutput): CommandOutput {
  return { version: appVersion, write: stdout, writeError: stderr };
}
