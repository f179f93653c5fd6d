import { ok, type Result } from '../../app/base/result.ts';
import { diagnoseRecords } from '../../app/checks/doctor/diagnose.ts';
import type { DoctorReport } from '../../app/checks/doctor/doctor-report.ts';
import { folderStep, foundCommand } from '../../app/checks/doctor/place-steps.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { DOCTOR_COMMANDS, StartPlace } from '../../app/contract/probe-commands.ts';
import { splitCommandLine } from '../session/command-line.ts';
import type { ReaperClient } from '../session/reaper-client.ts';
import type { HubOptions } from './host-api.ts';
import type { LiveSource } from './live-source.ts';
import type { Tab } from './tab.ts';
import { liveSource, type OpenTabs } from './tabs.ts';

/** The start of a session lies within its first records. */
const FIRST_RECORDS = 500;

type DoctorPlace = {
  readonly tabs: OpenTabs;
  readonly reaper: ReaperClient;
  readonly version: string;
} & Pick<HubOptions, 'choosePath'>;

type Check = { readonly report: Promise<DoctorReport>; readonly abort: AbortController };

/** The commands that check a start. One check of a session runs at a time, for all screens that ask for it. */
export class DoctorService {
  readonly #place: DoctorPlace;
  readonly #checks = new Map<string, Check>();
  /** Every check whose process may still run, the stopped ones too. */
  readonly #running = new Set<Promise<DoctorReport>>();

  constructor(place: DoctorPlace) {
    this.#place = place;
  }

  readonly commands: Handlers<typeof DOCTOR_COMMANDS> = {
    doctor: ({ session }) => this.#check(session),
    choosePath: async ({ what, from }) => ok((await this.#place.choosePath?.(what, from)) ?? ''),
    lookAtStart: async ({ commandLine, cwd }) => ok(await startPlace(commandLine, cwd.trim())),
    stopDoctor: async ({ session }) => {
      this.stop(session);
      return ok(null);
    },
  };

  /** Ends the check of a session; the next one starts again. */
  stop(session: string): void {
    this.#checks.get(session)?.abort.abort();
    this.#checks.delete(session);
  }

  /** Ends every check; resolves when no process of one is left. */
  async close(): Promise<void> {
    for (const session of [...this.#checks.keys()]) this.stop(session);
    await Promise.allSettled(this.#running);
  }

  async #check(session: string): Promise<Result<DoctorReport>> {
    const tab = this.#place.tabs.get(session);
    if (!tab.ok) return tab;
    const live = liveSource(tab.value);
    if (live === undefined) return ok(await recorded(tab.value));
    const { report } = this.#checks.get(session) ?? this.#begin(session, live);
    return ok(await report);
  }

  #begin(session: string, source: LiveSource): Check {
    const abort = new AbortController();
    const check = { report: this.#run(source, abort.signal), abort };
    this.#checks.set(session, check);
    this.#running.add(check.report);
    const ended = () => {
      this.#running.delete(check.report);
      if (this.#checks.get(session) === check) this.#checks.delete(session);
    };
    check.report.then(ended, ended);
    return check;
  }

  async #run({ spec, live }: LiveSource, signal: AbortSignal): Promise<DoctorReport> {
    const { settings } = live.details;
    // Most sessions start well, and never need it.
    const { runDoctor } = await import('../checks/doctor/run-doctor.ts');
    const { version, reaper } = this.#place;
    return runDoctor({ spec, settings, version, reaper, signal });
  }
}

async function startPlace(commandLine: string, cwd: string): Promise<StartPlace> {
  const { commandPlace, pathsFrom } = await import('../checks/doctor/command-place.ts');
  const line = splitCommandLine(commandLine, process.platform);
  const { command, args, env } = line.ok ? line.value : { command: '', args: [], env: {} };
  const place = await commandPlace({ command, args, env, cwd });
  const { folder = '' } = place;
  // A word that is still being typed is no fault.
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
