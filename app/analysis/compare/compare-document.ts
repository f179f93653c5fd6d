import {
  anySection,
  type Block,
  type Document,
  type Field,
  fields,
  section,
} from '../../base/document/document.ts';
import { type Change, foldedEqual, timesText } from './change.ts';
import type { CompareReport, ReportedChange, ReportedExchange } from './compare-report.ts';
import type { RunEvent, RunFinding } from './run-reader.ts';

/** The comparison for people: regressions first, then what only one run has, then what was ignored. */
export function compareDocument(report: CompareReport, leftOut = leftOutLines(report)): Document {
  const { before, after, changed, onlyBefore, onlyAfter, events, findings } = report;
  const parts = [
    ...foldedEqual(changed).map(changeSection),
    ...exchangeSection('Only before', onlyBefore),
    ...exchangeSection('Only after', onlyAfter),
    ...listSection('Errors outside of calls, gained', events.gained.map(eventLine)),
    ...listSection('Errors outside of calls, lost', events.lost.map(eventLine)),
    ...listSection('Findings outside of calls, gained', findings.gained.map(findingLine)),
    ...listSection('Findings outside of calls, lost', findings.lost.map(findingLine)),
  ];
  return {
    title: '',
    blocks: [
      fields([
        { label: 'before', text: before.path, isRaw: true },
        { label: 'after', text: after.path, isRaw: true },
      ]),
      ...parts,
      {
        kind: 'list',
        items: [...(parts.length === 0 ? ['Nothing changed.'] : []), countsLine(report), ...leftOut],
      },
    ],
  };
}

function listSection(title: string, items: readonly string[]): Block[] {
  return anySection(title, [{ kind: 'list', items }]);
}

function changeSection([changed, times]: readonly [ReportedChange, number]): Block {
  const { method, target, before, after, changes } = changed;
  const name = marked([method, target ?? ''].join(' ').trim(), before.provoked || after.provoked);
  return section(`${name}${timesText(times)} #${before.requestSeq} → #${after.requestSeq}`, [
    fields(changes.flatMap(changeFields)),
  ]);
}

function changeFields(change: Change): Field[] {
  switch (change.kind) {
    case 'tier':
      return [{ label: change.direction, text: `${change.before} → ${change.after}` }];
    case 'outcome':
      return [{ label: 'outcome', text: `${change.before} → ${change.after}` }];
    case 'code':
      return [{ label: 'code', text: `${orNone(change.before)} → ${orNone(change.after)}` }];
    case 'message':
    case 'result':
      return [
        { label: change.kind, text: `- ${orNone(change.before)}` },
        { label: '', text: `+ ${orNone(change.after)}` },
      ];
    case 'latency':
      return [{ label: 'latency', text: `${Math.round(change.before)} ms → ${Math.round(change.after)} ms` }];
    case 'findings':
      return [
        ...change.gained.map((finding) => ({ label: 'gained', text: ruleText(finding) })),
        ...change.lost.map((finding) => ({ label: 'lost', text: ruleText(finding) })),
      ];
  }
}

function exchangeSection(title: string, exchanges: readonly ReportedExchange[]): Block[] {
  return anySection(title, [
    {
      kind: 'table',
      head: [],
      rows: foldedEqual(exchanges).map(
        ([{ requestSeq, tier, method, target, code, message, provoked }, times]) => [
          `#${requestSeq}${timesText(times)}`,
          marked(tier, provoked),
          [method, target ?? ''].join(' ').trim(),
          code ?? '',
          message,
        ],
      ),
    },
  ]);
}

function eventLine({ seq, tier, message, expected }: RunEvent): string {
  return `#${seq} ${marked(tier, expected)}: ${message}`;
}

function marked(text: string, expected: boolean): string {
  return expected ? `${text} (expected)` : text;
}

function findingLine(finding: RunFinding): string {
  return `#${finding.seq} ${ruleText(finding)}`;
}

function ruleText({ rule, severity, title }: RunFinding): string {
  return `${severity} ${rule}: ${title}`;
}

function countsLine({ summary }: CompareReport): string {
  const { aligned, unchanged, worse, better, onlyBefore, onlyAfter } = summary;
  return `${aligned} calls in both · ${unchanged} unchanged · tier worse in ${worse}, better in ${better} · ${onlyBefore} only before · ${onlyAfter} only after`;
}

function leftOutLines({ summary: { provoked }, noise, setAside }: CompareReport): string[] {
  const off = noise.filter(({ on }) => on).map(({ name }) => name);
  return [
    ...(provoked === 0
      ? []
      : [
          `Left out with intentionally malformed messages: ${provoked} (--keep-noise malformed compares them)`,
        ]),
    ...(off.length === 0 ? [] : [`Ignored differences: ${off.join(', ')} (--keep-noise counts them)`]),
    ...(setAside.length === 0 ? [] : [`Set aside by --set-aside: ${setAside.join(', ')}`]),
  ];
}

function orNone(text: string): string {
  return text === '' ? '(none)' : text;
}
