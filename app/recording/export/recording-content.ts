import { readIsoTime } from '../../base/iso-time.ts';
import type { Header, KnownRecord } from '../../frame/record.ts';
import { type RedactionChoices, Redactor, secretsReplaced } from '../../frame/redaction/redactor.ts';
import type { ProjectSettings } from '../../project/project-file.ts';

/** What is exported: a whole recording, or the records of it that a filter or a selection left. */
export type RecordingContent = {
  readonly header: Header;
  readonly records: Iterable<KnownRecord>;
  /** What the repository says of the servers, for a format that judges. */
  readonly project?: ProjectSettings | undefined;
};

/** Milliseconds since 1970 UTC of a record's `at`; counts from 1970 if the header's time cannot be read. */
export function epochOf(header: Header, at: number): number {
  return (readIsoTime(header.startedAt)?.epochMs ?? 0) + at;
}

/** The content without its secrets; the header says how many different ones were replaced. `records` is read twice. */
export function redactContent(content: RecordingContent, choices: RedactionChoices = {}): RecordingContent {
  const redactor = new Redactor(choices);
  for (const record of content.records) redactor.learn(record);
  const header = redactedHeader(content.header, redactor.count);
  return { ...content, header, records: redacted(content, redactor) };
}

/** The header of a recording of which so many different secrets were replaced. */
export function redactedHeader(header: Header, count: number): Header {
  return { ...header, redaction: `${secretsReplaced(count)} by Tierscope` };
}

function* redacted({ records }: RecordingContent, redactor: Redactor): Generator<KnownRecord> {
  for (const record of records) yield redactor.redact(record);
}
