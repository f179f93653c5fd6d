/** The checks of a start, in the order in which a start can fail. */
export const STEP_TITLES = {
  command: 'The command',
  'graphical-path': 'The PATH of a host from the desktop',
  file: 'The file',
  runtime: 'The interpreter',
  package: 'The package',
  configuration: 'Variables and arguments',
  process: 'The process',
  stdout: 'stdout',
  era: 'The era',
  handshake: 'The handshake',
  lists: 'The lists',
  call: 'One call',
} as const;

export type StepId = keyof typeof STEP_TITLES;

/** One check: what was looked at, what was found, and what to do about it. */
export type DoctorStep = {
  readonly id: StepId;
  readonly title: string;
  /** `warning`: the start succeeds here, but may not elsewhere; `skipped`: nothing can be said, and `found` says why. */
  readonly status: 'passed' | 'failed' | 'warning' | 'skipped';
  /** Whole sentences: what was found. */
  readonly found: string;
  /** What was looked at, a line each: a path, a line of stderr, an answer. */
  readonly evidence: readonly string[];
  /** Whole sentences: what to do. Empty for a step that passed or was skipped. */
  readonly todo: string;
};

export type DoctorReport = {
  /** The command as it can be typed. */
  readonly command: string;
  /** The first step that failed; null if none did. */
  readonly failed: StepId | null;
  /** Every step, in order. */
  readonly steps: readonly DoctorStep[];
};

/** What a check came to; `evidence` may be left out if there is none. */
export type CheckVerdict =
  | { readonly status: 'passed' | 'skipped'; readonly found: string; readonly evidence?: readonly string[] }
  | {
      readonly status: 'failed' | 'warning';
      readonly found: string;
      readonly todo: string;
      readonly evidence?: readonly string[];
    };

export function passed(found: string, evidence: readonly string[] = []): CheckVerdict {
  return { status: 'passed', found, evidence };
}

export function failed(found: string, todo: string, evidence: readonly string[] = []): CheckVerdict {
  return { status: 'failed', found, todo, evidence };
}

export function warning(found: string, todo: string, evidence: readonly string[] = []): CheckVerdict {
  return { status: 'warning', found, todo, evidence };
}

export function skipped(found: string): CheckVerdict {
  return { status: 'skipped', found };
}

/** A verdict as the step of a report. */
export function stepOf(id: StepId, verdict: CheckVerdict): DoctorStep {
  const { status, found, evidence = [] } = verdict;
  const todo = 'todo' in verdict ? verdict.todo : '';
  return { id, title: STEP_TITLES[id], status, found, evidence, todo };
}

/** The step that failed first; undefined if none did. */
export function firstFailure({ failed: id, steps }: DoctorReport): DoctorStep | undefined {
  return steps.find((step) => step.id === id);
}
