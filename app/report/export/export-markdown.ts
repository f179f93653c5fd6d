import { type Field, fields, paragraph } from '../../base/document/document.ts';
import { markdownText } from '../../base/document/markdown-writer.ts';
import { groupedBy } from '../../base/grouped-by.ts';
import type { KnownRecord } from '../../frame/record.ts';
import {
  type ExportedExchange,
  type ExportedSession,
  exportedSessions,
} from '../../recording/export/exported-session.ts';
import type { RecordingContent } from '../../recording/export/recording-content.ts';
import { checked, ReportBuilder } from '../build-report.ts';
import { type FramesOf, sessionSection } from '../report-document.ts';

/** The report of a recording, with its sessions and their exchanges by request, each by the session's name. */
export function reportedContent({ records, project }: RecordingContent) {
  const builder = new ReportBuilder(checked, { project });
  const exported = new Map(exportedSessions(taken(records, builder)).map((one) => [one.name, one]));
  const byRequest = new Map(
    [...exported].map(([name, { exchanges }]) => [
      name,
      groupedBy(exchanges, ({ exchange }) => exchange.requestSeq),
    ]),
  );
  return { exported, byRequest, sessions: builder.finish('', 'tierscope', []).sessions };
}

/** A report for people: `report --format markdown` plus the messages of each problem. */
export function* exportMarkdown(content: RecordingContent): Generator<string> {
  const { header } = content;
  const { exported, byRequest, sessions } = reportedContent(content);
  const redaction = header.redaction ?? 'none';
  const framesOf: FramesOf = ({ session }, { seq, requestSeq }) =>
    messagesOf(byRequest.get(session)?.get(requestSeq ?? 0) ?? [], seq);
  yield markdownText({
    title: 'MCP session report',
    blocks: [
      paragraph(
        `Recorded from ${header.startedAt}.${redaction === 'none' ? '' : ` Redaction: ${redaction}.`}`,
      ),
      fields([...exported.values()].flatMap(({ record }) => commandField(record))),
      ...sessions.map((session) => sessionSection(session, framesOf)),
    ],
  });
}

function commandField(record: ExportedSession['record']): Field[] {
  if (record?.command === undefined) return [];
  const text = [record.command, ...(record.args ?? [])].join(' ');
  return [{ label: `${record.label} was started as`, text, isRaw: true }];
}

function* taken(records: RecordingContent['records'], builder: ReportBuilder): Generator<KnownRecord> {
  for (const record of records) {
    builder.take(record, record.seq);
    yield record;
  }
}

/** The request and its answer as on the wire; empty if there is no exchange. */
function messagesOf(exchanges: readonly ExportedExchange[], seq: number): string[] {
  const found = exchanges.find(({ exchange: { answerSeq } }) => answerSeq === seq || answerSeq === 0);
  if (found === undefined) return [];
  return found.answer === undefined ? [found.request] : [found.request, found.answer];
}
