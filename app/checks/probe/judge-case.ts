import { isJsonObject, parseJson, stringAt } from '../../base/json-value.ts';
import { type MessageValues, messageText } from '../../base/message.ts';
import { durationText } from '../../explain/phrases.ts';
import { ruleById } from '../../findings/all-rules.ts';
import { OTHER_TIER } from '../../findings/expected-ends.ts';
import { targetOf } from '../../frame/target.ts';
import type { ReportFinding } from '../../report/report.ts';
import { bytesOfVisible, visibleText } from '../../requests/raw-editor/raw-draft.ts';
import {
  type ExpectedTier,
  expectationOf,
  expectedEndText,
  otherEndSentences,
  PROJECT_SOURCE,
} from '../../session/project/expected-tier.ts';
import type { CaseEnd, CaseReply, CaseRun } from './case-run.ts';
import { type Binding, type CaseLeftOut, type Expectation, type PlannedCase, sentBy } from './probe-case.ts';
import type { CaseFailure, CaseNote, CaseVerdict } from './probe-report.ts';
import texts from './verdict-texts.json' with { type: 'json' };

const JSON_RPC = 'JSON-RPC 2.0 §5: the server MUST reply, except to a notification';
const MAX_SHOWN = 300;

export type BuiltOn = {
  /** True if an SDK or framework was identified. */
  readonly onSdk: boolean;
  /** True if it coerces argument types before the schema rejects them, as mcp-ts-core does since 0.13.9. */
  readonly repairs: boolean;
};

/**
 * The verdict on a case, from the replies and from the rules' findings in its records. It fails by a certain violation,
 * by a process that ended twice, by an answer that was missing twice, or by an answer that no server may give.
 * Everything else is a note: one false accusation costs more than ten missed faults.
 */
export function judgeCase(
  run: CaseRun,
  findings: readonly ReportFinding[],
  { onSdk, repairs }: BuiltOn,
): CaseVerdict {
  const { end, replies } = run;
  const { layer, mayBeUnnamed } = run.case;
  const isUnnamed = !mayBeUnnamed && !replies.some(({ isNamed }) => isNamed);
  const own = findings
    .filter(({ rule, side }) => side !== 'client' && !isSpared(run, rule))
    .map((finding): ReportFinding => {
      const subject = ruleById(finding.rule)?.subject;
      // An answer without a request: if no other comes, the request has none.
      const isMissing = subject === 'unnamed-answer' && (isUnnamed || end.kind === 'silent');
      // The SDK, if there is one, answered what no tool has seen; stdout noise answers nothing.
      const isOfSdk = layer === 'wire' && onSdk && subject !== 'stdout';
      return {
        ...finding,
        side: isOfSdk ? 'sdk' : finding.side,
        severity: isMissing ? 'violation' : finding.severity,
      };
    });
  const base = verdictBase(run, own);
  if (end.kind === 'not-run') return { ...base, outcome: 'inconclusive', why: end.why };
  const proof = failureByRule(own);
  const doubt = doubtOf(run);
  if (doubt !== '' && proof === undefined) return { ...base, outcome: 'inconclusive', why: doubt };
  const failure =
    (doubt === '' ? failureOfEnd(run) : undefined) ??
    otherEnd(run) ??
    proof ??
    (repairs && run.case.kind === 'type' ? undefined : failureOfReply(run));
  if (failure !== undefined) {
    const others = own.filter((one) => isProof(one) && one.message !== failure.message).map(noteOf);
    return { ...base, outcome: 'failed', failure, notes: [...others, ...base.notes] };
  }
  const unusual = run.case.expected === undefined ? unusualNote(run.case.expects, replies) : [];
  return { ...base, outcome: 'passed', notes: [...base.notes, ...unusual, ...endNote(end)] };
}

export function leftOutVerdict({ why, ...named }: CaseLeftOut): CaseVerdict {
  return {
    ...named,
    outcome: 'not-applicable',
    why,
    seen: null,
    asked: null,
    failure: null,
    notes: [],
    requestSeq: null,
    answerSeq: null,
    state: null,
  };
}

function isSpared({ case: { spares, expected, unready }, replies }: CaseRun, rule: string): boolean {
  if (spares.includes(rule)) return true;
  const subject = ruleById(rule)?.subject;
  // A lost or missing answer is judged by how the case ended, and by a second try.
  if (subject === 'lost-answer') return true;
  // What a process prints at its start appears every time: the opening case reports it.
  if (subject === 'stdout' && unready) return true;
  // If the call ended as the project file expects, its tier is right.
  const last = replies.at(-1);
  return expected !== undefined && last !== undefined && isAsExpected(expected, last) && isOfTier(rule);
}

