import { z } from 'zod';
import { parseJson } from '../base/json-value.ts';
import { likeness } from '../base/likeness.ts';
import { OTHER_TIER } from '../findings/expected-ends.ts';
import { groupKey } from './problem-groups.ts';
import type {
  FailOn,
  ProblemGroup,
  RecordingReport,
  Report,
  ReportFinding,
  SessionReport,
} from './report.ts';
import { TOO_SLOW } from './report-options.ts';

/** What an earlier report held: its problems and violations are known. */
export type Baseline = {
  readonly groups: ReadonlyMap<string, ProblemGroup & { readonly label: string }>;
  readonly findings: ReadonlySet<string>;
};

const group = z.object({
  key: z.string(),
  tier: z.enum(['protocol', 'tool', 'client', 'transport']),
  code: z.number().nullable(),
  target: z.string().nullable(),
  text: z.string(),
  count: z.number(),
  first: z.number(),
  last: z.number(),
  state: z.enum(['new', 'known', 'gone']).nullable(),
});

const earlier = z.object({
  recordings: z.array(
    z.object({
      sessions: z.array(
        z.object({
          label: z.string(),
          groups: z.array(group),
          findings: z.array(z.looseObject({ rule: z.string(), message: z.string() })),
        }),
      ),
    }),
  ),
});

/** Reads what `report --format json` printed; undefined for any other text. */
export function readBaseline(text: string): Baseline | undefined {
  const read = earlier.safeParse(parseJson(text));
  return read.success ? baselineOf(read.data.recordings.flatMap(({ sessions }) => sessions)) : undefined;
}

type Sessions = readonly {
  readonly label: string;
  readonly groups: readonly ProblemGroup[];
  readonly findings: readonly Pick<ReportFinding, 'rule' | 'message'>[];
}[];

export function baselineOf(sessions: Sessions): Baseline {
  const groups = new Map<string, ProblemGroup & { readonly label: string }>();
  const findings = new Set<string>();
  for (const { label, groups: own, findings: found } of sessions) {
    for (const one of own) if (one.state !== 'gone') groups.set(one.key, { ...one, label });
    for (const finding of found) findings.add(findingKey(finding));
  }
  return { groups, findings };
}

/**
 * The report with the state of each problem: new, known, or gone. A problem that is gone stands with the session
 * of the same label, or with the first one.
 */
export function besideBaseline(report: Report, baseline: Baseline): Report {
  const present = new Set(sessionsOf(report).flatMap(({ groups }) => groups.map(({ key }) => key)));
  const gone = [...baseline.groups.values()].filter(({ key }) => !present.has(key));
  const labels = new Set(sessionsOf(report).map(({ label }) => label));
  let isFirst = true;
  const withStates = (session: SessionReport): SessionReport => {
    const own = gone.filter(({ label }) => label === session.label || (isFirst && !labels.has(label)));
    isFirst = false;
    return { ...session, groups: [...session.groups.map(stated), ...own.map(goneGroup)] };
  };
  const stated = (one: ProblemGroup): ProblemGroup => ({
    ...one,
    state: baseline.groups.has(one.key) ? 'known' : 'new',
  });
  const recordings = report.recordings.map(
    (recording): RecordingReport => ({ ...recording, sessions: recording.sessions.map(withStates) }),
  );
  return { ...report, recordings };
}

function goneGroup({ label: _, ...one }: ProblemGroup & { readonly label: string }): ProblemGroup {
  return { ...one, count: 0, state: 'gone' };
}

/**
 * Whether a recording of the report holds what the user named; what the baseline knows does not count. A call that
 * is slower than --max-duration, or ends at another tier than the repository says, counts always.
 */
export function failsOn(report: Report, failOn: readonly FailOn[], baseline?: Baseline): boolean {
  const isNew = (finding: ReportFinding) => baseline?.findings.has(findingKey(finding)) !== true;
  return sessionsOf(report).some(({ errors, findings }) => {
    if (findings.some((one) => (one.rule === TOO_SLOW || one.rule === OTHER_TIER) && isNew(one))) return true;
    return failOn.some((word) =>
      word === 'violation'
        ? findings.some((one) => one.severity === 'violation' && isNew(one))
        : errors.some(
            (error) =>
              error.tier === word &&
              !error.provoked &&
              !error.expected &&
              baseline?.groups.has(groupKey(error)) !== true,
          ),
    );
  });
}

function sessionsOf({ recordings }: Report): SessionReport[] {
  return recordings.flatMap(({ sessions }) => sessions);
}

function findingKey({ rule, message }: Pick<ReportFinding, 'rule' | 'message'>): string {
  return `${rule}|${likeness(message)}`;
}
