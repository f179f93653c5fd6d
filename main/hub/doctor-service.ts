import { err, ok } from '../../app/base/result.ts';
import { diagnoseRecords } from '../../app/checks/doctor/diagnose.ts';
import type { DoctorReport } from '../../app/checks/doctor/doctor-report.ts';
import { folderStep, foundCommand } from '../../app/checks/doctor/place-steps.ts';
import type { ErasReport } from '../../app/checks/eras/era-report.ts';
import { type CheckedServer, EACH_MS } from '../../app/checks/hosts/host-report.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { DOCTOR_COMMANDS, StartPlace } from '../../app/contract/probe-commands.ts';
import type { HostPlace } from '../../app/hosts/host.ts';
import { HOST_LOG_TITLES } from '../../app/recording/import/formats.ts';
import { joinCommandLine, splitCommandLine } from '../session/command-line.ts';
import type { ReaperClient } from '../session/reaper-client.ts';
import { commandOf, ownValues, type ServerToStart } from '../session/record-body.ts';
import type { HubOptions } from './host-api.ts';
import type { LiveSource } from './live-source.ts';
import type { Tab } from './tab.ts';
import { liveSource, type OpenTabs } from './tabs.ts';

/** A session starts within its first records. */
const FIRST_RECORDS = 500;
/** This many records show which features a session uses. */
const MIGRATION_RECORDS = 20_000;
const NO_SERVER = 'A recording has no server to start. Connect to the server, and check its eras there.';

const NO_COMMAND = 'The log does not name the command of this server, and no file of a host here has it.';

type Started = Pick<ServerToStart, 'spec' | 'settings'>;

function startedAs({ spec, live }: LiveSource): Started {
  return { spec, settings: live.details.settings };
}

type DoctorPlace = {
  readonly tabs: OpenTabs;
  readonly reaper: ReaperClient;
  readonly version: string;
  readonly hostPlace: () => HostPlace;
} & Pick<HubOptions, 'choosePath'>;

/** The commands that check a start. Each session has one check at a time, shared by all screens that request it. */
export class DoctorService {
  readonly #place: DoctorPlace;
  readonly #doctors = new RunningChecks<DoctorReport>();
  readonly #eras = new RunningChecks<ErasReport>();
  readonly #hosted = new RunningChecks<CheckedServer>();

  constructor(place: DoctorPlace) {
    this.#place = place;
  }

