import type { KnownRecord } from '../../frame/record.ts';
import { type RedactionChoices, Redactor } from '../../frame/redaction/redactor.ts';
import type { RecordingContent } from './recording-content.ts';

/** The content without its secrets; the header says how many different ones were replaced. `records` is read twice. */
export function redactContent(content: RecordingContent, choices: RedactionChoices = {}): RecordingContent {
  const redactor = new Redactor(choices);
  for (const record of content.records) redactor.learn(record);
  const { count } = redactor;
  const redaction = `${count} ${count === 1 ? 'secret' : 'secrets'} replaced by Tierscope`;
  return { header: { ...content.header, redaction }, records: redacted(content, redactor) };
}

function* redacted({ records }: RecordingContent, redactor: Redactor): Generator<KnownRecord> {
  for (const record of records) yield redactor.redact(record);
}
