import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setFlagsFromString } from 'node:v8';
import type { Document } from '../../app/base/document/document.ts';
import type { DoctorOptions } from '../checks/doctor/run-doctor.ts';
import type { ProgramCommand, ReaperClient } from '../session/reaper-client.ts';
import type { CommandOutput } from '../system/command-output.ts';
import { homeFolder } from '../system/home-folder.ts';
import { appVersion, dataFolder, tapFor } from './app-paths.ts';
import type { AnyDoctorRequest, AskedTakers, ErasRequest, HostsRequest } from './check-commands.ts';
import { CommandEnd, endSignal, exitCodes } from './command-end.ts';
import { reached } from './options.ts';
import type { ProgramActions, ProgramOutput } from './program.ts';
import type { HelpRequest, LookupRequest, ReportRequest } from './recording-commands.ts';
import type { LabInstallRequest, ProbeRequest, ServeRequest, TapRequest } from './server-commands.ts';

// Each command loads only what it needs: an agent waits for the tap at every start.

type HeadlessPlace = {
  readonly docs: string;
  /** Starts this program from any folder; `tap install` and `lab install` write it into files. */
  readonly tapCommand: readonly string[];
  /** The built worker that writes a tap's recording. */
  readonly tapWriterScript: string;
  readonly telemetryScript: string;
  /** Ends the processes that a killed tap leaves behind. */
  readonly reaper: ProgramCommand;
};

type Host = CommandOutput & HeadlessPlace;

export function headlessActions(output: ProgramOutput, place: HeadlessPlace): Omit<ProgramActions, 'runApp'> {
  const host: Host = { version: appVersion, ...output, ...place };
  return {
    help: (request) => help(request, host),
    lookup: (request) => lookup(request, host),
    report: (request) => report(request, host),
    compare: async (request) => {
      const { runCompare } = await import('../recording/analysis/run-compare.ts');
      return runCompare({ ...host, ...request });
    },
    convert: async (request) => {
      const { convertFile } = await import('../recording/convert-file.ts');
      return convertFile({ ...host, ...request });
    },
    doctor: (request) => doctor(request, host),
    hosts: (request) => hosts(request, host),
    eras: (request) => eras(request, host),
    probe: (request) => probe(request, host),
    tap: (request) => tap(request, host),
    tapInstall: async (request) => {
      const { runTapInstall } = await import('../tap/install/run-tap-install.ts');
      const place = userPlace();
      const folder = dataFolder(request.dataFolder);
      const tap = tapFor(folder, host.tapCommand);
      const { tapAddressOf, tapPlaces } = await import('../tap/tap-place.ts');
      const places = request.action === 'install' ? await tapPlaces(folder) : undefined;
      const addressOf = places?.ok ? (url: URL) => tapAddressOf(places.value(url), url) : undefined;
      return runTapInstall({ ...host, ...request, place, tap, addressOf });
    },
    mock: async ({ isHttp, port, ...request }) => {
      const { runHttpMock, runMock } = await import('./run-mock.ts');
      if (isHttp) return runHttpMock({ ...host, ...request, port, ended: endSignal() });
      return runMock({ ...host, ...request });
    },
    lab: async ({ dataFolder: folder, isHttp, port, ...request }) => {
      const { runHttpLab, runLab } = await import('../checks/lab/run-lab.ts');
      if (isHttp) return runHttpLab({ ...host, ...request, port, ended: endSignal() });
      return runLab({ ...request, save: await rowSaver(dataFolder(folder), host) });
    },
    labInstall: (request) => labInstall(request, host),
    labRows: async (request) => {
      const { runLabRows } = await import('../checks/lab/lab-rows.ts');
      return runLabRows({ ...host, ...request, save: await rowSaver(dataFolder(request.dataFolder), host) });
    },
    serve: (request) => serve(request, host),
  };
}

async function help({ topic }: HelpRequest, { docs, write, writeError }: Host): Promise<number> {
  const { readdir, readFile } = await import('node:fs/promises');
  const pages = (await readdir(docs)).flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : []));
  const topics = pages.filter((name) => name !== 'README').sort();
  if (topics.includes(topic)) write(await readFile(join(docs, `${topic}.md`), 'utf8'));
  else if (topic === 'topics') write(`${topics.join('\n')}\n`);
  else {
    writeError(`tierscope: there is no command and no page "${topic}". Pages: ${topics.join(', ')}.\n`);
    return exitCodes.usage;
  }
  return exitCodes.done;
}

