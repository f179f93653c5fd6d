import { oneLine, textColumns } from '../base/text-columns.ts';
import type { Change } from './change.ts';
import type { CompareReport, ReportedChange, ReportedExchange } from './compare-report.ts';
import type { RunEvent, RunFinding } from './run-reader.ts';

/** The comparison for people: what got worse first, what only one run has, what was set aside. */
export function compareText(report: CompareReport): string {
  const { changed, onlyBefore, onlyAfter, events, findings } = report;
  const lines = [
    `before  ${report.before.path}`,
    `after   ${report.after.path}`,
    '',
    ...(isSame(report) ? ['Nothing changed.'] : []),
    ...changed.flatMap(changeLines),
    ...section('Only before', exchangeLines(onlyBefore)),
    ...section('Only after', exchangeLines(onlyAfter)),
    ...section('Errors outside of calls, gained', events.gained.map(eventLine)),
    ...section('Errors outside of calls, lost', events.lost.map(eventLine)),
    ...section('Findings outside of calls, gained', findings.gained.map(findingLine)),
    ...section('Findings outside of calls, lost', findings.lost.map(findingLine)),
    ...summaryLines(report),
  ];
  return `${lines.join('\n')}\n`;
}

function isSame({ changed, onlyBefore, onlyAfter, events, findings }: CompareReport): boolean {
  const lists = [changed, onlyBefore, onlyAfter, events.gained, events.lost, findings.gained, findings.lost];
  return lists.every((list) => list.length === 0);
}

function changeLines({ method, target, before, after, changes }: ReportedChange): string[] {
  const name = oneLine([method, target ?? ''].join(' ').trim());
  const title = marked(name, before.provoked || after.provoked);
  return [`${title}  #${before.requestSeq} → #${after.requestSeq}`, ...changes.flatMap(sayChange), ''];
}

function sayChange(change: Change): string[] {
  switch (change.kind) {
    case 'tier':
      return [`  ${change.direction.padEnd(8)} ${change.before} → ${change.after}`];
    case 'outcome':
      return [`  outcome  ${change.before} → ${change.after}`];
    case 'code':
      return [`  code     ${orNone(change.before)} → ${orNone(change.after)}`];
    case 'message':
    case 'result':
      return [
        `  ${change.kind.padEnd(8)} - ${orNone(change.before)}`,
        `           + ${orNone(change.after)}`,
      ];
    case 'latency':
      return [`  latency  ${Math.round(change.before)} ms → ${Math.round(change.after)} ms`];
    case 'findings':
      return [
        ...change.gained.map((finding) => `  gained   ${rule(finding)}`),
        ...change.lost.map((finding) => `  lost     ${rule(finding)}`),
      ];
  }
}

function exchangeLines(exchanges: readonly ReportedExchange[]): string[] {
  return textColumns(
    exchanges.map(({ requestSeq, tier, method, target, code, message, provoked }) =>
      [
        `#${requestSeq}`,
        marked(tier, provoked),
        [method, target ?? ''].join(' ').trim(),
        code ?? '',
        message,
      ].map(oneLine),
    ),
  );
}

function eventLine({ seq, tier, message, expected }: RunEvent): string {
  return oneLine(`#${seq} ${marked(tier, expected)}: ${message}`);
}

/** Marks what a raw message has caused. */
function marked(text: string, expected: boolean): string {
  return expected ? `${text} (expected)` : text;
}

function findingLine(finding: RunFinding): string {
  return `#${finding.seq} ${rule(finding)}`;
}

function rule({ rule, severity, title }: RunFinding): string {
  return oneLine(`${severity} ${rule}: ${title}`);
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];
}

function summaryLines({ summary, noise, setAside }: CompareReport): string[] {
  const { aligned, unchanged, worse, better, onlyBefore, onlyAfter, provoked } = summary;
  const off = noise.filter(({ on }) => on).map(({ name }) => name);
  return [
    `${aligned} calls in both · ${unchanged} unchanged · tier worse in ${worse}, better in ${better} · ` +
      `${onlyBefore} only before · ${onlyAfter} only after`,
    ...(provoked === 0
      ? []
      : [
          `Left out with intentionally malformed messages: ${provoked} (--keep-noise malformed compares them)`,
        ]),
    ...(off.length === 0 ? [] : [`Set aside as noise: ${off.join(', ')} (--keep-noise counts them)`]),
    ...(setAside.length === 0 ? [] : [`Set aside by --set-aside: ${setAside.map(oneLine).join(', ')}`]),
  ];
}

function orNone(text: string): string {
  return text === '' ? '(none)' : oneLine(text);
}
