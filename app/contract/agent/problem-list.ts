import { z } from 'zod';
import {
  anySection,
  type Block,
  type Document,
  fields,
  paragraph,
  section,
} from '../../base/document/document.ts';
import { ERROR_TIERS } from '../../frame/tier.ts';
import { ACTOR_LABELS, ACTORS } from '../../protocol/actor.ts';
import {
  findingLabel,
  otherFindings,
  type Problem,
  placesText,
  problemsOf,
  problemTitle,
} from '../../report/problems.ts';
import type { RecordingReport, SessionReport } from '../../report/report.ts';
import { answerText, brief, firstOf, type ServeAnswer } from './answer.ts';

const tier = z.enum(ERROR_TIERS);

/** An error's cause with how often it came, as `list_problems` gives it. */
const problemSchema = z.object({
  session: z.string(),
  tier,
  code: z.number().nullable(),
  codeName: z.string().nullable(),
  method: z.string().nullable(),
  target: z.string().nullable(),
  count: z.number(),
  firstSeq: z.number(),
  lastSeq: z.number(),
  state: z.enum(['new', 'known', 'gone']).nullable(),
  message: z.string(),
  explanation: z.string(),
  /** Who has to act. */
  acts: z.enum(ACTORS),
  todo: z.string(),
});

const findingSchema = z.object({
  session: z.string(),
  rule: z.string(),
  severity: z.string(),
  certainty: z.string(),
  side: z.string(),
  count: z.number(),
  firstSeq: z.number(),
  title: z.string(),
  message: z.string(),
  todo: z.string(),
});

const sessionSchema = z.object({
  session: z.string(),
  label: z.string(),
  server: z.string(),
  protocolVersion: z.string().nullable(),
  frames: z.number(),
  ok: z.number(),
  tool: z.number(),
  protocol: z.number(),
  client: z.number(),
  transport: z.number(),
  unanswered: z.number(),
});

/** What `list_problems` gives as data. */
export const problemListSchema = z.object({
  recording: z.string(),
  sessions: z.array(sessionSchema),
  problems: z.array(problemSchema),
  moreProblems: z.number(),
  /** What breaks a rule though no error shows it. */
  findings: z.array(findingSchema),
  moreFindings: z.number(),
  /** Lines of the file that could not be read. */
  damaged: z.number(),
});

export type ProblemList = z.infer<typeof problemListSchema>;

type Asked = {
  /** Only this session; all of them without it. */
  readonly session?: string | undefined;
  /** At most so many problems, and as many findings. */
  readonly limit: number;
};

/** The errors of a recording by their causes, worst first, and what breaks a rule without an error. */
export function problemList(report: RecordingReport, { session, limit }: Asked): ServeAnswer<ProblemList> {
  const sessions = report.sessions.filter((one) => session === undefined || one.session === session);
  const problems = firstOf(sessions.flatMap(problemsIn), limit);
  const findings = firstOf(sessions.flatMap(findingsIn), limit);
  const data: ProblemList = {
    recording: report.path,
    sessions: sessions.map(shortSession),
    problems: problems.shown.map(({ data: one }) => one),
    moreProblems: problems.more,
    findings: findings.shown.map(({ data: one }) => one),
    moreFindings: findings.more,
    damaged: report.problems.length,
  };
  const document: Document = {
    title: report.path,
    blocks: [
      { kind: 'list', items: data.sessions.map(sessionLine) },
      ...(problems.shown.length === 0 ? [paragraph('No errors.')] : []),
      ...problems.shown.map(({ block }) => block),
      ...moreLine(problems.more, 'problems'),
      ...anySection('Findings beside the errors', [
        ...findings.shown.map(({ block }) => block),
        ...moreLine(findings.more, 'findings'),
      ]),
    ],
  };
  return { text: answerText(document), data };
}

type Listed<Data> = { readonly data: Data; readonly block: Block };

function problemsIn(session: SessionReport): Listed<ProblemList['problems'][number]>[] {
  return problemsOf(session).map((problem) => listedProblem(session.session, problem));
}

function listedProblem(session: string, { group, error }: Problem): Listed<ProblemList['problems'][number]> {
  const data = {
    session,
    ...{ tier: group.tier, code: group.code, codeName: error?.codeName ?? null },
    ...{ method: error?.method ?? null, target: group.target },
    ...{ count: group.count, firstSeq: group.first, lastSeq: group.last, state: group.state },
    message: brief(error?.message ?? group.text),
    explanation: brief(error?.explanation ?? ''),
    acts: group.acts,
    todo: brief(group.todo),
  };
  const state = group.state === null ? '' : `, ${group.state}`;
  const block = section(`${problemTitle(group)} · ${session} ${placesText(group)}${state}`, [
    fields([
      { label: 'what', text: data.explanation === '' ? data.message : data.explanation },
      { label: 'who', text: data.todo === '' ? '' : ACTOR_LABELS[data.acts] },
      { label: 'do', text: data.todo },
    ]),
  ]);
  return { data, block };
}

function findingsIn(session: SessionReport): Listed<ProblemList['findings'][number]>[] {
  return otherFindings(session).map(({ finding, seqs }) => {
    const { rule, severity, certainty, side } = finding;
    const data = {
      ...{ session: session.session, rule, severity, certainty, side },
      ...{ count: seqs.length, firstSeq: seqs[0] ?? finding.seq },
      title: brief(finding.title),
      message: brief(finding.message),
      todo: brief(finding.todo),
    };
    const places = placesText({ count: seqs.length, first: data.firstSeq, last: seqs.at(-1) ?? finding.seq });
    const title = `${rule} (${findingLabel(finding)}) ${data.title} · ${session.session} ${places}`;
    const lines = [
      { label: 'what', text: data.message },
      { label: 'do', text: data.todo },
    ];
    return { data, block: section(title, [fields(lines)]) };
  });
}

function shortSession({ session, label, server, protocolVersion, counts }: SessionReport) {
  const { frames, ok, tool, protocol, client, transport, unanswered } = counts;
  return {
    ...{ session, label, server: server === null ? '' : `${server.name} ${server.version}`.trim() },
    protocolVersion,
    ...{ frames, ok, tool, protocol, client, transport, unanswered },
  };
}

function sessionLine(one: ProblemList['sessions'][number]): string {
  const counts = (['ok', ...ERROR_TIERS] as const).map((name) => `${name} ${one[name]}`).join(', ');
  const who = one.server === '' ? '' : `, ${one.server}`;
  return `${one.session} "${brief(one.label, 80)}"${who}: ${counts}, unanswered ${one.unanswered}`;
}

function moreLine(more: number, what: string): Block[] {
  return more === 0 ? [] : [paragraph(`${more} ${what} more: ask with a higher limit.`)];
}