  readonly commands: Handlers<typeof DOCTOR_COMMANDS> = {
    doctor: async ({ session, starts = false }) => {
      const tab = this.#place.tabs.get(session);
      if (!tab.ok) return tab;
      const live = liveSource(tab.value);
      if (live === undefined && !starts) return ok(await recorded(tab.value));
      const start = live === undefined ? await this.#logged(tab.value) : startedAs(live);
      if (start === undefined) return err(NO_COMMAND);
      return ok(await this.#doctors.run(session, (signal) => this.#doctor(start, signal)));
    },
    loggedServer: async ({ session }) => {
      const tab = this.#place.tabs.get(session);
      if (!tab.ok) return tab;
      const logged = await this.#logged(tab.value);
      if (logged === undefined) return ok(null);
      const { command, args } = commandOf(logged.spec);
      const { PATH: path = '', ...variables } = ownValues(logged.spec);
      const { cwd } = logged.spec;
      return ok({
        commandLine: joinCommandLine(command, args),
        cwd,
        path,
        variables: Object.keys(variables),
      });
    },
    eras: async ({ session }) => {
      const tab = this.#place.tabs.get(session);
      if (!tab.ok) return tab;
      const live = liveSource(tab.value);
      if (live === undefined) return err(NO_SERVER);
      return ok(await this.#eras.run(session, (signal) => this.#lookAtEras(live, tab.value, signal)));
    },
    findHosts: async () => {
      const { hostsHere } = await import('../checks/hosts/found-hosts.ts');
      return ok(await hostsHere(this.#place.hostPlace()));
    },
    checkHosted: async ({ start }) =>
      ok(await this.#hosted.run(start, (signal) => this.#checkHosted(start, signal))),
    stopHosted: async ({ start }) => {
      this.#hosted.stop(start);
      return ok(null);
    },
    choosePath: async ({ what, from }) => ok((await this.#place.choosePath?.(what, from)) ?? ''),
    lookAtStart: async ({ commandLine, cwd }) => ok(await startPlace(commandLine, cwd.trim())),
    stopDoctor: async ({ session }) => {
      this.stop(session);
      return ok(null);
    },
  };

  /** Ends the checks of a session; later requests start new ones. */
  stop(session: string): void {
    this.#doctors.stop(session);
    this.#eras.stop(session);
  }

  /** Ends every check; resolves when none of their processes is left. */
  async close(): Promise<void> {
    await Promise.all([this.#doctors.close(), this.#eras.close(), this.#hosted.close()]);
  }

  /** The start that an opened log of a host tells of. */
  async #logged({ info, source }: Tab): Promise<Started | undefined> {
    if (info.kind !== 'file' || !HOST_LOG_TITLES.has(info.format ?? '')) return undefined;
    const { loggedStart } = await import('../checks/hosts/logged-start.ts');
    const records = await source.store.readRecords(0, Number.MAX_SAFE_INTEGER, FIRST_RECORDS);
    const record = records.findLast((one) => one.type === 'session');
    const spec = await loggedStart(record?.type === 'session' ? record : {}, this.#place.hostPlace());
    return spec && { spec, settings: {} };
  }

  async #doctor(start: Started, signal: AbortSignal): Promise<DoctorReport> {
    // Most sessions start without problems and never need it.
    const { runDoctor } = await import('../checks/doctor/run-doctor.ts');
    return runDoctor(this.#start(start, signal));
  }

  async #checkHosted(start: string, signal: AbortSignal): Promise<CheckedServer> {
    const { checkGroup, startsHere } = await import('../checks/hosts/check-servers.ts');
    const { version, reaper, hostPlace } = this.#place;
    const group = { hosts: [], name: '', start, left: '' };
    const settings = { timeoutMs: EACH_MS };
    return checkGroup(group, await startsHere(hostPlace()), { version, reaper, settings, signal });
  }

  async #lookAtEras(live: LiveSource, tab: Tab, signal: AbortSignal): Promise<ErasReport> {
    const { migrationLog, runEras } = await import('../checks/eras/run-eras.ts');
    const changes = migrationLog();
    const records = await tab.source.store.readRecords(0, Number.MAX_SAFE_INTEGER, MIGRATION_RECORDS);
    for (const record of records) changes.take(record);
    const migration = changes.steps();
    const given = migration.length === 0 ? {} : { migration };
    return runEras({ ...this.#start(startedAs(live), signal), ...given });
  }

  #start(start: Started, signal: AbortSignal) {
    const { version, reaper } = this.#place;
    return { ...start, version, reaper, signal };
  }
}

type Check<Report> = { readonly report: Promise<Report>; readonly abort: AbortController };

/** The running checks of one kind, one per session. */
class RunningChecks<Report> {
  readonly #checks = new Map<string, Check<Report>>();
  /** Every check whose process may still run, including stopped ones. */
  readonly #running = new Set<Promise<Report>>();

  /** The report of the running check, or of a new one that `begin` starts. */
  run(session: string, begin: (signal: AbortSignal) => Promise<Report>): Promise<Report> {
    const running = this.#checks.get(session);
    if (running !== undefined) return running.report;
    const abort = new AbortController();
    const check = { report: begin(abort.signal), abort };
    this.#checks.set(session, check);
    this.#running.add(check.report);
    const ended = () => {
      this.#running.delete(check.report);
      if (this.#checks.get(session) === check) this.#checks.delete(session);
    };
    check.report.then(ended, ended);
    return check.report;
  }

  stop(session: string): void {
    this.#checks.get(session)?.abort.abort();
    this.#checks.delete(session);
  }

  /** Ends all checks; resolves when none of their processes is left. */
  async close(): Promise<void> {
    for (const session of [...this.#checks.keys()]) this.stop(session);
    await Promise.allSettled(this.#running);
  }
}

async function startPlace(commandLine: string, cwd: string): Promise<StartPlace> {
  const { commandPlace, pathsFrom } = await import('../checks/doctor/command-place.ts');
  const line = splitCommandLine(commandLine, process.platform);
  const { command, args, env } = line.ok ? line.value : { command: '', args: [], env: {} };
  const place = await commandPlace({ command, args, env, cwd });
  const { folder = '' } = place;
  // An argument that is still being typed is not an error.
  const isTyped = args.length > 0;
  const checks = [folderStep(place), ...(isTyped ? [foundCommand(command, cwd, place)] : [])];
  const fault = checks.find(({ status }) => status === 'failed')?.found ?? '';
  const word = /(?:^|\s)([^\s'"]+)$/.exec(commandLine)?.[1] ?? '';
  const ahead = commandLine.slice(0, commandLine.length - word.length);
  const ways = (await pathsFrom(word, folder)).filter((path) => !/[\s'"\\]/.test(path));
  const commandLines = ways.map((path) => `${ahead}${path}`);
  return { folder, fault, commandLines, folders: await pathsFrom(cwd, process.cwd(), true) };
}

async function recorded(tab: Tab): Promise<DoctorReport> {
  const { commandLine } = tab.info;
  const records = await tab.source.store.readRecords(0, Number.MAX_SAFE_INTEGER, FIRST_RECORDS);
  const session = records.find((record) => record.type === 'session')?.session ?? tab.info.session;
  return diagnoseRecords(records, session, commandLine);
}
