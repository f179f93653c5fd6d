import { z } from 'zod';
import { parseJson, withoutMark } from '../base/json-value.ts';
import { shortId } from '../base/short-id.ts';
import { OTHER_TIER } from '../findings/expected-ends.ts';
import { ACTORS } from '../protocol/actor.ts';
import { findingCause } from './problem-groups.ts';
import type {
  CommonFinding,
  FailOn,
  ProblemGroup,
  RecordingReport,
  Report,
  ReportError,
  ReportFinding,
  SessionReport,
} from './report.ts';
import { isRunLimit } from './report-options.ts';

/** What is known from an earlier report: its problems by id, and its violations by cause. */
export type Baseline = {
  readonly groups: ReadonlyMap<string, ProblemGroup & { readonly label: string }>;
  readonly findingGroups: ReadonlyMap<string, CommonFinding & { readonly label: string }>;
  readonly findings: ReadonlySet<string>;
  /** The kinds of failure of the groups, by id. */
  readonly causes: ReadonlyMap<string, string>;
};

/** Fills in what a report from an earlier version does not have for a group. */
const group = z.object({
  key: z.string(),
  tier: z.enum(['protocol', 'tool', 'client', 'transport']),
  code: z.number().nullable(),
  name: z.string().default(''),
  target: z.string().nullable(),
  text: z.string(),
  count: z.number(),
  first: z.number(),
  last: z.number(),
  state: z.enum(['new', 'known', 'gone']).nullable(),
  id: z.string().default(''),
  method: z.string().nullable().default(null),
  acts: z.enum(ACTORS).default('server'),
  todo: z.string().default(''),
  by: z.string().nullable().default(null),
});

const findingGroup = z.object({
  ...group.pick({ key: true, text: true, count: true, first: true, last: true, state: true }).shape,
  ...group.pick({ id: true, acts: true, todo: true, by: true }).shape,
  rule: z.string(),
  severity: z.enum(['violation', 'advice', 'info']),
  certainty: z.enum(['certain', 'likely']),
  title: z.string(),
});

const earlier = z.object({
  recordings: z.array(
    z.object({
      sessions: z.array(
        z.object({
          label: z.string(),
          groups: z.array(group),
          findingGroups: z.array(findingGroup).default([]),
          errors: z.array(z.looseObject({ group: z.string(), cause: z.string() })).catch([]),
          findings: z.array(
            z.looseObject({ rule: z.string(), message: z.string(), cause: z.string().optional() }),
          ),
        }),
      ),
    }),
  ),
});

/** Reads the output of `report --format json`; undefined for any other text. */
export function readBaseline(text: string): Baseline | undefined {
  const read = earlier.safeParse(parseJson(withoutMark(text)));
  return read.success ? baselineOf(read.data.recordings.flatMap(({ sessions }) => sessions)) : undefined;
}

type Sessions = readonly {
  readonly label: string;
  readonly groups: readonly ProblemGroup[];
  readonly findingGroups: readonly CommonFinding[];
  readonly errors: readonly Pick<ReportError, 'group' | 'cause'>[];
  readonly findings: readonly (Pick<ReportFinding, 'rule' | 'message'> & {
    readonly cause?: string | undefined;
  })[];
}[];

export function baselineOf(sessions: Sessions): Baseline {
  const groups = new Map<string, ProblemGroup & { readonly label: string }>();
  const findingGroups = new Map<string, CommonFinding & { readonly label: string }>();
  const findings = new Set<string>();
  for (const { label, groups: own, findingGroups: ofFindings, findings: found } of sessions) {
    for (const one of own) if (one.state !== 'gone') groups.set(idOf(one), { ...one, label });
    for (const one of ofFindings) if (one.state !== 'gone') findingGroups.set(idOf(one), { ...one, label });
    for (const finding of found) findings.add(findingCause(finding));
  }
  return { groups, findingGroups, findings, causes: causesOf(sessions) };
}

function causesOf(sessions: readonly Pick<Sessions[number], 'errors'>[]): ReadonlyMap<string, string> {
  return new Map(sessions.flatMap(({ errors }) => errors.map(({ group, cause }) => [group, cause] as const)));
}

/**
 * Groups that only seem new, each with the one it replaces: same code, call and cause, with an improved text. Each
 * replaces only one: a second error of the same call is new.
 */