async function lookup({ query: typed, vocabulary, format, all }: LookupRequest, host: Host): Promise<number> {
  const { VOCABULARIES } = await import('../../app/codes/catalog.ts');
  const { lookupReport, lookupDocument, ALL_MEANINGS } = await import('../../app/codes/lookup-report.ts');
  const { terminalText } = await import('../../app/base/document/text-writer.ts');
  const { redactedText } = await import('../../app/frame/redaction/redactor.ts');
  const own = await ownVocabularies(dataFolder(), host);
  const ids = [...own.map((one) => one.vocabulary.id), ...VOCABULARIES.map((one) => one.id)];
  if (vocabulary !== undefined && !ids.includes(vocabulary)) {
    const known = ids.join(', ');
    throw new CommandEnd(`There is no vocabulary "${vocabulary}". There are: ${known}.`, exitCodes.usage);
  }
  // The output quotes it.
  const query = redactedText(typed === '-' ? await pastedText() : typed);
  const pasted = typed === '-' && vocabulary === undefined ? await pastedMeaningsOf(query) : [];
  const options = vocabulary === undefined ? { own, pasted } : { own, vocabulary };
  if (format === 'json') host.write(`${JSON.stringify(lookupReport(query, options), null, 2)}\n`);
  else host.write(terminalText(lookupDocument(query, options, all ? ALL_MEANINGS : undefined)));
  return exitCodes.done;
}

/** The code that reads recordings is loaded for a paste only. */
async function pastedMeaningsOf(text: string) {
  const { pastedMeanings } = await import('../../app/report/pasted-problems.ts');
  return pastedMeanings(text);
}

async function pastedText(): Promise<string> {
  const { MAX_PASTE_CHARS } = await import('../../app/codes/look-up-text.ts');
  const { ownStdin } = await import('../system/own-stdin.ts');
  return readAtMost(ownStdin(), MAX_PASTE_CHARS);
}

/** Reads a stream up to `most` + 1 characters, so that an endless stream does not block. */
export async function readAtMost(stream: Readable, most: number): Promise<string> {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for await (const chunk of stream) {
    text += typeof chunk === 'string' ? chunk : decoder.write(chunk);
    // Leaving the loop ends the stream.
    if (text.length > most) return text.slice(0, most + 1);
  }
  return text + decoder.end();
}

async function report(request: ReportRequest, host: Host): Promise<number> {
  // V8 recompiles a pattern after its first run, and a report runs a few hundred patterns a few times. Compiling each
  // only once saves an eighth of the time of a small file.
  setFlagsFromString('--no-regexp-tier-up');
  const { runReport } = await import('./run-report.ts');
  const ownHosts = await ownHostFiles(dataFolder(), host);
  // GitHub Actions sets this to the file of a step's summary.
  const { GITHUB_STEP_SUMMARY: summaryFile } = process.env;
  return runReport({ ...host, ...request, ownHosts, summaryFile });
}

/** Prints the checks of a start. A server that could not be started is a failed check. */
async function doctor(request: AnyDoctorRequest, host: Host): Promise<number> {
  if (request.all === true) return doctorOfAll(request, host);
  const { runDoctor } = await import('../checks/doctor/run-doctor.ts');
  const { doctorDocument } = await import('../../app/checks/doctor/doctor-report.ts');
  const { era, timeoutMs } = request;
  const takers = await takersIn(request);
  const server = request.log === undefined ? request : await loggedServer(request);
  host.writeError(`tierscope: asking the server. An answer may take up to ${timeoutMs / 1000} s.\n`);
  const found = await examined(server, host, (options) =>
    runDoctor({ ...options, takers, settings: { ...options.settings, era } }),
  );
  await print(found, doctorDocument, server, host);
  return found.failed === null ? exitCodes.done : exitCodes.findings;
}

/** The request with the server that a log of a host tells of, once its command is confirmed. */
async function loggedServer(request: AnyDoctorRequest): Promise<AnyDoctorRequest> {
  const { confirmedServer } = await import('./logged-server.ts');
  const { terminalQuestion } = await import('./confirm-command.ts');
  const askUser = terminalQuestion(new AbortController().signal);
  const folder = dataFolder(request.dataFolder);
  return {
    ...request,
    ...(await confirmedServer({ ...request, place: userPlace(), dataFolder: folder, askUser })),
  };
}

async function doctorOfAll(request: AnyDoctorRequest, host: Host): Promise<number> {
  const { checkAll } = await import('./run-hosts.ts');
  const { checkedDocument } = await import('../../app/checks/hosts/host-report.ts');
  const { startsUnasked = false, era } = request;
  const { askUser, signal } = await terminal();
  const servers = await withReaper(host, (reaper) =>
    checkAll({
      ...{ place: userPlace(), startsUnasked, askUser, signal, reaper, version: appVersion },
      writeError: host.writeError,
      settings: { timeoutMs: request.timeoutMs, era },
    }),
  );
  await print({ servers }, (found) => checkedDocument(found.servers), request, host);
  const isGood = servers.every(({ connects, reason }) => connects === null || (connects && reason === ''));
  return isGood ? exitCodes.done : exitCodes.findings;
}

