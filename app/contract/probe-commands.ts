import { z } from 'zod';
import type { DoctorReport } from '../checks/doctor/doctor-report.ts';
import type { ErasReport } from '../checks/eras/era-report.ts';
import type { CheckedServer, HostHere } from '../checks/hosts/host-report.ts';
import type { EarlierFailure } from '../checks/probe/compare-probes.ts';
import type { CaseVerdict, ProbeGrade, ProbeReport } from '../checks/probe/probe-report.ts';
import type { ProbeSurface } from '../checks/probe/surface.ts';
import type { ExpectedTier } from '../session/project/expected-tier.ts';
import { command, session } from './command.ts';

const name = z.string().min(1).max(64);

/** The server to probe: a live session's, a probe recording's, or a saved one; started separately. */
const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('session'), session }),
  z.strictObject({ kind: z.literal('profile'), profile: z.string().min(1).max(200) }),
]);

export type ProbeTarget = z.infer<typeof target>;

export const PROBE_COMMANDS = {
  /** Starts the server, reads what it declares and lists, and ends it; `plan` is a name for stopping this. */
  planProbe: command({ target, plan: name }).gives<ProbePreview>(),
  stopPlanProbe: command({ plan: name }).gives<null>(),
  /** Starts a probe that continues without the screen; its recording opens in a tab at the end. */
  startProbe: command({
    target,
    /** The tools that may be called with valid arguments, by name. */
    calls: z.array(z.string().max(1000)).max(10_000),
    seed: z.number().int().min(0).max(2_147_483_647),
    /** No case starts later than this many milliseconds after the lists were read. */
    budgetMs: z.number().int().min(1000).max(3_600_000),
  }).gives<{ readonly probe: string }>(),
  /** Starts no further cases; the rest is inconclusive. */
  stopProbe: command({ probe: name }).gives<null>(),
  listProbes: command({}).gives<readonly ProbeState[]>(),
  /** The result stored with a tab's recording, with its cases from index `from` on. */
  readProbe: command({ session, from: z.number().int().min(0) }).gives<ProbePage>(),
  /** Earlier probes of the same server than this tab's, newest first. */
  listEarlierProbes: command({ session }).gives<readonly EarlierProbe[]>(),
  readEarlierProbe: command({ session, name: z.string().min(1).max(512) }).gives<readonly EarlierFailure[]>(),
  /** Sends one case again, to a fresh process of the server. */
  probeCase: command({ session, id: z.string().min(1).max(100_000) }).gives<CaseAgain>(),
} as const;

/** Where a command line would run on this machine, and an obstacle as a sentence; empty for none. */
export type StartPlace = {
  readonly folder: string;
  readonly fault: string;
  /** Completions of the command line and folder, as whole texts. */
  readonly commandLines: readonly string[];
  readonly folders: readonly string[];
};

/** Commands that check why a server does not start; they start only a session's own server. */
export const DOCTOR_COMMANDS = {
  /** Starts the session's command again and runs the checks of a start; else checks its first records. */
  doctor: command({ session, starts: z.boolean().optional() }).gives<DoctorReport>(),
  /** How the server of a host's log is started here; null if the session is no such log, or nothing names the command. */
  loggedServer: command({ session }).gives<LoggedServer | null>(),
  /** Starts the session's server once per MCP revision; fails with a sentence for a recording. */
  eras: command({ session }).gives<ErasReport>(),
  /** The hosts on this machine with their servers, and what their logs say of the last starts. Starts nothing. */
  findHosts: command({}).gives<readonly HostHere[]>(),
  /** Starts a server of hosts by `HostedServer.start`, once its user has seen the command; one that changed since is left. */
  checkHosted: command({ start: z.string().min(1).max(64) }).gives<CheckedServer>(),
  /** Ends the check of a server of hosts. */
  stopHosted: command({ start: z.string().max(64) }).gives<null>(),
  /** Looks for a command, its folder and its script without starting anything. */
  lookAtStart: command({
    commandLine: z.string().max(32_768),
    cwd: z.string().max(4096),
  }).gives<StartPlace>(),
  /** Opens the system's file dialog; returns an empty text if nothing is chosen, or if there is no dialog. */
  choosePath: command({ what: z.enum(['folder', 'file']), from: z.string().max(4096) }).gives<string>(),
  /** Stops the running checks; `doctor` and `eras` then return the results so far. */
  stopDoctor: command({ session }).gives<null>(),
} as const;

/** What the log of a host, and the host's file, say of a start. */
export type LoggedServer = {
  readonly commandLine: string;
  readonly cwd: string;
  /** The folders in which the host looked for the command; empty for this app's own. */
  readonly path: string;
  /** The names of other variables; their values stay in the host's file. */
  readonly variables: readonly string[];
};

/** What a server declares and lists, or why it cannot be started. */
export type ProbePreview =
  | {
      readonly kind: 'ready';
      readonly label: string;
      readonly command: string;
      readonly surface: ProbeSurface;
      /** The project file at `path`: the tools that may be called with valid arguments, and the expected ends. */
      readonly project: {
        readonly path: string;
        readonly calls: readonly string[];
        readonly expected: readonly ExpectedTier[];
      };
    }
  | {
      readonly kind: 'failed';
      readonly label: string;
      readonly why: string;
      /** The checks of its start; null if it was stopped. */
      readonly doctor: DoctorReport | null;
    };

export type ProbeState = {
  /** Unique to each probe: `p1`, `p2`, …. */
  readonly probe: string;
  readonly label: string;
  readonly state: 'running' | 'stopping' | 'done' | 'stopped' | 'failed';
  /** Why there is no result, in a sentence; empty if there is or will be one. */
  readonly note: string;
  readonly done: number;
  /** 0 until the plan is made. */
  readonly total: number;
  /** The current case; empty between two. */
  readonly title: string;
  /** The tab of the recording; null until it is open. */
  readonly session: string | null;
  readonly grade: ProbeGrade['grade'] | null;
  readonly counts: ProbeReport['counts'] | null;
};

/** A report with a part of its cases. */
export type ProbePage = { readonly report: ProbeReport; readonly total: number };

export type EarlierProbe = Pick<ProbeReport, 'startedAt' | 'counts' | 'seed'> & {
  readonly name: string;
  readonly grade: ProbeGrade['grade'];
};

/** The result of a repeated case, with its recording. */
export type CaseAgain = { readonly verdict: CaseVerdict; readonly recording: string };
