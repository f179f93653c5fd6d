import { oneLine, textColumns } from '../base/text-columns.ts';
import type { RecordingReport, Report, ReportError, SessionReport } from './report.ts';

/** The report for people: per recording its problems, per session tiers, errors, findings and tools. */
export function reportText(report: Report): string {
  return `${report.recordings.map(recordingText).join('\n\n')}\n`;
}

function recordingText({ path, problems, sessions }: RecordingReport): string {
  const listed = problems.map(({ line, message }) => (line === 0 ? message : `line ${line}: ${message}`));
  const blocks = sessions.map(sessionLines);
  const lines = [path, ...section('problems', listed), ...blocks.flat()];
  return blocks.length === 0 ? [...lines, '  no session in this recording'].join('\n') : lines.join('\n');
}

function sessionLines(session: SessionReport): string[] {
  const { errors, findings, tools } = session;
  return [
    `  ${heading(session)}`,
    ...indented(countLines(session)),
    ...section('errors', textColumns(errors.map(errorCells)), 2),
    ...section('findings', textColumns(findings.map((f) => [`#${f.seq}`, f.severity, f.rule, f.title])), 2),
    ...(tools.length === 0 ? [] : section('tools', toolLines(session), 2)),
  ];
}

function heading({ session, label, server, protocolVersion, vocabulary }: SessionReport): string {
  const unnamed = protocolVersion === null ? 'no handshake' : 'a server without a name';
  const peer = server === null ? unnamed : `${server.name} ${server.version}`.trim();
  const parts = [session, ...(label === session ? [] : [label]), peer];
  if (protocolVersion !== null) parts.push(protocolVersion);
  if (vocabulary !== null) parts.push(`${vocabulary.id} (${Math.round(vocabulary.confidence * 100)} %)`);
  return parts.map(oneLine).join(' · ');
}

function countLines({ counts }: SessionReport): string[] {
  const { frames, requests, notifications, ok, tool, protocol, client, transport, provoked, unanswered } =
    counts;
  const expected = provoked === undefined ? '' : ` · caused by malformed messages ${provoked}`;
  return [
    `frames ${frames} · requests ${requests} · notifications ${notifications} · unanswered ${unanswered}`,
    `ok ${ok} · tool ${tool} · protocol ${protocol} · client ${client} · transport ${transport}${expected}`,
  ];
}

function errorCells(error: ReportError): string[] {
  const code = [error.code ?? '', error.codeName ?? ''].join(' ').trim();
  const about = [error.method ?? '', error.target ?? ''].join(' ').trim();
  const tier = error.provoked ? `${error.tier} (expected)` : error.tier;
  return [`#${error.seq}`, tier, code, about, error.message].map(oneLine);
}

function toolLines({ tools }: SessionReport): string[] {
  const head = ['name', 'calls', 'ok', 'tool', 'protocol', 'client', 'p50 ms', 'p95 ms'];
  const rows = tools.map((one) => [
    oneLine(one.name),
    ...[one.calls, one.ok, one.tool, one.protocol, one.client, one.p50Ms, one.p95Ms],
  ]);
  return textColumns([head, ...rows]);
}

function section(name: string, lines: readonly string[], depth = 1): string[] {
  if (lines.length === 0) return [];
  return [`${'  '.repeat(depth)}${name}`, ...indented(lines, depth + 1)];
}

function indented(lines: readonly string[], depth = 2): string[] {
  return lines.map((line) => `${'  '.repeat(depth)}${line}`);
}
