import type { Result } from '../../app/base/result.ts';
import type { Header } from '../../app/frame/record.ts';
import type { RedactionChoices } from '../../app/frame/redaction/redactor.ts';
import type { ExportFormatName } from '../../app/recording/export/convert.ts';
import type { FoundSecrets } from '../../app/recording/export/found-secrets.ts';
import type { RecordChoice } from './file-records.ts';

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
        /** A path that is free. */
        readonly target: string;
      };
};

/** What came of it: what was found, or the size of what was written in bytes. */
export type ExportEnd = Result<FoundSecrets | { readonly sizeBytes: number }>;
