import type { Header } from '../../app/frame/record.ts';
import { type RedactionChoices, Redactor } from '../../app/frame/redaction/redactor.ts';
import type { ProjectSettings } from '../../app/project/project-file.ts';
import { encodeHeader, encodeRecord } from '../../app/recording/encode-record.ts';
import { redactContent, redactedHeader } from '../../app/recording/export/recording-content.ts';
import { exportRecording } from '../../app/report/export/convert.ts';
import type { ExportFormatName } from '../../app/report/export/export-format-names.ts';
import type { FilePiece } from './file-pieces.ts';
import { FileRecords, type RecordChoice, type RecordRun, RecordRuns } from './record-runs.ts';

/** What of a recording's file is exported. */
export type ExportedFileContent = {
  readonly header: Header;
  readonly file: string;
  readonly choice: RecordChoice;
  /** Left out to export it as it is. */
  readonly redaction: RedactionChoices | undefined;
  /** What the repository says of the server. */
  readonly project?: ProjectSettings | undefined;
};

/**
 * A file of Tierscope's own in another format, or in its own: then all lines are copied that would be written again as
 * they are. The file is read while the pieces are asked for, twice if it is redacted. Throws as the disk does.
 */
export function exportedPieces(format: ExportFormatName, content: ExportedFileContent): Iterable<FilePiece> {
  const { header, file, choice, redaction, project } = content;
  if (format !== 'tierscope') {
    const whole = { header, records: new FileRecords(file, choice), project };
    return exportRecording(format, redaction === undefined ? whole : redactContent(whole, redaction));
  }
  // Only Tierscope's own format has a place for what this version does not know.
  const own = { ...content, choice: { ...choice, unknown: choice.wanted === undefined } };
  return redaction === undefined ? asItIs(own) : redacted(own, redaction);
}

function* asItIs({ header, file, choice }: ExportedFileContent): Generator<FilePiece> {
  yield `${encodeHeader(header)}\n`;
  for (const run of new RecordRuns(file, choice).read(() => true)) yield pieceOf(run);
}

function* redacted(
  { header, file, choice }: ExportedFileContent,
  choices: RedactionChoices,
): Generator<FilePiece> {
  const redactor = new Redactor(choices);
  for (const run of new RecordRuns(file, choice).read((text) => redactor.hasNothingToLearn(text)))
    if ('record' in run) redactor.learn(run.record);
  yield `${encodeHeader(redactedHeader(header, redactor.count))}\n`;
  for (const run of new RecordRuns(file, choice).read((text) => redactor.isClean(text)))
    yield pieceOf('record' in run ? { record: redactor.redact(run.record) } : run);
}

function pieceOf(run: RecordRun): FilePiece {
  return 'record' in run ? `${encodeRecord(run.record)}\n` : run.lines;
}