/** A call that did not end as the project file expects. */
function otherEnd({ case: planned, replies }: CaseRun): CaseFailure | undefined {
  const { expected, expects } = planned;
  const last = replies.at(-1);
  if (expected === undefined || last === undefined || isAsExpected(expected, last)) return undefined;
  return {
    ...sentLine(planned),
    ...{ rule: OTHER_TIER, binding: 'project', side: 'server', source: expects.source },
    ...otherEndSentences(expected, endOf(last)),
  };
}

export function verdictBase(run: CaseRun, findings: readonly ReportFinding[]): CaseVerdict {
  const { id, family, kind, target, title, expects } = run.case;
  const { tier, binding, sentence, source } = expects;
  const last = run.replies.at(-1);
  return {
    ...{ id, family, kind, target, title },
    outcome: 'passed',
    why: '',
    seen: run.requestSeq === 0 ? null : seenIn(run, last),
    asked: { tier, binding, sentence, source },
    failure: null,
    notes: findings.filter((one) => !isProof(one)).map(noteOf),
    requestSeq: run.requestSeq === 0 ? null : run.requestSeq,
    answerSeq: last?.seq ?? null,
    state: null,
  };
}

function seenIn({ end }: CaseRun, last: CaseReply | undefined): CaseVerdict['seen'] {
  if (end.kind === 'ended') {
    const { how, stderr } = end;
    return {
      tier: 'transport',
      code: null,
      text: stderr === '' ? how : `${how}, after ${JSON.stringify(stderr)}`,
    };
  }
  if (last === undefined) return { tier: 'silence', code: null, text: '' };
  return { tier: last.tier, code: last.code, text: last.text };
}

/** Why nothing can be concluded although the case was run; empty if something can. */
function doubtOf({ case: { mayTakeLong, mayEnd }, end }: CaseRun): string {
  switch (end.kind) {
    case 'ended':
      return mayEnd || end.times > 1 ? '' : verdictText('doubt.ended', { how: end.how });
    case 'silent':
    case 'hung': {
      const waited = durationText(end.afterMs);
      if (mayTakeLong) return verdictText('doubt.slow-tool', { waited });
      return end.times > 1 ? '' : verdictText('doubt.silent', { waited });
    }
    default:
      return '';
  }
}

function failureOfEnd({ case: planned, end }: CaseRun): CaseFailure | undefined {
  if (end.kind !== 'ended' && end.kind !== 'hung' && end.kind !== 'silent') return undefined;
  const isEnd = end.kind === 'ended';
  if (isEnd && planned.mayEnd) return undefined;
  const values = isEnd ? { how: end.how } : { waited: durationText(end.afterMs) };
  return {
    ...{ ...sentLine(planned), side: sideOf(planned), source: JSON_RPC },
    rule: isEnd ? 'process-ended' : 'no-answer',
    binding: isEnd && planned.layer === 'wire' ? 'convention' : 'MUST',
    message: verdictText(end.kind, values),
    todo: verdictText(`${end.kind}.todo`),
  };
}

/** The strongest finding: requirements of the specification come before its recommendations. */
function failureByRule(findings: readonly ReportFinding[]): CaseFailure | undefined {
  const proofs = findings.filter(isProof).map((finding) => ({ finding, binding: bindingOf(finding) }));
  const first = proofs.find(({ binding }) => binding === 'MUST') ?? proofs[0];
  if (first === undefined) return undefined;
  const { rule, side, message, todo, before, after, source } = first.finding;
  return { rule, side, message, todo, before, after, source, binding: first.binding };
}

function isProof({ severity, certainty }: ReportFinding): boolean {
  return severity === 'violation' && certainty === 'certain';
}

function failureOfReply({ case: planned, replies }: CaseRun): CaseFailure | undefined {
  const { expects } = planned;
  if (planned.expected !== undefined) return undefined;
  const wrong = replies.find(({ reply }) =>
    expects.wrong === 'the rest' ? !expects.good.includes(reply) : expects.wrong.includes(reply),
  );
  if (wrong === undefined) return undefined;
  return {
    ...sentLine(planned),
    rule: 'wrong-answer',
    binding: expects.ifWrong?.binding ?? expects.binding,
    side: sideOf(planned),
    message: expects.ifWrong?.message ?? verdictText('wrong'),
    todo: expects.ifWrong?.todo ?? '',
    source: expects.ifWrong?.source ?? expects.source,
  };
}

