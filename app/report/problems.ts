import { groupedBy } from '../base/grouped-by.ts';
import { jsonText } from '../base/json-value.ts';
import { causeLine } from '../explain/final-stderr.ts';
import { reachesText, thrownAwayText } from '../explain/reaches.ts';
import { stepBeside } from '../explain/what-to-do.ts';
import { errorText } from '../findings/error-text.ts';
import { isGeneric } from '../findings/rules/wording.ts';
import { ACTOR_LABELS, type Actor } from '../protocol/actor.ts';
import type {
  ErrorFinding,
  GroupState,
  ProblemGroup,
  ReportError,
  ReportFinding,
  SessionReport,
} from './report.ts';

/** A group with one representative error; undefined for a group that is gone. */
export type Problem = { readonly group: ProblemGroup; readonly error: ReportError | undefined };

export function problemsOf({ groups, errors }: SessionReport): Problem[] {
  const first = new Map<string, ReportError>();
  for (const error of errors) if (!first.has(error.group)) first.set(error.group, error);
  return groups.map((group) => ({ group, error: first.get(group.id) }));
}

/** A finding without an error that represents its group, with the records in which it was found. */
export type OtherFinding = {
  readonly finding: ReportFinding;
  readonly seqs: readonly number[];
  readonly state: GroupState;
};

/** The findings without an error, grouped by rule and cause, most severe first. */
export function otherFindings({ findings, findingGroups }: SessionReport): OtherFinding[] {
  const members = groupedBy(findings, ({ group }) => group);
  return findingGroups.flatMap(({ id, state }) => {
    const own = members.get(id) ?? [];
    const [finding] = own;
    return finding === undefined ? [] : [{ finding, seqs: own.map(({ seq }) => seq), state }];
  });
}

/** "protocol -32602 Invalid params · tools/call nope", "client timed out · tools/call slow". */
export function problemTitle({
  tier,
  name,
  method,
  target,
}: Pick<ReportError, 'tier' | 'name' | 'method' | 'target'>): string {
  const about = [method ?? '', target ?? ''].join(' ').trim();
  return [`${tier} ${name}`.trim(), about].filter((part) => part !== '').join(' · ');
}

/** "3 times, from #9 to #44"; for a single error only its place. */
export function placesText({ count, first, last }: Pick<ProblemGroup, 'count' | 'first' | 'last'>): string {
  return count === 1 ? `#${first}` : `${count} times, #${first} to #${last}`;
}

/** "violation, likely, sdk": a finding's severity and actor, next to a failure on which `acts` acts. */
export function findingLabel(finding: ErrorFinding, acts: Actor = 'nobody'): string {
  const { severity, certainty } = finding;
  return [severity, ...(certainty === 'likely' ? ['likely'] : []), stepBeside(finding, acts).actor].join(
    ', ',
  );
}

export type Detail = { readonly label: string; readonly text: string };

/** Everything about an error beyond its title and findings, in reading order. */
export function errorDetails(error: ReportError): Detail[] {
  const { origin, arguments: given = '' } = error;
  const { method, message, explanation, acts, todo, data, structured, retry, reaches, stderr, provoked } =
    error;
  // A failed pipe has no message from a sender, and its text says less than the explanation.
  const isQuoted = error.tier === 'transport' || explanation.includes(message.slice(0, 150));
  const said = [
    { label: 'message', text: isQuoted ? '' : message },
    { label: 'what', text: explanation },
  ];
  const model = provoked ? '' : reachesText(reaches, error.tier);
  const thrown = thrownAwayText(error.findings).trim();
  const details = [
    { label: 'cause', text: causeLine(error, message) },
    { label: 'at', text: origin === undefined ? '' : `${origin.file}:${origin.line}` },
    { label: 'code', text: origin?.source ?? '' },
    // A text that says only that something failed is not put first.
    ...(isGeneric(errorText(message)) ? said.toReversed() : said),
    { label: 'http', text: httpText(error) },
    { label: 'arguments', text: given },
    { label: 'who', text: todo === '' ? '' : ACTOR_LABELS[acts] },
    { label: 'do', text: todo },
    { label: 'model', text: model },
    // The host's row may have said it already.
    { label: 'model', text: model.includes(thrown) ? '' : thrown },
    ...(error.clients?.clients ?? []).map(({ name, does }) => ({
      label: 'client',
      text: `${name}: ${does}`,
    })),
    { label: 'data', text: data === null || data === undefined || data === message ? '' : jsonText(data) },
    { label: 'reason', text: structured?.reason ?? '' },
    { label: 'hint', text: structured?.hint ?? '' },
    { label: 'retry', text: provoked || retry === null ? '' : retryText(retry, method) },
    // The explanation may have quoted one of them.
    ...stderr.filter((line) => !explanation.includes(line)).map((text) => ({ label: 'stderr', text })),
  ];
  return details.filter(({ text }) => text !== '');
}

/** An error's annotation, cause first: the details with these labels. */
export function annotationText(error: ReportError, labels: readonly string[]): string[] {
  return errorDetails(error).flatMap(({ label, text }) => (labels.includes(label) ? text : []));
}

/** "exchange 12, status 404, code -32001"; empty over stdio. */
function httpText({ http, code }: ReportError): string {
  if (http === null) return '';
  const status = http.status === null ? [] : [`status ${http.status}`];
  return [`exchange ${http.x}`, ...status, ...(code === null ? [] : [`code ${code}`])].join(', ');
}

/** A tool may have done its work before it failed: the same call could do it twice. */
function retryText(retry: NonNullable<ReportError['retry']>, method: ReportError['method']): string {
  const isBlind = method === 'tools/call' && (retry === 'later' || retry === 'same');
  return `${RETRY[retry]}${isBlind ? '; see first whether it did its work' : ''}`;
}

const RETRY: { readonly [Retry in NonNullable<ReportError['retry']>]: string } = {
  same: 'the same call may be sent again at once',
  changed: 'only a changed call can succeed',
  later: 'the same call may succeed after a pause',
  no: 'sending it again does not help',
};
