import { groupedBy } from '../../base/grouped-by.ts';
import { inlineCode, inlineText } from '../../base/markdown-text.ts';
import type { KnownRecord } from '../../frame/record.ts';
import { type ExportedExchange, exportedSessions } from '../../recording/export/exported-session.ts';
import type { RecordingContent } from '../../recording/export/recording-content.ts';
import { checked, ReportBuilder } from '../build-report.ts';
import { type FramesOf, sessionMarkdown } from '../report-markdown.ts';

/** A report for people: what `report --format markdown` says, with the messages of each problem. */
export function* exportMarkdown({ header, records, project }: RecordingContent): Generator<string> {
  const builder = new ReportBuilder(checked, { project });
  const exported = new Map(exportedSessions(taken(records, builder)).map((one) => [one.name, one]));
  const byRequest = new Map(
    [...exported].map(([name, { exchanges }]) => [
      name,
      groupedBy(exchanges, ({ exchange }) => exchange.requestSeq),
    ]),
  );
  const { sessions } = builder.finish('', 'tierscope', []);
  yield '# MCP session report\n\n';
  yield `Recorded from ${header.startedAt}.`;
  if (header.redaction !== undefined && header.redaction !== 'none') {
    yield ` Redaction: ${inlineText(header.redaction)}.`;
  }
  yield '\n';
  for (const { record } of exported.values()) {
    if (record?.command === undefined) continue;
    yield `\n${inlineText(record.label)} was started as ${inlineCode([record.command, ...(record.args ?? [])].join(' '))}.\n`;
  }
  const framesOf: FramesOf = ({ session }, { seq, requestSeq }) =>
    messagesOf(byRequest.get(session)?.get(requestSeq ?? 0) ?? [], seq);
  for (const session of sessions) yield* sessionMarkdown(session, framesOf);
}

/** The records, which the builder takes as they pass. */
function* taken(records: RecordingContent['records'], builder: ReportBuilder): Generator<KnownRecord> {
  for (const record of records) {
    builder.take(record, record.seq);
    yield record;
  }
}

/** The request and its answer as they were on the wire; none for what is no exchange. */
function messagesOf(exchanges: readonly ExportedExchange[], seq: number): string[] {
  const found = exchanges.find(({ exchange: { answerSeq } }) => answerSeq === seq || answerSeq === 0);
  if (found === undefined) return [];
  return found.answer === undefined ? [found.request] : [found.request, found.answer];
}