/** The SDK reads lines and knows methods; what a tool does with its arguments is the author's. */
function sideOf({ layer }: PlannedCase): CaseFailure['side'] {
  return layer === 'wire' ? 'sdk' : 'server';
}

function sentLine({ steps }: PlannedCase): Pick<CaseFailure, 'before' | 'after'> {
  const [step] = steps;
  return { before: step === undefined ? '' : shownLine(sentBy(step)), after: null };
}

/** The line with every byte visible, shortened. */
export function shownLine(text: string): string {
  const visible = text.length > MAX_SHOWN ? text : visibleText(bytesOfVisible(text));
  return visible.length > MAX_SHOWN
    ? `${visible.slice(0, MAX_SHOWN)}… (${visible.length.toLocaleString('en')} characters)`
    : visible;
}

export function noteOf({ rule, severity, certainty, side, message, todo }: ReportFinding): CaseNote {
  return { rule, severity, certainty, side, message, todo };
}

/** A reply that is neither good nor wrong: nothing forbids it, but most servers do something else. */
function unusualNote(expects: Expectation, replies: readonly CaseReply[]): CaseNote[] {
  const unusual = replies.find(({ reply }) => !expects.good.includes(reply));
  if (unusual === undefined) return [];
  const what = unusual.code ?? unusual.reply;
  const key = Number.isNaN(what) ? 'unusual.no-code' : 'unusual';
  const shown = unusual.code === null ? unusual.reply : `the code ${unusual.code}`;
  return [{ ...INFO, message: verdictText(key, { what: shown, sentence: expects.sentence }) }];
}

function endNote(end: CaseEnd): CaseNote[] {
  return end.kind === 'ended' ? [{ ...INFO, message: verdictText('ended.note', { how: end.how }) }] : [];
}

const INFO = { rule: null, severity: 'info', certainty: 'certain', side: 'sdk', todo: '' } as const;

export function verdictText(key: keyof typeof texts, values: MessageValues = {}): string {
  return messageText(texts[key], values);
}

export function bindingOf({ rule, severity }: Pick<ReportFinding, 'rule' | 'severity'>): Binding {
  return ruleById(rule)?.binding ?? (severity === 'violation' ? 'MUST' : 'convention');
}

/** True for a rule on the tier or code of an error, which the specification only recommends. */
export function isOfTier(id: string): boolean {
  const rule = ruleById(id);
  return rule?.kind === 'tier' && rule.binding === 'SHOULD';
}

/** The tiers of an answer; a probe never asks a server to end, nor judges its own client. */
const ANSWERED = ['ok', 'tool', 'protocol'];

/** Adds the project file's expectation to a case; "ok" must name an argument to apply to a bad call. */
export function withExpected(planned: PlannedCase, expected: readonly ExpectedTier[]): PlannedCase {
  const [step, ...more] = planned.steps;
  if (step === undefined || step.id === undefined || step.deliberate || more.length > 0) return planned;
  const message = parseJson(step.text);
  const method = stringAt(message, 'method');
  if (!isJsonObject(message) || method === undefined) return planned;
  const { params } = message;
  const target = targetOf(method, params);
  const found = expectationOf(expected, { sender: 'client-to-server', method, target, params });
  if (found === undefined || !ANSWERED.includes(found.tier)) return planned;
  const isGeneral = found.tier === 'ok' && found.condition.kind === 'any';
  if (isGeneral && !planned.expects.good.includes('result')) return planned;
  return {
    ...planned,
    expected: found,
    expects: {
      ...planned.expects,
      tier: found.tier,
      binding: 'project',
      sentence: `The project file expects "${found.label}" to end as ${expectedEndText(found)}.`,
      source: PROJECT_SOURCE,
    },
  };
}

/** True if the answer has the expected tier and, if given, the expected code. */
function isAsExpected({ tier, code }: ExpectedTier, reply: CaseReply): boolean {
  return reply.tier === tier && (code === undefined || reply.code === code);
}

/** How an answer ended the call: `protocol -32602`. */
function endOf({ tier, code }: CaseReply): string {
  return code === null ? tier : `${tier} ${code}`;
}
