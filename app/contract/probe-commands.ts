import { z } from 'zod';
import type { Result } from '../base/result.ts';
import type { DoctorReport } from '../doctor/doctor-report.ts';
import type { EarlierFailure } from '../probe/compare-probes.ts';
import type { CaseVerdict, ProbeGrade, ProbeReport } from '../probe/probe-report.ts';
import type { ProbeSurface } from '../probe/surface.ts';
import type { ExpectedTier } from '../project/expected-tier.ts';

const session = z.string().min(1).max(64);
const name = z.string().min(1).max(64);

/**
 * The server to be probed: that of a live session, of a session that is a probe's own recording, or a saved one. It
 * is started anew, with the same command, folder and variables; the session itself is left alone.
 */
const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('session'), session }),
  z.strictObject({ kind: z.literal('profile'), profile: z.string().min(1).max(200) }),
]);

export type ProbeTarget = z.infer<typeof target>;

/** The inputs of the commands that probe a server. */
export const probeCommandInputs = {
  /** Starts the server, reads what it declares and lists, and ends it; `plan` is a name to stop that by. */
  planProbe: z.strictObject({ target, plan: name }),
  stopPlanProbe: z.strictObject({ plan: name }),
  /** Begins a probe, which goes on without the screen; its recording opens in a tab at the end. */
  startProbe: z.strictObject({
    target,
    /** The tools that may be called with valid arguments, by name. */
    calls: z.array(z.string().max(1000)).max(10_000),
    seed: z.number().int().min(0).max(2_147_483_647),
    /** No case begins later than so many milliseconds after the lists were read. */
    budgetMs: z.number().int().min(1000).max(3_600_000),
  }),
  /** Begins no further case; those that are left come to no verdict. */
  stopProbe: z.strictObject({ probe: name }),
  listProbes: z.strictObject({}),
  /** The result that is kept beside the recording of a tab, with its cases from `from` on. */
  readProbe: z.strictObject({ session, from: z.number().int().min(0) }),
  /** Probes of the same server that were made before that of this tab, the newest first. */
  listEarlierProbes: z.strictObject({ session }),
  /** What failed in one of those, by the name of its recording. */
  readEarlierProbe: z.strictObject({ session, name: z.string().min(1).max(512) }),
  /** Sends one case again, to a fresh process of the server. */
  probeCase: z.strictObject({ session, id: z.string().min(1).max(100_000) }),
} as const;

/** What a server declares and lists, or why it cannot be started. */
export type ProbePreview =
  | {
      readonly kind: 'ready';
      readonly label: string;
      readonly command: string;
      readonly surface: ProbeSurface;
      /** What the project file says: the tools that may be called with valid arguments, and how calls end. */
      readonly project: { readonly calls: readonly string[]; readonly expected: readonly ExpectedTier[] };
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
  /** The name of its recording. */
  readonly name: string;
  readonly grade: ProbeGrade['grade'];
};

/** How a case went that was sent again, with the recording of that. */
export type CaseAgain = { readonly verdict: CaseVerdict; readonly recording: string };

export type ProbeCommandOutputs = {
  planProbe: Result<ProbePreview>;
  stopPlanProbe: Result<null>;
  startProbe: Result<{ readonly probe: string }>;
  stopProbe: Result<null>;
  listProbes: Result<readonly ProbeState[]>;
  readProbe: Result<ProbePage>;
  listEarlierProbes: Result<readonly EarlierProbe[]>;
  readEarlierProbe: Result<readonly EarlierFailure[]>;
  probeCase: Result<CaseAgain>;
};