function rewordedGroups(baseline: Baseline, sessions: readonly SessionReport[]): ReadonlyMap<string, string> {
  const kindOf = ({ id, tier, code, method, target }: ProblemGroup, causes: ReadonlyMap<string, string>) =>
    JSON.stringify([tier, code, method, target, causes.get(id) ?? '']);
  const present = sessions.flatMap(({ groups }) => groups);
  const gone = goneFrom(baseline.groups, present);
  const causes = causesOf(sessions);
  const reworded = new Map<string, string>();
  for (const group of present) {
    if (baseline.groups.has(group.id) || reworded.has(group.id)) continue;
    const kind = kindOf(group, causes);
    const at = gone.findIndex((one) => kindOf(one, baseline.causes) === kind);
    const [before] = at < 0 ? [] : gone.splice(at, 1);
    if (before !== undefined) reworded.set(group.id, idOf(before));
  }
  return reworded;
}

/** The id is made of the whole key, in which a printed report may have replaced secrets; the first reports had none. */
function idOf({ id, key }: Pick<ProblemGroup, 'id' | 'key'>): string {
  return id === '' ? shortId(key) : id;
}

/** The report with each problem's state; gone ones are listed in the session with the same label, or in the first. */
export function compareToBaseline(report: Report, baseline: Baseline): Report {
  const sessions = sessionsOf(report);
  const reworded = rewordedGroups(baseline, sessions);
  const replaced = new Set(reworded.values());
  const gone = goneFrom(
    baseline.groups,
    sessions.flatMap(({ groups }) => groups),
  ).filter((one) => !replaced.has(idOf(one)));
  const goneFindings = goneFrom(
    baseline.findingGroups,
    sessions.flatMap(({ findingGroups }) => findingGroups),
  );
  const labels = new Set(sessions.map(({ label }) => label));
  let isFirst = true;
  const withStates = (session: SessionReport): SessionReport => {
    const isOwn = ({ label }: Labeled) => label === session.label || (isFirst && !labels.has(label));
    const own = gone.filter(isOwn);
    const ownFindings = goneFindings.filter(isOwn);
    isFirst = false;
    return {
      ...session,
      groups: [
        ...session.groups.map((one) => stated(one, baseline.groups.has(one.id) || reworded.has(one.id))),
        ...own.map(goneGroup),
      ],
      findingGroups: [
        // A report from an earlier version lists findings without their groups.
        ...session.findingGroups.map((one) =>
          stated(one, baseline.findingGroups.has(one.id) || baseline.findings.has(one.id)),
        ),
        ...ownFindings.map(goneGroup),
      ],
    };
  };
  const recordings = report.recordings.map(
    (recording): RecordingReport => ({ ...recording, sessions: recording.sessions.map(withStates) }),
  );
  return { ...report, recordings };
}

type Labeled = { readonly label: string };
type Stated = Pick<ProblemGroup, 'id' | 'key' | 'state' | 'count'>;

function goneFrom<Group extends Stated>(
  known: ReadonlyMap<string, Group>,
  present: readonly Stated[],
): Group[] {
  const ids = new Set(present.map(idOf));
  return [...known].flatMap(([id, group]) => (ids.has(id) ? [] : [group]));
}

function stated<Group extends Stated>(group: Group, isKnown: boolean): Group {
  return { ...group, state: isKnown ? 'known' : 'new' };
}

function goneGroup<Group extends Stated>({ label: _, ...group }: Group & Labeled) {
  return { ...group, count: 0, state: 'gone' as const };
}

/**
 * Whether a recording has something in `failOn` that the baseline does not know, by the states in the report; exceeding
 * a limit of the run, or ending in another tier than expected, always fails.
 */
export function failsOn(report: Report, failOn: readonly FailOn[], baseline?: Baseline): boolean {
  const isNew = (finding: ReportFinding) => baseline?.findings.has(findingCause(finding)) !== true;
  return sessionsOf(report).some(({ errors, findings, groups }) => {
    if (findings.some((one) => (isRunLimit(one.rule) || one.rule === OTHER_TIER) && isNew(one))) return true;
    const known = new Set(groups.flatMap(({ id, state }) => (state === 'known' ? [id] : [])));
    return failOn.some((word) =>
      word === 'violation'
        ? findings.some((one) => one.severity === 'violation' && isNew(one))
        : errors.some(
            ({ tier, provoked, expected, group }) =>
              tier === word &&
              !provoked &&
              !expected &&
              !known.has(group) &&
              baseline?.groups.has(group) !== true,
          ),
    );
  });
}

function sessionsOf({ recordings }: Report): SessionReport[] {
  return recordings.flatMap(({ sessions }) => sessions);
}
