import { err, ok, type Result } from '../../app/base/result.ts';
import type { Header } from '../../app/frame/record.ts';
import type { RedactionChoices } from '../../app/frame/redaction/redactor.ts';
import type { ProjectSettings } from '../../app/project/project-file.ts';
import { type FoundSecrets, findSecrets } from '../../app/recording/export/found-secrets.ts';
import type { ExportFormatName } from '../../app/report/export/export-format-names.ts';
import { fileFailure, writeFailure } from '../system/file-failure.ts';
import { exportedPieces } from './exported-pieces.ts';
import { writeFilePieces } from './file-pieces.ts';
import { FileRecords, type RecordChoice } from './record-runs.ts';

/** Where the records of a session lie: a file of Tierscope's own format, and the session's name in it. */
export type ExportSource = { readonly file: string; readonly session: string };

/** What is to be done with the records of a file, in a worker. */
export type ExportJob = {
  readonly file: string;
  readonly choice: RecordChoice;
  readonly choices: RedactionChoices;
  readonly task:
    | { readonly kind: 'preview' }
    | {
        readonly kind: 'write';
        readonly header: Header;
        readonly format: ExportFormatName;
        readonly redact: boolean;
        /** What the repository says of the server. */
        readonly project?: ProjectSettings | undefined;
        /** A path that is free. */
        readonly target: string;
      };
};

/** What came of it: what was found, or the size of what was written in bytes. */
export type ExportEnd = Result<FoundSecrets | { readonly sizeBytes: number }>;

/** Does the job in this thread, which waits for the disk. A file that was started and failed is removed. */
export function runExportJob({ file, choice, choices, task }: ExportJob): ExportEnd {
  try {
    if (task.kind === 'preview') return ok(findSecrets(new FileRecords(file, choice), choices));
    const { header, format, redact, target, project } = task;
    const wanted = { header, file, choice, project, redaction: redact ? choices : undefined };
    return ok({ sizeBytes: writeFilePieces(target, exportedPieces(format, wanted)) });
  } catch (error) {
    return err(
      task.kind === 'preview'
        ? `${file} cannot be read: ${fileFailure(error)}.`
        : `The export cannot be written: ${writeFailure(error, task.target)}.`,
    );
  }
}
