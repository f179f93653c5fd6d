import { z } from 'zod';
import {
  anySection,
  type Block,
  type Document,
  fields,
  paragraph,
  section,
} from '../../base/document/document.ts';
import { foreignName, foreignText, ownAdvice } from '../../base/foreign-text.ts';
import { versionedName } from '../../base/versioned-name.ts';
import { causeLine } from '../../explain/final-stderr.ts';
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
import { answerSchema, firstOf, foreign, type ServeAnswer, serveAnswer } from './answer.ts';

const tier = z.enum(ERROR_TIERS);

/** An error's cause and how often it occurred, in `list_problems`. */
const problemSchema = z.object({
  session: foreign(),
  tier,
  code: z.number().nullable(),
  codeName: foreign().nullable(),
  method: foreign().nullable(),
  target: foreign().nullable(),
  count: z.number(),
  firstSeq: z.number(),
  lastSeq: z.number(),
  state: z.enum(['new', 'known', 'gone']).nullable(),
  message: foreign(),
  /** The exception and its place in the server's code; empty if unknown. */
  cause: foreign(),
  explanation: foreign(),
  acts: z.enum(ACTORS),
  todo: z.string(),
});

const findingSchema = z.object({
  session: foreign(),
  rule: z.string(),
  severity: z.string(),
  certainty: z.string(),
  side: z.string(),
  count: z.number(),
  firstSeq: z.number(),
  title: z.string(),
  message: foreign(),
  todo: z.string(),
});

const sessionSchema = z.object({
  session: foreign(),
  label: foreign(),
  server: foreign(),
  protocolVersion: foreign().nullable(),
  frames: z.number(),
  ok: z.number(),
  tool: z.number(),
  protocol: z.number(),
  client: z.number(),
  transport: z.number(),
  unanswered: z.number(),
});

/** The data of `list_problems`. */
export const problemListSchema = answerSchema({
  recording: foreign(),
  sessions: z.array(sessionSchema),
  moreSessions: z.number(),
  problems: z.array(problemSchema),
  moreProblems: z.number(),
  /** Rule violations without an error. */
  findings: z.array(findingSchema),
  moreFindings: z.number(),
  /** Unreadable lines of the file. */
  damaged: z.number(),
});

export type ProblemList = z.infer<typeof problemListSchema>;

type Asked = {
  /** Only this session; all sessions if undefined. */
  readonly session?: string | undefined;
  /** The maximum number of sessions, problems and findings in one answer. */
  readonly limit: number;
};

/** The errors of a recording by cause, worst first, and rule violations without an error. */
export function problemList(report: RecordingReport, { session, limit }: Asked): ServeAnswer<ProblemList> {
  const sessions = report.sessions.filter((one) => session === undefined || isNamed(one, session));
  const named = firstOf(sessions, limit);
  const problems = firstOf(
    sessions.flatMap((session) =>
      problemsOf(session).map((problem) => listedProblem(session.session, problem)),
    ),
    limit,
  );
  const findings = firstOf(sessions.flatMap(findingsIn), limit);
  const data = {
    recording: report.path,
    sessions: named.shown.map(shortSession),
    moreSessions: named.more,
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
      ...moreLine(named.more, 'sessions'),
      ...(problems.shown.length === 0 ? [paragraph('No errors.')] : []),
      ...problems.shown.map(({ block }) => block),
      ...moreLine(problems.more, 'problems'),
      ...anySection('Findings beside the errors', [
        ...findings.shown.map(({ block }) => block),
        ...moreLine(findings.more, 'findings'),
      ]),
    ],
  };
  return serveAnswer(problemListSchema, document, data);
}

/** A session is requested by its name as shown. */
export const MAX_SESSION_CHARS = 64;
const MAX_LABEL_CHARS = 200;

export function isNamed({ session }: { readonly session: string }, asked: string): boolean {
  return session === asked || foreignText(session, MAX_SESSION_CHARS) === asked;
}

/** The parts of a title, with names that cannot pass for sentences. */
export function named<Titled extends Parameters<typeof problemTitle>[0]>(titled: Titled): Titled {
  const [method, target] = [titled.method, titled.target].map((name) =>
    name === null || name === '' ? name : foreignName(name),
  );
  return { ...titled, method, target };
}

export function foreignOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined || text === '' ? null : foreignText(text);
}

type Listed<Data> = { readonly data: Data; readonly block: Block };

function listedProblem(session: string, { group, error }: Problem): Listed<ProblemList['problems'][number]> {
  const data = {
    session: foreignText(session, MAX_SESSION_CHARS),
    ...{ tier: group.tier, code: group.code, codeName: foreignOrNull(error?.codeName) },
    ...{ method: foreignOrNull(error?.method), target: foreignOrNull(group.target) },
    ...{ count: group.count, firstSeq: group.first, lastSeq: group.last, state: group.state },
    message: foreignText(error?.message ?? group.text),
    cause: foreignText(error === undefined ? '' : causeLine(error, error.message)),
    explanation: foreignText(error?.explanation ?? ''),
    acts: group.acts,
    todo: ownAdvice(group.todo),
  };
  const state = group.state === null ? '' : `, ${group.state}`;
  const block = section(`${problemTitle(named(group))} · ${data.session} ${placesText(group)}${state}`, [
    fields([
      { label: 'cause', text: data.cause },
      { label: 'what', text: data.explanation },
      { label: 'message', text: data.explanation.includes(data.message) ? '' : data.message },
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
      ...{ session: foreignText(session.session, MAX_SESSION_CHARS), rule, severity, certainty, side },
      ...{ count: seqs.length, firstSeq: seqs[0] ?? finding.seq },
      title: foreignText(finding.title),
      message: foreignText(finding.message),
      todo: ownAdvice(finding.todo),
    };
    const places = placesText({ count: seqs.length, first: data.firstSeq, last: seqs.at(-1) ?? finding.seq });
    const title = `${rule} (${findingLabel(finding)}) ${data.title} · ${data.session} ${places}`;
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
    ...{ session: foreignText(session, MAX_SESSION_CHARS), label: foreignText(label, MAX_LABEL_CHARS) },
    server: server === null ? '' : foreignText(versionedName(server), MAX_LABEL_CHARS),
    protocolVersion: foreignOrNull(protocolVersion),
    ...{ frames, ok, tool, protocol, client, transport, unanswered },
  };
}

function sessionLine(one: ProblemList['sessions'][number]): string {
  const counts = (['ok', ...ERROR_TIERS] as const).map((name) => `${name} ${one[name]}`).join(', ');
  const who = one.server === '' ? '' : `, ${foreignText(one.server, 80)}`;
  return `${one.session} "${foreignText(one.label, 80)}"${who}: ${counts}, unanswered ${one.unanswered}`;
}

function moreLine(more: number, what: string): Block[] {
  return more === 0 ? [] : [paragraph(`${more} ${what} more: ask with a higher limit.`)];
}
