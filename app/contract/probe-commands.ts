import { z } from 'zod';
import type { DoctorReport } from '../checks/doctor/doctor-report.ts';
import type { ErasReport } from '../checks/eras/era-report.ts';
import type { EarlierFailure } from '../checks/probe/compare-probes.ts';
import type { CaseVerdict, ProbeGrade, ProbeReport } from '../checks/probe/probe-report.ts';
import type { ProbeSurface } from '../checks/probe/surface.ts';
import type { ExpectedTier } from '../session/project/expected-tier.ts';
import { command, session } from './command.ts';

const name = z.string().min(1).max(64);

/** The server to be probed: of a live session, of a probe's recording, or a saved one; it is started for itself. */
const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('session'), session }),
  z.strictObject({ kind: z.literal('profile'), profile: z.string().min(1).max(200) }),
]);

export type ProbeTarget = z.infer<typeof target>;

export const PROBE_COMMANDS = {
  /** Starts the server, reads what it declares and lists, and ends it; `plan` is a name to stop that by. */
  planProbe: command({ target, plan: name }).gives<ProbePreview>(),
  stopPlanProbe: command({ plan: name }).gives<null>(),
  /** Begins a probe, which goes on without the screen; its recording opens in a tab at the end. */
  startProbe: command({
    target,
    /** The tools that may be called with valid arguments, by name. */
    calls: z.array(z.string().max(1000)).max(10_000),
    seed: z.number().int().min(0).max(2_147_483_647),
    /** No case begins later than this many milliseconds after the lists were read. */
    budgetMs: z.number().int().min(1000).max(3_600_000),
  }).gives<{ readonly probe: string }>(),
  /** Begins no further case; those that are left come to no verdict. */
  stopProbe: command({ probe: name }).gives<null>(),
  listProbes: command({}).gives<readonly ProbeState[]>(),
  /** The result that is kept beside the recording of a tab, with its cases from `from` on. */
  readProbe: command({ session, from: z.number().int().min(0) }).gives<ProbePage>(),
  /** Probes of the same server that were made before that of this tab, the newest first. */
  listEarlierProbes: command({ session }).gives<readonly EarlierProbe[]>(),
  readEarlierProbe: command({ session, name: z.string().min(1).max(512) }).gives<readonly EarlierFailure[]>(),
  /** Sends one case again, to a fresh process of the server. */
  probeCase: command({ session, id: z.string().min(1).max(100_000) }).gives<CaseAgain>(),
} as const;

/** Where a command line would run on this machine, and what stands in its way: a sentence, empty for nothing. */
export type StartPlace = {
  readonly folder: string;
  readonly fault: string;
  /** How the command line and the folder may go on, as whole texts. */
  readonly commandLines: readonly string[];
  readonly folders: readonly string[];
};

/** Commands that check why a server does not start; they start none but that of a session. */
export const DOCTOR_COMMANDS = {
  /** Starts the session's command again and goes through the checks of a start; else checks its first records. */
  doctor: command({ session }).gives<DoctorReport>(),
  /** Starts the session's server once for each revision of MCP; fails with a sentence for a recording. */
  eras: command({ session }).gives<ErasReport>(),
  /** Looks for a command, its folder and its script, and starts nothing. */
  lookAtStart: command({
    commandLine: z.string().max(32_768),
    cwd: z.string().max(4096),
  }).gives<StartPlace>(),
  /** Lets the user choose in the dialog of the window's system; gives an empty text for nothing, or without one. */
  choosePath: command({ what: z.enum(['folder', 'file']), from: z.string().max(4096) }).gives<string>(),
  /** Ends the checks that run; `doctor` and `eras` then give what was found until then. */
  stopDoctor: command({ session }).gives<null>(),
} as const;

/** What a server declares and lists, or why it cannot be started. */
export type ProbePreview =
  | {
      readonly kind: 'ready';
      readonly label: string;
      readonly command: string;
      readonly surface: ProbeSurface;
      /** What the project file at `path` says: the tools that may be called with valid arguments, and how calls end. */
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

/** How far a probe has come, or what it came to. */
export type ProbeState = {
  /** Another one for each probe: `p1`, `p2`, …. */
  readonly probe: string;
  readonly label: string;
  readonly state: 'running' | 'stopping' | 'done' | 'stopped' | 'failed';
  /** Why there is no result, in a sentence; empty if there is one, or will be. */
  readonly note: string;
  readonly done: number;
  /** 0 until the plan is made. */
  readonly total: number;
  /** The case of the moment; empty between two. */
  readonly title: string;
  /** The tab of the recording; null until it is open. */
  readonly session: string | null;
  readonly grade: ProbeGrade['grade'] | null;
  readonly counts: ProbeReport['counts'] | null;
};

/** A report, of whose cases it holds a part. */
export type ProbePage = { readonly report: ProbeReport; readonly total: number };

export type EarlierProbe = Pick<ProbeReport, 'startedAt' | 'counts' | 'seed'> & {
  readonly name: string;
  readonly grade: ProbeGrade['grade'];
};

/** How a case went that was sent again, with the recording of that. */
export type CaseAgain = { readonly verdict: CaseVerdict; readonly recording: string };