async function hosts(request: HostsRequest, host: Host): Promise<number> {
  const { hostsHere } = await import('../checks/hosts/found-hosts.ts');
  const { hostsDocument } = await import('../../app/checks/hosts/host-report.ts');
  const found = (await hostsHere(userPlace())).map(({ servers, ...one }) => ({
    ...one,
    servers: servers.map(({ start: _, ...server }) => server),
  }));
  await print({ hosts: found }, (shown) => hostsDocument(shown.hosts), { ...request, args: [] }, host);
  return exitCodes.done;
}

/** The hosts and providers named by `--host`; their tables are loaded only here. */
async function takersIn({ takers }: AskedTakers) {
  if (takers === undefined) return undefined;
  const { hostTable } = await import('../../app/hosts/lens/host-table.ts');
  const { readTakers } = await import('../../app/hosts/tools/tool-judge.ts');
  const read = readTakers(hostTable(), takers);
  if (!read.ok) throw new CommandEnd(`--host: ${read.error}`, exitCodes.usage);
  return read.value;
}

async function eras(request: ErasRequest, host: Host): Promise<number> {
  const { runEras } = await import('../checks/eras/run-eras.ts');
  const { eraDocument } = await import('../../app/checks/eras/era-report.ts');
  const onStart = (revision: string) =>
    host.writeError(`tierscope: starting the server for a client of ${revision}.\n`);
  const migration = await migrationIn(request.traffic, host);
  const found = await examined(request, host, (options) => runEras({ ...options, onStart, migration }));
  await print(found, eraDocument, request, host);
  return found.serves === 'both' ? exitCodes.done : exitCodes.findings;
}

async function migrationIn(file: string | undefined, { writeError }: Host) {
  if (file === undefined) return undefined;
  const { migrationLog } = await import('../checks/eras/run-eras.ts');
  const { readAnyRecording } = await import('../recording/import/read-any-recording.ts');
  const log = migrationLog();
  const read = await readAnyRecording(file, { onRecord: log.take });
  if (!read.ok) throw new CommandEnd(read.error, exitCodes.cannotOpen);
  for (const { line, message } of read.value.problems)
    writeError(`tierscope: ${file}, line ${line}: ${message}\n`);
  return log.steps();
}

/** The findings of a check of a typed server. Ends whatever the server left running. */
async function examined<Found>(
  { command, args, cwd = '', env = {}, settings, timeoutMs }: ErasRequest,
  host: Host,
  check: (options: DoctorOptions) => Promise<Found>,
): Promise<Found> {
  const { startSpec } = await import('../session/record-body.ts');
  const spec = startSpec({ command, args, cwd, env });
  return withReaper(host, (reaper) =>
    check({ spec, settings: { ...settings, timeoutMs }, version: appVersion, reaper }),
  );
}

async function withReaper<Found>(host: Host, work: (reaper: ReaperClient) => Promise<Found>): Promise<Found> {
  const { ReaperClient } = await import('../session/reaper-client.ts');
  const reaper = new ReaperClient(host.reaper);
  return work(reaper).finally(() => reaper.close());
}

/** What asks at the terminal, and the first signal that asks the program to end. */
async function terminal() {
  const { terminalQuestion } = await import('./confirm-command.ts');
  const stop = new AbortController();
  void endSignal().then(() => stop.abort());
  return { signal: stop.signal, askUser: terminalQuestion(stop.signal) };
}

/** Prints the findings of a check, without secrets unless requested. */
async function print<Found>(
  found: Found,
  documentOf: (found: Found) => Document,
  { args, env = {}, redact, format }: Pick<ErasRequest, 'args' | 'env' | 'redact' | 'format'>,
  host: Host,
): Promise<void> {
  const { terminalText } = await import('../../app/base/document/text-writer.ts');
  const { markdownText } = await import('../../app/base/document/markdown-writer.ts');
  const { Redactor } = await import('../../app/frame/redaction/redactor.ts');
  const { redactedDocument } = await import('../../app/frame/redaction/redacted-document.ts');
  const { writeReplaced } = await import('../system/command-output.ts');
  const redactor = new Redactor();
  redactor.learnText(JSON.stringify([env, args, found]));
  const shown = redact ? redactedDocument(found, redactor) : found;
  if (format === 'json') host.write(`${JSON.stringify(shown, null, 2)}\n`);
  else if (format === 'markdown') host.write(markdownText(documentOf(shown)));
  else host.write(terminalText(documentOf(shown)));
  writeReplaced(host, redactor);
}

/** Probes a server. The first signal ends the probe; its report is still printed. */
async function probe(request: ProbeRequest, host: Host): Promise<number> {
  const { probeCommand } = await import('./run-probe.ts');
  const { GITHUB_STEP_SUMMARY: summaryFile } = process.env;
  return probeCommand({
    ...host,
    ...request,
    takers: await takersIn(request),
    summaryFile,
    dataFolder: dataFolder(request.dataFolder),
    startedAt: new Date(),
    ...(await terminal()),
  });
}

async function tap(request: TapRequest, host: Host): Promise<number> {
  // What passes counts as growth of the heap, which V8 would mark whole every hundred calls of 64 kB, for a tenth of
  // their time; collections of the young generation free the bytes as well.
  setFlagsFromString('--no-incremental-marking');
  const { otlp, otlpPayloads: payloads = false } = request;
  if ('remote' in request) {
    const { receiveTaps } = await import('../tap/receive-taps.ts');
    const ended = endSignal();
    return receiveTaps({ ...host, ...request, dataFolder: dataFolder(request.dataFolder), ended });
  }
  const place = {
    to: request.to?.href,
    dataFolder: dataFolder(request.dataFolder),
    writerScript: host.tapWriterScript,
    telemetry: otlp && { script: host.telemetryScript, url: otlp.href, version: host.version, payloads },
  };
  if ('url' in request) {
    const { tapAddress } = await import('../tap/run-http-tap.ts');
    const { url, port, label = url.host + url.pathname } = request;
    const upstream = { url, keepsOrigin: request.keepsOrigin, ...(await reached(request)) };
    return tapAddress({ ...host, ...place, upstream, label, port, ended: endSignal() });
  }
  const { tapServer } = await import('../tap/run-tap.ts');
  const { serverLabel } = await import('../session/record-body.ts');
  const { command, args, label = serverLabel(command, args) } = request;
  return tapServer({ ...host, ...place, label, command, args });
}

function userPlace() {
  const { platform, env } = process;
  const home = homeFolder();
  if (home === '')
    throw new CommandEnd(
      'There is no home folder to find the files of hosts in. Set HOME to one.',
      exitCodes.cannotOpen,
    );
  return { platform, env, home, project: process.cwd() };
}

async function labInstall(request: LabInstallRequest, host: Host): Promise<number> {
  const { runLabInstall } = await import('../checks/lab/lab-install.ts');
  const { file, isSurveyOnly = false } = request;
  return runLabInstall({
    ...host,
    ...request,
    file: file === undefined ? undefined : resolve(file),
    place: userPlace(),
    labCommand: [...host.tapCommand, 'lab', ...(isSurveyOnly ? ['--survey'] : [])],
  });
}

async function serve(request: ServeRequest, host: Host): Promise<number> {
  const { runServe, runHttpServe } = await import('./serve/run-serve.ts');
  const { hostTable } = await import('../../app/hosts/lens/host-table.ts');
  const folder = dataFolder(request.dataFolder);
  const options = {
    ...host,
    dataFolder: folder,
    paths: request.paths,
    report: { hosts: hostTable(await ownHostFiles(folder, host)) },
    vocabularies: await ownVocabularies(folder, host),
    allowsProbe: request.allowsProbe === true,
  };
  if (request.isHttp !== true) return runServe(options);
  return runHttpServe({ ...options, port: request.port, ended: endSignal() });
}

/** Saves measured rows in the user's own files, whose host names are recognized too. */
async function rowSaver(data: string, host: Host) {
  const { hostTable } = await import('../../app/hosts/lens/host-table.ts');
  const { hostsFolder } = await import('../hub/own-files.ts');
  const { savingRows } = await import('../checks/lab/measured-rows.ts');
  const table = hostTable(await ownHostFiles(data, host));
  return savingRows({ folder: hostsFolder(data), table, now: () => new Date() });
}

/** The user's own host files; problems with one go to stderr. */
async function ownHostFiles(data: string, host: Host) {
  const { hostsFolder, readOwnHosts } = await import('../hub/own-files.ts');
  const { files, problems } = await readOwnHosts(hostsFolder(data));
  complain(problems, host);
  return files;
}

async function ownVocabularies(data: string, host: Host) {
  const { readOwnVocabularies, vocabularyFolder } = await import('../hub/own-files.ts');
  const { vocabularies, problems } = await readOwnVocabularies(vocabularyFolder(data));
  complain(problems, host);
  return vocabularies;
}

type FileProblem = { readonly file: string; readonly message: string };

function complain(problems: readonly FileProblem[], { writeError }: Host): void {
  for (const { file, message } of problems) writeError(`tierscope: ${file}: ${message}\n`);
}
